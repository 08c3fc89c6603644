import { describe, expect, test } from "vitest";
import { PublicError } from "../../src/errors.ts";
import { runCall } from "../../src/engine/lancedb/calls.ts";
import { paperCondition, signalCondition } from "../../src/engine/lancedb/filters.ts";
import { idPrefix } from "../../src/engine/lancedb/ids.ts";
import { arrowSchema } from "../../src/engine/lancedb/schema.ts";
import { smallOnes } from "../../src/engine/lancedb/graph-files.ts";
import { ReadSlots } from "../../src/engine/lancedb/read-slots.ts";
import { literal } from "../../src/engine/lancedb/sql.ts";
import { MAPPINGS } from "../../src/engine/mapping.ts";
import type { Target } from "../../src/engine/port.ts";
import { SMALL_SPACE } from "../support/documents.ts";

describe("SQL literals", () => {
  test.each<[string | number | boolean, string]>([
    ["plain", "'plain'"],
    ["O'Brien", "'O''Brien'"],
    ["''", "''''''"],
    ["'; DROP TABLE papers; --", "'''; DROP TABLE papers; --'"],
    ["back\\slash", "'back\\slash'"],
    ["lone \ud800 surrogate", "'lone \ufffd surrogate'"],
    ["", "''"],
    [2020, "2020"],
    [-1.5, "-1.5"],
    [true, "true"],
  ])("%j becomes %s", (value, expected) => {
    expect(literal(value)).toBe(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("%s is refused", (value) => {
    expect(() => literal(value)).toThrow(RangeError);
  });
});

describe("filters as SQL", () => {
  test("no filter is no condition", () => {
    expect(paperCondition({})).toBeUndefined();
    expect(signalCondition({})).toBeUndefined();
  });

  test("every filter is part of the condition", () => {
    expect(
      paperCondition({
        year_from: 2000,
        year_to: 2010,
        venues: ["É'a"],
        categories: ["cs.CL"],
        authors: ["Ł B", "c"],
        has_code: false,
        min_citations: 0,
        signal_kinds: ["code"],
        retracted: true,
        paper_ids: [],
      }),
    ).toBe(
      "year >= 2000 AND year <= 2010 AND venue_folded IN ('e''a') AND array_has_any(categories_folded, make_array('cs.cl')) AND " +
        "array_has_any(authors_folded, make_array('l b', 'c')) AND has_code = false AND citation_count >= 0 AND " +
        "array_has_any(signal_kinds, make_array('code')) AND retracted = true AND 1 = 0",
    );
  });
});

describe("the Arrow schema", () => {
  const columns = (target: Target) =>
    Object.fromEntries(arrowSchema(MAPPINGS[target], SMALL_SPACE).fields.map(({ name, type }) => [name, String(type)]));

  test("has a column for every field of the papers' mapping, and what filters need beside", () => {
    expect(columns("papers")).toEqual({
      paper_id: "Utf8",
      title: "Utf8",
      title_key: "Utf8",
      abstract: "Utf8",
      text: "Utf8",
      authors: "List<Utf8>",
      authors_folded: "List<Utf8>",
      year: "Int32",
      published_at: "Utf8",
      venue: "Utf8",
      venue_folded: "Utf8",
      categories: "List<Utf8>",
      categories_folded: "List<Utf8>",
      keywords: "List<Utf8>",
      ids: "Utf8",
      aliases: "List<Utf8>",
      former_ids: "List<Utf8>",
      url: "Utf8",
      pdf_url: "Utf8",
      affiliations: "List<Utf8>",
      author_ids: "List<Utf8>",
      reference_count: "Int32",
      topic_id: "Utf8",
      citation_count: "Int32",
      has_code: "Bool",
      signal_counts: "Utf8",
      signal_kinds: "List<Utf8>",
      retracted: "Bool",
      embedding: "FixedSizeList[8]<Float32>",
      content_hash: "Utf8",
      sources: "Utf8",
      source_records: "Utf8",
      run_id: "Utf8",
      ingested_at: "Utf8",
    });
  });

  test("knows the fields of signals", () => {
    expect(columns("signals")).toMatchObject({ value: "Float64", topics_folded: "List<Utf8>", history: "Utf8", source: "Utf8" });
  });

  test("refuses a type that it does not know", () => {
    const { papers } = MAPPINGS;
    const properties = { ...papers.mappings.properties, place: { type: "geo_point" } };
    expect(() => arrowSchema({ ...papers, mappings: { ...papers.mappings, properties } }, SMALL_SPACE)).toThrow("geo_point");
  });
});

describe("the prefix of an id", () => {
  test.each([
    ["text:0a1b-12", "text:0a1b"],
    ["text:0a1b-0", "text:0a1b"],
    ["a-b-7", "a-b"],
    ["whole:0a1b", "whole:0a1b"],
    ["text:preflight-", "text:preflight-"],
    ["", ""],
  ])("%j begins with %j", (id, prefix) => {
    expect(idPrefix(id)).toBe(prefix);
  });
});

describe("a call", () => {
  const never = () => new Promise<never>(() => undefined);

  test("that takes too long is engine_busy", async () => {
    await expect(runCall({ timeoutMs: 10 }, 60_000, never)).rejects.toMatchObject({ code: "engine_busy" });
    await expect(runCall(undefined, 10, never)).rejects.toMatchObject({ code: "engine_busy" });
  });

  test("that is aborted under way rejects with the reason at once", async () => {
    const controller = new AbortController();
    const reason = new Error("gone");
    const running = runCall({ signal: controller.signal }, 60_000, never);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  test("that fails in the engine is engine_unavailable, with the cause for the log alone", async () => {
    const cause = new Error("lance error at /secret/path");
    const failed = await runCall(undefined, 1_000, () => Promise.reject(cause)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "engine_unavailable", cause });
    expect((failed as Error).message).not.toContain("secret");
  });

  test("keeps public errors as they are", async () => {
    const error = new PublicError("index_missing");
    await expect(runCall(undefined, 1_000, () => Promise.reject(error))).rejects.toBe(error);
  });
});

describe("slots of reads", () => {
  const never = new AbortController().signal;

  test("a read that nobody waits for any more keeps its slot until it has ended; one that waits in vain is not begun", async () => {
    const slots = new ReadSlots(1);
    const { promise: work, resolve: end } = Promise.withResolvers<void>();
    const abandoned = runCall({ timeoutMs: 20 }, 1_000, (_, signal) => slots.run(() => work, signal));
    await expect(abandoned).rejects.toMatchObject({ code: "engine_busy" });
    let begun = 0;
    const read = async () => (begun += 1);
    const inVain = runCall({ timeoutMs: 20 }, 1_000, (_, signal) => slots.run(read, signal));
    await expect(inVain).rejects.toMatchObject({ code: "engine_busy" });
    const waiting = slots.run(read, never);
    expect(begun).toBe(0);
    end();
    expect(await waiting).toBe(1);
  });

  test("a slot is given back by a read that fails, and reads have their turns as they came", async () => {
    const slots = new ReadSlots(2);
    const order: string[] = [];
    const read = (name: string) => slots.run(async () => void order.push(name), never);
    await expect(slots.run(() => Promise.reject(new Error("broken")), never)).rejects.toThrow("broken");
    await Promise.all(["a", "b", "c", "d"].map(read));
    expect(order).toEqual(["a", "b", "c", "d"]);
    await expect(slots.run(async () => 1, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});

describe("files whose graphs are merged", () => {
  const chosen = (...rows: number[]) => smallOnes(rows.map((count, file) => ({ file, rows: count }))).map((file) => file.rows);

  test.each<[string, number[], number[]]>([
    ["the small ones beside a large one", [100_000, 100, 300, 100, 200], [100, 100, 200, 300]],
    ["the two smallest where sizes grow quickly", [27_000, 9_000, 3_000, 900, 200], [200, 900]],
    ["so many that four are left at most", [90_000, 80, 700, 6_000, 50_000, 400, 3_000, 20], [20, 80, 400, 700, 3_000, 6_000]],
    ["all that are alike", [5_000, 5_000, 5_000, 5_000, 5_000], [5_000, 5_000, 5_000, 5_000, 5_000]],
    ["none of half a million rows", [600_000, 700_000, 10, 10, 900_000], [10, 10]],
    ["none where only one is small", [600_000, 700_000, 10, 800_000, 900_000], []],
  ])("%s", (_, sizes, expected) => expect(chosen(...sizes)).toEqual(expected));

  test("over a thousand small loads a row is written again some ten times, and four graphs are left at most", () => {
    let files = [1_000];
    let written = 0;
    for (let load = 0; load < 1_000; load += 1) {
      files.push(100);
      if (files.length <= 4) continue;
      const merged = chosen(...files);
      const rows = merged.reduce((sum, count) => sum + count, 0);
      written += rows;
      for (const count of merged) files.splice(files.indexOf(count), 1);
      files = [...files, rows];
      expect(files.length).toBeLessThanOrEqual(4);
    }
    expect(files.reduce((sum, count) => sum + count, 0)).toBe(101_000);
    expect(written / 101_000).toBeLessThan(12);
  });
});
