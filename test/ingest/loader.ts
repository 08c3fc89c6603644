import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runIngest, type RunDeps, type RunOptions } from "../../ingest/run.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import type { Paper } from "../../src/documents/paper.ts";
import type { Passage } from "../../src/documents/passage.ts";
import type { Signal } from "../../src/documents/signal.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { scratchFolder } from "./files.ts";
import { testClock } from "./scripted-collection.ts";

/** An index of its own and what a test loads into it. */
export function paperLoader(open: (folder: string) => Engine = inLanceDb) {
  const folder = scratchFolder();
  const engine = open(join(folder, "index"));
  const records = openSqliteRecords(join(folder, "records.sqlite"));
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await records[Symbol.asyncDispose]();
  });
  const embedder = hashEmbedder();
  return {
    engine,
    records,
    embedder,
    folder,
    /** Rows of JSON in a file. */
    rows(name: string, rows: readonly object[], more: Partial<SourceOptions> = {}): SourceOptions {
      writeFileSync(join(folder, name), rows.map((row) => JSON.stringify(row)).join("\n"));
      return { target: "papers", path: join(folder, name), format: "jsonl", ...more };
    },
    run: (source: SourceOptions, options: Partial<RunOptions> = {}, deps: Partial<RunDeps> = {}) =>
      runIngest({ dataDir: folder, ...options, source }, { engine, embedder, records, clock: testClock(), ...deps }),
  };
}

function inLanceDb(folder: string): Engine {
  return openLanceDb({ folder, prefix: "" });
}

/** Everything that is in an index, without what tells one run from another; in the order of ids. */
export async function contents({ papers, signals, passages }: Engine) {
  await Promise.all([papers.refresh(), signals.refresh(), passages.refresh()]);
  const [paperList, signalList, passageList] = await Promise.all([
    papers.list({ filters: {}, sort: "paper_id", limit: 1_000 }),
    signals.list({ filters: {}, sort: "signal_id", limit: 1_000 }),
    passages.list({ filters: {}, sort: "place", limit: 10_000 }),
  ]);
  return {
    papers: paperList.documents.map(withoutRun),
    signals: signalList.documents.map(withoutRun),
    passages: passageList.documents.map(withoutRun),
  };
}

function withoutRun<Document extends Paper | Signal | Passage>(document: Document): Document {
  return { ...document, run_id: "", ingested_at: "" };
}
