import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { WriteError } from "../../src/engine/writes.ts";
import { exitCodeOf, reportText, type IngestReport } from "../../ingest/report.ts";
import { retryDead } from "../../ingest/retry-dead.ts";
import { runIngest, type RunOptions } from "../../ingest/run.ts";
import { listRuns } from "../../ingest/runs.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import { hashEmbedder, type HashEmbedder } from "../support/hash-embedder.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { scratchFolder } from "./files.ts";
import { testClock } from "./scripted-collection.ts";

const POISON = [
  '{"title":',
  "[1]",
  '{"acl":"P19-1002"}',
  '{"title":"T","acl":"P19-1003","year":"2020.7"}',
  '{"title":"T","doi":"nonsense"}',
];

describe("a load of papers", () => {
  it("gives every row an outcome, and the counts add up", async () => {
    const load = await loader();
    const lines = [...papers(1, 7), "", ...POISON, papers(3, 3)[0]!.replace("Paper 3", "Paper 3, again"), "  "];
    const report = await load.run(load.file("a.jsonl", lines), { batchSize: 100 });
    expect(report.rows).toEqual({ read: 15, indexed: 7, unchanged: 0, merged: 0, superseded: 1, removed: 0, dead: 5, blank: 2 });
    expect(report.dead_by_reason).toEqual({ invalid_json: 2, missing_field: 1, invalid_field: 2 });
    expect(await load.engine.papers.count({})).toBe(7);
    expect((await load.engine.papers.get(["acl:P19-1003"])).get("acl:P19-1003")!.title).toBe("Paper 3, again about words");
    expect(exitCodeOf(report)).toBe(3);
  });

  it("keeps poison rows with line, byte, reason, field and their beginning, and a rerun does not double them", async () => {
    const load = await loader();
    const long = `{"title":"${"x".repeat(5_000)}"}`;
    const source = load.file("a.jsonl", [...papers(1, 3), ...POISON, long]);
    const report = await load.run(source);
    const letters = load.letters(report);
    expect(letters.map(({ line, stage, reason, field = "" }) => `${line} ${stage} ${reason} ${field}`.trim())).toEqual([
      "4 read invalid_json",
      "5 read invalid_json",
      "6 validate missing_field title",
      "7 validate invalid_field year",
      "8 validate invalid_field ids.doi",
      "9 validate invalid_field title",
    ]);
    expect(letters[0]).toMatchObject({
      file: source.path,
      byte: papers(1, 3).join("\n").length + 1,
      row: POISON[0],
      row_is_cut: false,
    });
    expect(letters[5]).toMatchObject({ row: long.slice(0, 2_048), row_is_cut: true });
    await load.run(source);
    await load.run(source);
    expect(load.letters(report)).toEqual(letters);
  });

  it("that was mended leaves no dead letter behind", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", [...papers(1, 2), ...POISON]);
    const report = await load.run(source);
    load.file("a.jsonl", [...papers(1, 2), ...papers(3, 5), POISON[4]!]);
    await load.run(source);
    expect(load.letters(report).map(({ line }) => line)).toEqual([6]);
  });

  it("that is run again writes nothing and embeds nothing", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", papers(1, 30));
    await load.run(source, { batchSize: 7 });
    const before = await load.engine.papers.list({ filters: {}, sort: "paper_id", limit: 100 });
    const embedded = load.embedder.texts.length;
    const report = await load.run(source, { batchSize: 7 });
    expect(report.rows).toMatchObject({ indexed: 0, unchanged: 30 });
    expect(load.embedder.texts.length).toBe(embedded);
    expect(await load.engine.papers.list({ filters: {}, sort: "paper_id", limit: 100 })).toEqual(before);
  });

  it("lets the last row of a paper win also where batches run side by side", async () => {
    const load = await loader();
    const versions = Array.from({ length: 12 }, (_, version) => papers(1, 1)[0]!.replace("Paper 1", `Version ${version}`));
    const report = await load.run(load.file("a.jsonl", versions), { batchSize: 1 });
    expect(report.rows.indexed).toBe(12);
    expect((await load.engine.papers.get(["acl:P19-1001"])).get("acl:P19-1001")!.title).toBe("Version 11 about words");
  });

  it("stores a paper whose text the model refuses without a vector, and says so", async () => {
    const load = await loader({ embedder: hashEmbedder({ refuse: "Paper 2" }) });
    const report = await load.run(load.file("a.jsonl", papers(1, 3)));
    expect(report).toMatchObject({ without_vector: 1, rows: { indexed: 3 } });
    expect([...(await load.engine.papers.vectors(["acl:P19-1001", "acl:P19-1002"])).keys()]).toEqual(["acl:P19-1001"]);
  });

  it("reads no more rows than the limit", async () => {
    const load = await loader();
    const report = await load.run(load.file("a.jsonl", papers(1, 9)), { limit: 4 });
    expect(report.rows).toMatchObject({ read: 4, indexed: 4 });
  });

  it("fails where a file cannot be read to its end; the papers before are in, and the file is named", async () => {
    const load = await loader();
    const source = load.write("a.xml", ANTHOLOGY.slice(0, ANTHOLOGY.indexOf('<paper id="3">')), "acl-anthology");
    const report = await load.run(source);
    expect(report).toMatchObject({ status: "done", rows: { read: 2, indexed: 2 } });
    expect(report.failed_files).toEqual([expect.stringMatching(/a\.xml:\d+:\d+: is not well-formed XML/u)]);
    expect(exitCodeOf(report)).toBe(1);
    expect(reportText(report)).toContain("Failed: ");
  });
});

describe("signals that a row states beside its paper", () => {
  it("are stored with the paper, counted apart, and the paper knows them", async () => {
    const load = await loader();
    const report = await load.run(load.write("a.xml", ANTHOLOGY, "acl-anthology"));
    expect(report.rows).toMatchObject({ read: 3, indexed: 3 });
    expect(report.derived).toEqual({ read: 4, indexed: 3, unchanged: 0, merged: 1, dead: 0 });
    expect(report.signals_by_kind).toEqual({ code: 1, dataset: 1, award: 1 });
    const paper = (await load.engine.papers.get(["acl:P19-1001"])).get("acl:P19-1001")!;
    expect(paper).toMatchObject({ has_code: true, signal_counts: { code: 1, dataset: 1 } });
    expect(report.counts_refreshed).toBe(0);
  });

  it("are not written again by a rerun", async () => {
    const load = await loader();
    const source = load.write("a.xml", ANTHOLOGY, "acl-anthology");
    await load.run(source);
    const embedded = load.embedder.texts.length;
    const report = await load.run(source);
    expect(report).toMatchObject({
      rows: { indexed: 0, unchanged: 3 },
      derived: { indexed: 0, unchanged: 3, merged: 1 },
      texts_embedded: 0,
    });
    expect(load.embedder.texts.length).toBe(embedded);
  });

  it("bring the counts of a paper up to date that was there before them, and after a crash in between", async () => {
    const load = await loader();
    await load.run(load.write("a.xml", ANTHOLOGY.replace(/<pwccode.*?<\/pwccode>/u, ""), "acl-anthology"));
    const report = await load.run(load.write("a.xml", ANTHOLOGY, "acl-anthology"));
    expect(report.counts_refreshed).toBe(1);
    await load.engine.papers.setCounts(new Map([["acl:P19-1001", {}]]));
    expect((await load.run(load.write("a.xml", ANTHOLOGY, "acl-anthology"))).counts_refreshed).toBe(1);
    expect((await load.engine.papers.get(["acl:P19-1001"])).get("acl:P19-1001")!.has_code).toBe(true);
  });
});

describe("a load of signals", () => {
  const header = "kind,title,statement,value,unit,polarity,paper_ids,topics,observed_at,source_name,source_url,source_license";
  const stars = (day: string, value: number | string, id = "https://aclanthology.org/P19-1001/") =>
    `adoption,Stars,The repository has ${value} stars.,${value},stars,,${id},,${day},GitHub,https://github.com/a/b,`;

  it("finds papers by any spelling of an id, and their counts follow", async () => {
    const load = await loaderWithPapers();
    const code =
      "code,Code,The authors give their code.,,,,ACL: p19-1002;https://doi.org/10.1234/THREE,retrieval,2024-01-02,A list,,CC0";
    const report = await load.run(load.csv([header, stars("2024-01-01", 5), code]));
    expect(report).toMatchObject({ rows: { read: 2, indexed: 2 }, counts_refreshed: 3 });
    const found = await load.engine.papers.get(["acl:P19-1001", "acl:P19-1002", "doi:10.1234/three"]);
    expect([...found.values()].map(({ has_code, signal_counts }) => [has_code, signal_counts])).toEqual(
      expect.arrayContaining([
        [false, { adoption: 1 }],
        [true, { code: 1 }],
        [true, { code: 1 }],
      ]),
    );
    const { documents } = await load.engine.signals.list({ filters: { kinds: ["code"] }, sort: "newest", limit: 5 });
    expect(documents[0]!.paper_ids).toEqual(["acl:P19-1002", "doi:10.1234/three"]);
  });

  it("leaves every index complete, those over the papers whose counts it changed too", async () => {
    const load = await loaderWithPapers();
    const report = await load.run(load.csv([header, stars("2024-01-01", 5)]));
    expect(report.counts_refreshed).toBe(1);
    expect((await load.engine.status()).filter(({ unindexed }) => unindexed !== 0)).toEqual([]);
  });

  it("folds the observations of one signal into its history, in one batch, over batches and over runs", async () => {
    const days = [stars("2024-03-01", 9), stars("2024-01-01", 5), stars("2024-02-01", 7)];
    for (const batchSize of [1, 2, 10]) {
      const load = await loaderWithPapers();
      await load.run(load.csv([header, ...days]), { batchSize });
      const again = await load.run(load.csv([header, ...days]), { batchSize });
      expect(again.rows.indexed).toBe(0);
      const { documents } = await load.engine.signals.list({ filters: {}, sort: "newest", limit: 5 });
      expect(documents).toHaveLength(1);
      expect(documents[0]).toMatchObject({
        value: 9,
        observed_at: "2024-03-01",
        history: [
          { observed_at: "2024-01-01", value: 5 },
          { observed_at: "2024-02-01", value: 7 },
        ],
      });
    }
  });

  it("puts a signal about a paper that is not there into the dead letters, and retry-dead takes it once the paper is", async () => {
    const load = await loaderWithPapers();
    const report = await load.run(
      load.csv([header, stars("2024-01-01", 5), stars("2024-01-01", 6, "P19-1099"), stars("2024-01-01", "many")]),
    );
    expect(load.letters(report).map(({ line, reason, field }) => [line, reason, field])).toEqual([
      [3, "paper_not_found", "paper_ids"],
      [4, "invalid_field", "value"],
    ]);
    await load.run(load.file("more.jsonl", papers(99, 99)));
    const outcome = await retryDead(report.dead_letters_file!, (options) => load.run(options.source, options));
    expect(outcome.reports.map(({ rows }) => rows)).toMatchObject([{ read: 2, indexed: 1, dead: 1 }]);
    expect(load.letters(report).map(({ line }) => line)).toEqual([4]);
    expect(await load.engine.signals.count({})).toBe(2);
  });

  async function loaderWithPapers() {
    const load = await loader();
    await load.run(load.file("papers.jsonl", [...papers(1, 2), '{"title":"Three","doi":"10.1234/three"}']));
    return load;
  }
});

describe("a run that did not end", () => {
  it("fails with a clear error where the engine stays away, and is resumed behind its last finished batch", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", [...papers(1, 20), ...POISON]);
    const failing = awayFrom(load.engine, "acl:P19-1011");
    const report = await load.run(source, { batchSize: 5, giveUpAfterMs: 1_000 }, { engine: failing });
    expect(report).toMatchObject({ status: "failed", error: "the search engine accepted no rows for 1 s: away" });
    expect(report.rows).toMatchObject({ read: 10, indexed: 10 });
    expect(exitCodeOf(report)).toBe(1);

    const resumed = await load.run(source, { batchSize: 5, resume: true });
    expect(resumed).toMatchObject({ status: "done", resumed_from_row: 10, rows: { read: 25, indexed: 20, dead: 5 } });
    expect(load.letters(resumed)).toHaveLength(5);
    expect(await load.engine.papers.count({})).toBe(20);
  });

  it("keeps the dead letters of the rows that a resumed run does not read again", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", [...POISON, ...papers(1, 15)]);
    await load.run(source, { batchSize: 5, giveUpAfterMs: 1_000 }, { engine: awayFrom(load.engine, "acl:P19-1006") });
    const resumed = await load.run(source, { batchSize: 5, resume: true });
    expect(resumed.resumed_from_row).toBe(10);
    expect(load.letters(resumed)).toHaveLength(5);
  });

  it("is not resumed into another input, another mapping or another model", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", papers(1, 20));
    await load.run(source, { batchSize: 5, giveUpAfterMs: 1_000 }, { engine: awayFrom(load.engine, "acl:P19-1011") });
    load.file("a.jsonl", papers(2, 21));
    await expect(load.run(source, { resume: true })).rejects.toThrow("--resume: the input changed");
    await expect(load.run({ ...source, allowNoId: true }, { resume: true })).rejects.toThrow(
      "options or the mapping file changed",
    );
  });

  it("that was asked to stop finishes the batches under way and keeps its checkpoint", async () => {
    const load = await loader();
    const source = load.file("a.jsonl", papers(1, 40));
    const stopping = new AbortController();
    const report = await load.run(source, { batchSize: 4, signal: stopping.signal }, { onProgress: () => stopping.abort() });
    expect(report.status).toBe("stopped");
    expect(report.rows.read).toBeLessThan(40);
    expect(await load.engine.papers.count({})).toBe(report.rows.indexed);
    const resumed = await load.run(source, { batchSize: 4, resume: true });
    expect(resumed).toMatchObject({ status: "done", resumed_from_row: report.rows.read, rows: { read: 40, indexed: 40 } });
  });
});

describe("before anything is written", () => {
  it("a dry run reads and checks everything, says what would be, and writes nothing", async () => {
    const load = await loader();
    const lines = [...papers(1, 5), ...POISON];
    const dry = await load.run(load.file("a.jsonl", lines), { dryRun: true });
    expect(dry.first_dead).toHaveLength(5);
    expect((await load.engine.status()).map(({ generation }) => generation)).toEqual([null, null, null]);
    expect(existsSync(join(load.dataDir, "dead-letters"))).toBe(false);
    expect(load.embedder.texts).toEqual([]);
    const wet = await load.run(load.file("a.jsonl", lines));
    expect(dry.rows).toEqual(wet.rows);
    expect((await load.run(load.file("a.jsonl", lines), { dryRun: true })).rows).toMatchObject({
      indexed: 0,
      unchanged: 5,
      dead: 5,
    });
  });

  it("an index of another embedding model is refused, naming both", async () => {
    const load = await loader();
    await load.run(load.file("a.jsonl", papers(1, 1)));
    const other = load.run(load.file("a.jsonl", papers(1, 1)), {}, { embedder: hashEmbedder({ model: "another" }) });
    await expect(other).rejects.toThrow(/embedding model test-hash .* the configured one is another/u);
  });
});

it("each run is on record", async () => {
  const load = await loader();
  const source = load.file("a.jsonl", papers(1, 2));
  await load.run(source);
  const last = await load.run(source);
  const runs = await listRuns(load.records, 10);
  expect(runs.map(({ status, rows }) => [status, rows.read])).toEqual([
    ["done", 2],
    ["done", 2],
  ]);
  expect(runs.map(({ run_id }) => run_id)).toContain(last.run_id);
});

const ANTHOLOGY =
  '<collection id="P19"><volume id="1" ingest-date="2019-07-28"><meta><year>2019</year><venue>acl</venue></meta>\n' +
  '<paper id="1"><title>One</title><pwccode url="https://github.com/a/b" additional="false">a/b</pwccode>' +
  '<pwcdataset url="https://x.org/d">D</pwcdataset><pwcdataset url="https://x.org/d">D</pwcdataset></paper>\n' +
  '<paper id="2"><title>Two</title><award>Best Paper</award></paper>\n' +
  '<paper id="3"><title>Three</title></paper></volume></collection>';

function papers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    return JSON.stringify({
      title: `Paper ${number} about words`,
      abstract: `Abstract ${number}.`,
      year: 2019,
      acl: `P19-1${`${number}`.padStart(3, "0")}`,
    });
  });
}

interface Letter {
  file: string;
  line: number;
  byte?: number;
  stage: string;
  reason: string;
  field?: string;
  row: string;
  row_is_cut: boolean;
}

/** An index of its own and what a test loads into it. */
async function loader(given: { embedder?: HashEmbedder } = {}) {
  const folder = scratchFolder();
  const engine = openLanceDb({ folder: join(folder, "index"), prefix: "" });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const embedder = given.embedder ?? hashEmbedder();
  const records = openSqliteRecords(join(folder, "records.sqlite"));
  onTestFinished(() => records[Symbol.asyncDispose]());
  const write = (
    name: string,
    content: string,
    format: SourceOptions["format"],
    target: SourceOptions["target"] = "papers",
  ): SourceOptions => {
    writeFileSync(join(folder, name), content);
    return { target, path: join(folder, name), format };
  };
  return {
    engine,
    embedder,
    records,
    dataDir: folder,
    write,
    file: (name: string, lines: readonly string[]) => write(name, lines.join("\n"), "jsonl"),
    csv: (lines: readonly string[]) => write("signals.csv", lines.join("\n"), "csv", "signals"),
    letters: (report: IngestReport): Letter[] =>
      readFileSync(report.dead_letters_file!, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Letter),
    run: (source: SourceOptions, options: Partial<RunOptions> = {}, deps: Partial<Parameters<typeof runIngest>[1]> = {}) =>
      runIngest({ dataDir: folder, ...options, source }, { engine, embedder, records, clock: testClock(), ...deps }),
  };
}

/** The engine, but away for every write that holds this paper or a later one. */
function awayFrom(engine: Engine, paperId: string): Engine {
  const papers: Engine["papers"] = {
    ...engine.papers,
    async write(rows, call) {
      if (rows.some(({ document }) => document.paper_id >= paperId)) throw new WriteError("retry", "away");
      return engine.papers.write(rows, call);
    },
  };
  return { ...engine, papers };
}
