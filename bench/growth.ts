import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIndex } from "../ingest/generations/build.ts";
import { migrate } from "../ingest/generations/migrate.ts";
import { promoteBuild, pruneGenerations } from "../ingest/generations/swap.ts";
import type { Embedder } from "../src/embedding/port.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import type { Library } from "../src/retrieval/library.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import { rounded } from "../src/shared/rounding.ts";
import { loadRows } from "./loads/load-rows.ts";
import { randomVectors } from "./loads/measured.ts";
import { syntheticPapers, type Synthetic } from "./passages/synthetic.ts";

const SPACE = { model: "growth", dimensions: 384 };
const SUBJECTS = 500;
const QUESTIONS = 60;
const WARM_UP = 10;

/**
 * One library in LanceDB that grows to each number of papers (`--papers`, separated by commas), with synthetic texts and vectors: what is added is loaded on top of what is there. Prints at each: papers
 * written a second with the completion of the indexes, bytes a paper, and the median and p95 of hybrid searches; and again after a build of a new generation from the live one and its
 * promotion. `--migrate`: at the last number everything is copied to another library too.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { papers: { type: "string", default: "10000,100000,300000" }, migrate: { type: "boolean", default: false } },
  });
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-growth-"));
  const open = (name: string) => ({
    engine: openLanceDb({ folder: join(folder, name), prefix: "" }),
    records: openSqliteRecords(join(folder, `${name}.sqlite`)),
  });
  try {
    const stores = open("growing");
    await using engine = stores.engine;
    await using records = stores.records;
    const synthetic = syntheticPapers(SUBJECTS);
    const random = randomVectors(SPACE);
    const ofSubjects = (await random.embedTexts(synthetic.subjects.map((words) => words.join(" ")))) as Float32Array[];
    const library: Library = { engine, records, embedder: embedderOf(synthetic, ofSubjects, random) };
    await engine.create(SPACE);
    console.log(
      "| papers | loaded | bytes a paper | search p50, p95 | built | promoted | p50, p95 after it | load |\n|---|---|---|---|---|---|---|---|",
    );
    let from = 0;
    for (const to of values.papers.split(",").map(Number)) {
      const loaded = await loadRows(engine, "papers", { from, to }, (index) => [
        { document: synthetic.paper(index), vector: synthetic.vector(index, ofSubjects) },
      ]);
      const before = await searched(library, synthetic);
      const built = await rebuilt(library, folder);
      const after = await searched(library, synthetic);
      console.log(
        `| ${[
          to,
          `${Math.round((to - from) / loaded.seconds)}/s`,
          Math.round(loaded.bytes / to),
          before,
          `${built.build.toFixed(0)} s, ${Math.round(to / built.build)}/s`,
          `${built.promote.toFixed(1)} s`,
          after,
          loadavg()[0]!.toFixed(1),
        ].join(" | ")} |`,
      );
      from = to;
    }
    if (values.migrate) {
      const other = open("other");
      const beganAt = performance.now();
      const { complete } = await migrate(stores, other);
      const seconds = (performance.now() - beganAt) / 1_000;
      console.log(`migrated ${from} papers in ${seconds.toFixed(0)} s (${Math.round(from / seconds)}/s), complete: ${complete}`);
      await other.engine[Symbol.asyncDispose]();
      await other.records[Symbol.asyncDispose]();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Knows the vectors of the questions: near to the papers of their subject. */
function embedderOf(synthetic: Synthetic, ofSubjects: readonly Float32Array[], random: Embedder): Embedder {
  const known = new Map(ofSubjects.map((vector, subject) => [synthetic.question(subject), vector]));
  return { ...random, embedQuery: async (text) => known.get(text) ?? random.embedQuery(text) };
}

/** Seconds of building a generation from the live one and of promoting it; older ones are removed. */
async function rebuilt(library: Library, folder: string): Promise<{ build: number; promote: number }> {
  const deps = { engine: library.engine, embedder: library.embedder, records: library.records };
  const beganAt = performance.now();
  const { state, error, checks } = await buildIndex({ from: { papers: "live", signals: "live" }, dataDir: folder }, deps);
  if (state !== "built") throw new Error(`the build failed: ${error ?? JSON.stringify(checks)}`);
  const builtAt = performance.now();
  await promoteBuild({ dataDir: folder }, deps);
  const promotedAt = performance.now();
  await pruneGenerations({ all: true, dataDir: folder }, deps);
  return { build: (builtAt - beganAt) / 1_000, promote: (promotedAt - builtAt) / 1_000 };
}

/** Median and p95 of hybrid searches, each for another subject. */
async function searched(library: Library, synthetic: Synthetic): Promise<string> {
  const times: number[] = [];
  for (let subject = 0; subject < QUESTIONS + WARM_UP; subject += 1) {
    const beganAt = performance.now();
    const { papers } = await searchPapers(library, {
      query: synthetic.question(subject),
      limit: 10,
      retrieval: "hybrid",
      filters: {},
      sort: "relevance",
      facets: false,
      detail: "full",
    });
    if (papers.length === 0) throw new Error("nothing was found");
    if (subject >= WARM_UP) times.push(performance.now() - beganAt);
  }
  times.sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => `${rounded(times[Math.floor(share * times.length)]!, 1)} ms`).join(", ");
}
