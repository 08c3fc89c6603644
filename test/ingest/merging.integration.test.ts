import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PaperSet } from "../../ingest/paper-set.ts";
import { canonicalJson } from "../../src/documents/hash.ts";
import { sourceRecord } from "../../src/documents/merge.ts";
import { PaperInput, type Paper } from "../../src/documents/paper.ts";
import type { Engine } from "../../src/engine/port.ts";
import { contents, paperLoader } from "./loader.ts";

const from = (name: string, row: object) => ({ ...row, source_name: name });
const ANTHOLOGY = from("ACL Anthology", { acl: "2020.acl-main.1", doi: "10.1234/a", title: "A Title", year: 2020 });
const ARXIV = from("arXiv", { arxiv: "2001.00001", title: "A title, first version", abstract: "Abstract." });
const OPENALEX = from("OpenAlex", { openalex: "W1234", doi: "10.1234/a", arxiv: "2001.00001v3", title: "A title" });

describe("rows of several sources", () => {
  it("that share an id make one paper that keeps what each says", async () => {
    const load = paperLoader();
    await load.run(load.rows("a.jsonl", [ANTHOLOGY]));
    const report = await load.run(load.rows("b.jsonl", [OPENALEX, ARXIV]));
    expect(report.rows).toMatchObject({ read: 2, merged: 2, indexed: 0 });
    const { papers } = await contents(load.engine);
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({ paper_id: "doi:10.1234/a", title: "A Title", abstract: "Abstract.", year: 2020 });
    expect(papers[0]!.sources.map(({ name }) => name)).toEqual(["ACL Anthology", "arXiv", "OpenAlex"]);
    expect(papers[0]!.source_records.map(({ record_key }) => record_key)).toEqual([
      "acl:2020.acl-main.1",
      "arxiv:2001.00001",
      "openalex:W1234",
    ]);
    expect(await load.engine.papers.resolve(["openalex:W1234", "arxiv:2001.00001"])).toEqual(
      new Map([
        ["openalex:W1234", "doi:10.1234/a"],
        ["arxiv:2001.00001", "doi:10.1234/a"],
      ]),
    );
  });

  it("make the same papers in whatever order they come and however they are batched", async () => {
    const rows = [ANTHOLOGY, ARXIV, OPENALEX, from("x", { acl: "2020.acl-main.2", title: "Alone" })];
    const seen = new Set<string>();
    const orders = [
      { order: [0, 1, 2, 3], batchSize: 1 },
      { order: [3, 2, 1, 0], batchSize: 3 },
      { order: [1, 0, 3, 2], batchSize: 1 },
      { order: [2, 3, 0, 1], batchSize: 10 },
    ];
    for (const { order, batchSize } of orders) {
      const load = paperLoader();
      await load.run(
        load.rows(
          "a.jsonl",
          order.map((index) => rows[index]!),
        ),
        { batchSize },
      );
      const { papers } = await contents(load.engine);
      const sameOf = (paper: Paper) => ({ ...paper, former_ids: [], content_hash: "", aliases: paper.aliases.toSorted() });
      seen.add(JSON.stringify(papers.map(sameOf)));
    }
    expect(seen.size).toBe(1);
  });

  it("find the paper whose id they did not know, also while it is not yet visible to searches", async () => {
    const load = paperLoader();
    const many = Array.from({ length: 20 }, (_, index) => [
      from("one", { doi: `10.1234/${index}`, openreview: `review${index}`, title: `Paper ${index}` }),
      from("two", { openreview: `review${index}`, title: `Paper ${index}` }),
    ]);
    const report = await load.run(load.rows("a.jsonl", many.flat()), { batchSize: 3 });
    expect(report.rows).toMatchObject({ indexed: 20, merged: 20 });
    expect(await load.engine.papers.count({})).toBe(20);
  });

  it("are told apart by their own source: two papers of the Anthology with one DOI stay two, and the first keeps it", async () => {
    const load = paperLoader();
    const rows = [
      from("ACL Anthology", { acl: "W18-0101", doi: "10.1234/shared", title: "One paper" }),
      from("ACL Anthology", { acl: "W18-0102", doi: "10.1234/shared", title: "Quite another paper" }),
    ];
    for (const batchSize of [1, 10]) {
      await load.run(load.rows("a.jsonl", rows), { batchSize });
      const { papers } = await contents(load.engine);
      expect(papers.map(({ paper_id, ids, title }) => [paper_id, ids, title])).toEqual([
        ["acl:W18-0102", { acl: "W18-0102" }, "Quite another paper"],
        ["doi:10.1234/shared", { doi: "10.1234/shared", acl: "W18-0101" }, "One paper"],
      ]);
    }
    expect((await load.run(load.rows("a.jsonl", rows))).rows).toMatchObject({ unchanged: 2 });
  });

  it("of one record: the last one counts, and the paper keeps its id while its ids change", async () => {
    const load = paperLoader();
    await load.run(load.rows("a.jsonl", [{ acl: "P19-1001", title: "First", doi: "10.1234/wrong" }], { sourceName: "S" }));
    await load.run(load.rows("b.jsonl", [{ acl: "P19-1001", title: "Second", doi: "10.1234/right" }], { sourceName: "S" }));
    const { papers } = await contents(load.engine);
    expect(papers).toHaveLength(1);
    expect(papers[0]).toMatchObject({
      paper_id: "doi:10.1234/wrong",
      title: "Second",
      ids: { doi: "10.1234/right", acl: "P19-1001" },
      aliases: ["doi:10.1234/wrong", "doi:10.1234/right", "acl:P19-1001"],
    });
  });
});

describe("two stored papers that turn out to be one", () => {
  const FIRST = from("one", { acl: "P19-1001", title: "A paper" });
  const SECOND = from("two", { arxiv: "2001.00001", title: "A paper", abstract: "Words." });
  const LINK = from("three", { acl: "P19-1001", arxiv: "2001.00001", title: "A paper" });
  const SIGNALS = [
    "kind,title,statement,value,unit,paper_ids,observed_at,source_name",
    "code,Code,It has code.,,,P19-1001,2024-01-01,S",
    "adoption,Stars,It has 5 stars.,5,stars,P19-1001,2024-01-01,S",
    "adoption,Stars,It has 9 stars.,9,stars,arXiv:2001.00001,2024-02-01,S",
    "news,Both,Two papers in the news.,,,P19-1001;10.1234/other,2024-01-01,S",
  ].join("\n");

  async function loaded() {
    const load = paperLoader();
    const other = from("one", { doi: "10.1234/other", title: "Another" });
    await load.run(load.rows("a.jsonl", [FIRST, SECOND, other]));
    writeFileSync(join(load.folder, "s.csv"), SIGNALS);
    const signals = { target: "signals", path: join(load.folder, "s.csv"), format: "csv" } as const;
    await load.run(signals);
    return { ...load, signals };
  }

  it("become the one with the stronger id; the other's id leads to it and its signals are about it", async () => {
    const load = await loaded();
    const report = await load.run(load.rows("b.jsonl", [LINK]));
    expect(report).toMatchObject({ papers_joined: 1, rows: { merged: 1 } });
    const before = await contents(load.engine);
    const { papers, signals } = before;
    expect(papers.map(({ paper_id }) => paper_id)).toEqual(["arxiv:2001.00001", "doi:10.1234/other"]);
    expect(papers[0]).toMatchObject({
      former_ids: ["acl:P19-1001"],
      has_code: true,
      signal_counts: { code: 1, adoption: 1, news: 1 },
      abstract: "Words.",
    });
    expect(await load.engine.papers.resolve(["acl:P19-1001"])).toEqual(new Map([["acl:P19-1001", "arxiv:2001.00001"]]));
    expect(signals).toHaveLength(3);
    expect(signals.find(({ kind }) => kind === "adoption")).toMatchObject({
      paper_ids: ["arxiv:2001.00001"],
      value: 9,
      history: [{ observed_at: "2024-01-01", value: 5 }],
    });
    expect(signals.find(({ kind }) => kind === "news")?.paper_ids).toEqual(["arxiv:2001.00001", "doi:10.1234/other"]);
    const again = await load.run(load.signals);
    expect(again.rows).toMatchObject({ indexed: 0, dead: 0 });
    expect(await contents(load.engine)).toEqual(before);
  });

  it.each(["papers.write", "signals.write", "signals.remove", "papers.remove"] as const)(
    "are one also where the run dies right behind %s, and everything is loaded again",
    async (step) => {
      clean ??= undisturbed();
      const load = await loaded();
      const source = load.rows("b.jsonl", [LINK]);
      await expect(load.run(source, {}, { engine: dyingBehind(load.engine, step) })).rejects.toThrow("died");
      // The records are read again in an order in which nothing links the two at first.
      await load.run(load.rows("a.jsonl", [FIRST, SECOND]));
      await load.run(load.signals);
      await load.run(source);
      expect(await contents(load.engine)).toEqual(await clean);
    },
  );

  let clean: ReturnType<typeof contents> | undefined;

  async function undisturbed() {
    const load = await loaded();
    await load.run(load.rows("b.jsonl", [LINK]));
    return contents(load.engine);
  }
});

/** The engine, but its first call of this method throws once it did its work. */
function dyingBehind(engine: Engine, step: string): Engine {
  const [collection, method] = step.split(".") as ["papers" | "signals", "write" | "remove"];
  const original = engine[collection] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const dying = async (...given: unknown[]): Promise<unknown> => {
    await original[method]!(...given);
    throw new Error("died");
  };
  return { ...engine, [collection]: { ...original, [method]: dying } };
}

it("papers and their records depend on the rows alone, not on their order, wherever no source contradicts itself", () => {
  const scheme = fc.constantFrom("doi", "arxiv", "acl", "openreview");
  const ID: Record<string, (number: number) => string> = {
    doi: (number) => `10.1234/${number}`,
    arxiv: (number) => `2001.0000${number}`,
    acl: (number) => `P19-100${number}`,
    openreview: (number) => `review${number}`,
  };
  const row = fc.record({
    source: fc.constantFrom("a", "b", "c"),
    ids: fc.dictionary(scheme, fc.integer({ min: 0, max: 3 }), { minKeys: 1, maxKeys: 3 }),
  });
  const key = ({ source, ids }: { source: string; ids: object }) => `${source} ${canonicalJson(ids)}`;
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: key, maxLength: 7 }), fc.infiniteStream(fc.nat()), (rows, order) => {
      const records = rows.map(({ source, ids }, index) => {
        const given = Object.fromEntries(Object.entries(ids).map(([scheme, number]) => [scheme, ID[scheme]!(number)]));
        const record = sourceRecord(PaperInput.parse({ title: "T", year: 2000 + index, ids: given }), {
          name: source,
          url: null,
          license: null,
        });
        return { ...record, record_key: `${record.record_key} ${index}` };
      });
      const shuffled = records.map((record) => [order.next().value, record] as const).sort(([a], [b]) => a - b);
      expect(grouped(shuffled.map(([, record]) => record))).toEqual(grouped(records));
    }),
    { numRuns: 300 },
  );
});

function grouped(records: Parameters<PaperSet["put"]>[0][]): string[] {
  const set = new PaperSet([]);
  for (const record of records) set.put(record);
  const standing = set.papers.filter(({ into }) => into === null);
  return standing
    .map((paper) =>
      paper.records
        .map(({ record_key }) => record_key)
        .sort()
        .join(),
    )
    .sort();
}

it("a dry run counts what the load will count, merges, repetitions, deletions and signals with them", async () => {
  const load = paperLoader();
  const rows = [
    from("one", { doi: "10.1234/a", title: "A" }),
    from("one", { doi: "10.1234/a", title: "A" }),
    from("two", { doi: "10.1234/a", openreview: "review1", title: "A of two" }),
    from("four", { acl: "P19-1001", title: "B" }),
    from("three", { acl: "P19-1001", openreview: "review1", title: "Links" }),
    from("one", { arxiv: "2001.00001", title: "Gone" }),
    from("one", { arxiv: "2001.00001", deleted: true }),
    { title: "No id" },
    from("one", { doi: "10.1234/a", title: "A, again" }),
  ];
  const source = load.rows("a.jsonl", rows);
  for (const round of ["into an empty index", "again"]) {
    const { rows: dry, derived, papers_joined, papers_removed } = await load.run(source, { dryRun: true, batchSize: 1 });
    const before = round === "again" ? await contents(load.engine) : null;
    if (before) expect(await contents(load.engine)).toEqual(before);
    const wet = await load.run(source, { batchSize: 1 });
    expect({ rows: dry, derived, papers_joined, papers_removed }).toEqual({
      rows: wet.rows,
      derived: wet.derived,
      papers_joined: wet.papers_joined,
      papers_removed: wet.papers_removed,
    });
    if (round !== "again") expect(wet).toMatchObject({ papers_joined: 1, papers_removed: 1, rows: { merged: 2, unchanged: 1 } });
  }
});
