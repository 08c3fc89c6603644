import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { paperLoader } from "./loader.ts";

const row = (acl: string, title: string, more: object = {}) => ({ acl, title, source_name: "S", ...more });
/** Rows 1, 4 and 7 are of one record, 2 and 6 of another; all other records have one row. */
const ROWS = [
  row("P19-1001", "One, first"),
  row("P19-1002", "Two, first", { doi: "10.1234/2" }),
  row("P19-1003", "Three"),
  row("P19-1001", "One, second"),
  row("P19-1004", "Four"),
  row("P19-1002", "Two, last", { doi: "10.1234/2" }),
  row("P19-1001", "One, last"),
  row("P19-1005", "Five"),
];

/** What a load of papers promises of an input that has several rows of one record, on every engine. */
export function repeatedRowsSuite(name: string, open: (folder: string) => Engine): void {
  vi.setConfig({ testTimeout: 120_000 });
  describe(`${name}: an input with several rows of one record`, () => {
    for (const [first, second] of [
      [1, 1],
      [10, 1],
      [1, 3],
      [2, 10],
    ]) {
      it(`loaded again writes nothing (batches of ${first}, then of ${second})`, async () => {
        const load = paperLoader(open);
        const source = load.rows("a.jsonl", ROWS);
        await load.run(source, { batchSize: first });
        const before = await stored(load.engine);
        expect(before.map(({ title }) => title)).toEqual(["One, last", "Three", "Four", "Five", "Two, last"]);
        for (const batchSize of [second, first]) {
          const report = await load.run(source, { batchSize });
          expect(report).toMatchObject({
            status: "done",
            rows: { read: 8, indexed: 0, unchanged: 5, superseded: 3 },
            texts_embedded: 0,
          });
          expect(await stored(load.engine)).toEqual(before);
        }
        expect((await load.run(source, { dryRun: true })).rows).toMatchObject({ read: 8, unchanged: 5, superseded: 3 });
      });
    }

    it("writes nothing either where the second load is stopped after each batch and resumed", async () => {
      const load = paperLoader(open);
      const source = load.rows("a.jsonl", ROWS);
      await load.run(source, { batchSize: 1 });
      const before = await stored(load.engine);
      for (let resume = false; ; resume = true) {
        const stopping = new AbortController();
        const deps = { onProgress: () => stopping.abort() };
        const report = await load.run(source, { batchSize: 2, resume, signal: stopping.signal }, deps);
        expect(report.error).toBeNull();
        if (report.status === "stopped") continue;
        expect(report).toMatchObject({ status: "done", rows: { read: 8, indexed: 0, unchanged: 5, superseded: 3 } });
        break;
      }
      expect(await stored(load.engine)).toEqual(before);
    });

    it("of which a load read the beginning alone is still known for what it is", async () => {
      const load = paperLoader(open);
      const source = load.rows("a.jsonl", ROWS);
      await load.run(source, { batchSize: 1 });
      await load.run(source, { batchSize: 1, limit: 3 });
      const report = await load.run(source, { batchSize: 1 });
      expect(report.rows).toMatchObject({ read: 8, indexed: 2, unchanged: 3, superseded: 3 });
    });

    it("that changed since lets the last row of each record win", async () => {
      const load = paperLoader(open);
      await load.run(load.rows("a.jsonl", ROWS), { batchSize: 1 });
      // As long as before, to the byte.
      const turned = [...ROWS];
      const padded = (given: (typeof ROWS)[number]) => ({ ...given, title: given.title.padEnd(12, ".") });
      [turned[0], turned[6]] = [padded(ROWS[6]!), padded(ROWS[0]!)];
      const changes: [rows: object[], title: string | undefined][] = [
        [turned, "One, first.."],
        [ROWS.slice(0, 2), "One, first"],
        [[...ROWS, { acl: "P19-1001", source_name: "S", deleted: true }], undefined],
        [[{ acl: "P19-1001", source_name: "S", deleted: true }, ...ROWS], "One, last"],
      ];
      for (const [rows, title] of changes) {
        const report = await load.run(load.rows("a.jsonl", rows), { batchSize: 1 });
        expect(report).toMatchObject({ status: "done", rows: { read: rows.length } });
        expect((await stored(load.engine)).find(({ paper_id }) => paper_id === "acl:P19-1001")?.title).toBe(title);
      }
    });
  });
}

/** What a load that knows of the repetitions leaves behind is what one leaves that takes each row as it comes. */
export function repeatedRowsProperty(): void {
  it(
    "leads to the same index whether its repetitions are known or not, and a third load writes nothing",
    { timeout: 120_000 },
    async () => {
      const rows = fc.array(
        fc.record({
          id: fc.integer({ min: 1, max: 4 }),
          text: fc.integer({ min: 1, max: 3 }),
          deleted: fc.integer({ min: 1, max: 5 }).map((number) => number === 1),
          source: fc.constantFrom("S", "T"),
        }),
        { minLength: 2, maxLength: 12 },
      );
      // A record keeps its ids: a paper keeps every id that it once had, so that what it is called depends on each row that was ever stored.
      const ids = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(rows, rows, ids, fc.integer({ min: 1, max: 4 }), async (first, second, dois, batchSize) => {
          const toRow = rowOf(dois);
          const states = [];
          for (const forgets of [false, true]) {
            const load = paperLoader((folder) => openLanceDb({ folder, prefix: "" }));
            await load.run(load.rows("a.jsonl", first.map(toRow)), { batchSize });
            if (forgets) rmSync(join(load.folder, "ingest"), { recursive: true, force: true });
            const source = load.rows("a.jsonl", second.map(toRow));
            await load.run(source, { batchSize });
            states.push(await recordsOfPapers(load.engine));
            const before = await stored(load.engine);
            const again = await load.run(source, { batchSize });
            expect(again).toMatchObject({ status: "done", rows: { indexed: 0, merged: 0, removed: 0 } });
            expect(await stored(load.engine)).toEqual(before);
          }
          expect(states[0]).toEqual(states[1]);
        }),
        // Shrinking would load for minutes.
        { numRuns: 8, endOnFailure: true },
      );
    },
  );
}

interface Drawn {
  id: number;
  text: number;
  deleted: boolean;
  source: string;
}

/** `dois`: whether a record has a DOI beside its other id, in the source S, then in T. */
function rowOf(dois: readonly boolean[]) {
  return ({ id, text, deleted, source }: Drawn) => {
    const hasDoi = dois[id - 1 + (source === "S" ? 0 : 4)];
    const given = { acl: `P19-100${id}`, source_name: source, ...(hasDoi ? { doi: `10.1234/${id}` } : {}) };
    return deleted ? { ...given, deleted } : { ...given, title: `Paper ${id}, text ${text}` };
  };
}

/** What the papers are made of; what each is called depends on the record that came first. */
async function recordsOfPapers(engine: Engine) {
  const papers = await stored(engine);
  return papers
    .map(({ ids, title, source_records }) => ({ ids, title, source_records }))
    .sort((a, b) => (a.ids.acl! < b.ids.acl! ? -1 : 1));
}

async function stored(engine: Engine) {
  await engine.papers.refresh();
  return (await engine.papers.list({ filters: {}, sort: "paper_id", limit: 100 })).documents;
}
