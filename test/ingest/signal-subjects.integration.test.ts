import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { runIngest } from "../../ingest/run.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { scratchFolder, writeScratch } from "./files.ts";

const PAPERS = [
  { title: "Dense Retrieval: A Study", arxiv: "2301.00001", doi: "10.1000/one" },
  { title: "Twice Told", acl: "P19-1001" },
  { title: "Twice told!", acl: "P19-1002" },
];
const MAP = {
  target: "signals",
  fields: {
    kind: { value: "code" },
    title: "repository",
    statement: { template: "There is code at {repository}." },
    "paper.ids": { each: ["doi", "link"] },
    "paper.title": "title",
    observed_at: { value: "2024-01-02" },
    "source.name": { value: "A list" },
  },
};

describe("a signal that names its paper by ids or title", () => {
  it.each([
    ["any of its ids", "10.9999/unknown,https://arxiv.org/abs/2301.00001v2,Another title"],
    [
      "its title where no id is known, whatever case and punctuation",
      "10.9999/unknown,http://papers.example/1.pdf,dense  retrieval -- a STUDY",
    ],
    ["its title alone", ",,Dense Retrieval: A Study"],
    ["an id where the title has several papers", "10.1000/ONE,,Twice Told"],
  ])("finds it by %s", async (_, columns) => {
    const { report, signals } = await load(`${columns},a/b\n`);
    expect(report.rows).toMatchObject({ read: 1, indexed: 1 });
    expect(signals).toMatchObject([{ paper_ids: ["doi:10.1000/one"], title: "a/b" }]);
  });

  it.each([
    ["paper_ambiguous", ",,Twice Told", /several papers have the title “Twice Told”; use its ID instead/u],
    ["paper_not_found", "10.9999/unknown,,", /no paper in the index has 10\.9999\/unknown; load it first/u],
    ["paper_not_found", ",,Dense Retrieval", /no paper in the index has the title “Dense Retrieval”/u],
    ["invalid_field", ",,", /must name at least one paper/u],
  ])("is a dead letter where that does not tell one paper: %s %j", async (reason, columns, message) => {
    const { report, signals } = await load(`${columns},a/b\n`);
    expect(report.dead_by_reason).toEqual({ [reason]: 1 });
    expect(report.first_dead[0]!.message).toMatch(message);
    expect(signals).toEqual([]);
  });
});

async function load(rows: string) {
  const dataDir = scratchFolder();
  const engine = openLanceDb({ folder: join(dataDir, "index"), prefix: "" });
  const records = openSqliteRecords(join(dataDir, "records.sqlite"));
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await records[Symbol.asyncDispose]();
  });
  const deps = { engine, records, embedder: hashEmbedder() };
  const papers = writeScratch("papers.jsonl", PAPERS.map((paper) => `${JSON.stringify(paper)}\n`).join(""));
  await runIngest({ source: { target: "papers", format: "jsonl", path: papers }, dataDir }, deps);
  const path = writeScratch("signals.csv", `doi,link,title,repository\n${rows}`);
  const map = writeScratch("map.json", JSON.stringify(MAP));
  const report = await runIngest({ source: { target: "signals", format: "csv", path, map }, dataDir }, deps);
  const { documents } = await engine.signals.list({ filters: {}, sort: "newest", limit: 10 });
  return { report, signals: documents };
}
