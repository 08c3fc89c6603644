import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaperFilters } from "../../src/engine/filters.ts";
import { exportBytes } from "../../src/exports/export.ts";
import type { ExportFormat } from "../../src/exports/formats.ts";
import type { OpenEngine } from "../engine/contract.ts";
import { FULL_PAPER, FULL_SIGNAL } from "../engine/library.ts";
import { paper, row, signal, SMALL_SPACE } from "../support/documents.ts";

/** Texts that a spreadsheet would run, or that end a cell, a line or a file of other readers. */
const HOSTILE = [
  "=1+1",
  "+cmd|'/C calc'!A0",
  "-2+3",
  "@SUM(A1)",
  "\tthen a tab",
  "＝1+1",
  'a "quote", a comma; a semicolon',
  "two\r\nlines",
  "U+2028: \u2028, naïve, 🦓",
  "'apostrophe",
];

/** What exports promise on every engine, as tests. */
export function exportsContract(name: string, openEngine: OpenEngine): void {
  describe(`${name}: exports`, () => {
    let place: Awaited<ReturnType<OpenEngine>>;
    const hostile = HOSTILE.map((title, index) =>
      paper({ paper_id: `doi:${100 + index}`, title, authors: [title, "Ada"], venue: "V", year: 2_000 + index }),
    );
    const bare = signal({ signal_id: "sig:bare", value: null });

    beforeAll(async () => {
      place = await openEngine();
      const { engine } = place;
      await engine.create(SMALL_SPACE);
      await engine.papers.write([...hostile, FULL_PAPER].map((document) => row(document)));
      await engine.signals.write([bare, FULL_SIGNAL].map((document) => row(document)));
      await Promise.all([engine.papers.refresh(), engine.signals.refresh()]);
    });
    afterAll(() => place.dispose());

    const papers = (format: ExportFormat, filters: PaperFilters = {}) =>
      collected((run) => exportBytes({ collection: place.engine.papers, target: "papers", filters, format }, run));
    const signals = (format: ExportFormat) =>
      collected((run) => exportBytes({ collection: place.engine.signals, target: "signals", filters: {}, format }, run));

    test("JSON Lines has each document as it is shown, in the order of ids", async () => {
      const lines = (await papers("jsonl")).toString().split("\n").slice(0, -1);
      const expected = [...hostile, FULL_PAPER].map((held) => ({ ...held, source_records: undefined, former_ids: undefined }));
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
      expect(
        (await signals("jsonl"))
          .toString()
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line) as unknown),
      ).toEqual([bare, FULL_SIGNAL]);
    });

    test("no cell of a CSV begins a formula, and every other text comes back as it was", async () => {
      const text = (await papers("csv")).toString();
      const [heading, ...rows] = parse(text, { record_delimiter: "\r\n" });
      const column = (name: string) => rows.map((cells) => cells[heading!.indexOf(name)]);
      expect(column("title").slice(0, HOSTILE.length)).toEqual(
        HOSTILE.map((title) => (/^[=+\-@\t＝]/u.test(title) ? `'${title}` : title)),
      );
      expect(rows.flat().filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/u.test(cell))).toEqual([]);
      expect(column("authors").at(-1)).toBe("Łukasz Müller; Zoë Straße");
      expect(column("ids.acl").at(-1)).toBe("P19-1001");
      expect(column("signal_counts.code").at(-1)).toBe("1");
      expect(JSON.parse(column("sources").at(-1)!)).toEqual(FULL_PAPER.sources);
      expect(column("abstract")[0]).toBe("");
    });

    test("Parquet has the same values with their types", async () => {
      const rows = await parquetRows(await papers("parquet"));
      expect(rows.map(({ title }) => title)).toEqual([...HOSTILE, FULL_PAPER.title]);
      expect(rows.at(-1)).toMatchObject({
        authors: FULL_PAPER.authors,
        year: 2023,
        published_at: new Date("2023-05-06"),
        ids: FULL_PAPER.ids,
        has_code: true,
        signal_counts: FULL_PAPER.signal_counts,
        sources: FULL_PAPER.sources,
        ingested_at: new Date(FULL_PAPER.ingested_at),
      });
      expect(rows[0]).toMatchObject({ abstract: null, citation_count: null, keywords: [], published_at: null });
      const [first, second] = await parquetRows(await signals("parquet"));
      expect(first).toMatchObject({ signal_id: "sig:bare", value: null, history: [] });
      expect(second).toMatchObject({ value: 7.25, topics: FULL_SIGNAL.topics, source: FULL_SIGNAL.source });
      expect(second!.history).toEqual([
        { observed_at: new Date("2025-01-01"), value: 6.5 },
        { observed_at: new Date("2025-02-01"), value: null },
      ]);
    });

    test("only what passes the filters is exported, and nothing makes a file without rows", async () => {
      const some = (await papers("jsonl", { year_from: 2_003, year_to: 2_005, words: "comma quote tab SUM" })).toString();
      expect(some).toBe("");
      const three = (await papers("jsonl", { year_from: 2_003, year_to: 2_005 })).toString().trim().split("\n");
      expect(three.map((line) => (JSON.parse(line) as { paper_id: string }).paper_id)).toEqual(["doi:103", "doi:104", "doi:105"]);
      const word = (await papers("jsonl", { words: "zebra comma" })).toString();
      expect(word).toBe("");
      const quoted = (await papers("jsonl", { words: "semicolon quote" })).toString();
      expect((JSON.parse(quoted) as { paper_id: string }).paper_id).toBe("doi:106");
      expect(await parquetRows(await papers("parquet", { year_from: 2_090 }))).toEqual([]);
      expect((await papers("csv", { year_from: 2_090 })).toString().split("\r\n")).toHaveLength(2);
    });

    test("what is written, removed or promoted meanwhile disturbs nothing: the rest comes from one generation", async () => {
      const { engine } = place;
      const pages = engine.papers.scan({ filters: { venues: ["v"] }, pageSize: 4 })[Symbol.asyncIterator]();
      const seen = ((await pages.next()).value as { document: { paper_id: string } }[]).map(({ document }) => document.paper_id);
      const [papersName, signalsName] = [
        await engine.createGeneration("papers", SMALL_SPACE),
        await engine.createGeneration("signals", SMALL_SPACE),
      ];
      const before = await engine.identity();
      await engine.promote({ papers: papersName, signals: signalsName });
      for (let next = await pages.next(); !next.done; next = await pages.next()) {
        seen.push(...next.value.map(({ document }) => document.paper_id));
      }
      expect(seen).toEqual(hostile.map(({ paper_id }) => paper_id));
      const live = (target: string) => before.find((one) => one.target === target)!.generation!;
      await engine.promote({ papers: live("papers"), signals: live("signals") });
    });
  });
}

async function collected(
  open: (run: { signal: AbortSignal; onRows: (rows: number) => void }) => AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of open({ signal: new AbortController().signal, onRows: () => undefined })) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parquetRows(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } });
}
