import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIndex } from "../ingest/generations/build.ts";
import { migrate, type MigrationSide } from "../ingest/generations/migrate.ts";
import { promoteBuild, pruneGenerations } from "../ingest/generations/swap.ts";
import type { Embedder } from "../src/embedding/port.ts";
import { openElasticsearch } from "../src/engine/elasticsearch/engine.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import { PublicError } from "../src/errors.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import type { Library } from "../src/retrieval/library.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import { rounded } from "../src/shared/rounding.ts";
import { seededRandom } from "../src/topics/random.ts";
import { loadRows } from "./loads/load-rows.ts";
import { startElasticsearch } from "../test/support/elasticsearch.ts";
import { stageClock } from "./growth/stages.ts";
import { randomVectors, stopwatch, type Spent } from "./loads/measured.ts";
import { ORDINARY_SEARCH } from "./loads/ordinary-search.ts";
import { syntheticPapers, type Synthetic } from "./passages/synthetic.ts";

const SPACE = { model: "growth", dimensions: 384 };
const SUBJECTS = 500;
const QUESTIONS = 60;
const WARM_UP = 10;

/**
 * One library in LanceDB that grows to each number of papers (`--papers`, separated by commas), with synthetic texts and vectors: what is added is loaded on top of what is there. Prints at each: papers
 * written a second with the completion of the indexes, bytes a paper, and the median and p95 of hybrid searches; with `--rebuild` again after a build of a new generation from the live one and its
 * promotion. Beside each stands the processor time of all threads, which hardly depends on what else runs. `--migrate`: at the last number everything is copied to another library too; `--elasticsearch`: to an
 * Elasticsearch (that of ELASTICSEARCH_URL, or one that is started), where a generation is then built from the live one; the server's processor time is not counted.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      papers: { type: "string", default: "10000,100000,300000" },
      elasticsearch: { type: "boolean", default: false },
      migrate: { type: "boolean", default: false },
      rebuild: { type: "boolean", default: false },
    },
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
        { document: synthetic.paper(index), vector: vectorOf(index, ofSubjects) },
      ]);
      const before = await searched(library, synthetic);
      // The rest takes long at a million: what is known by now is told whatever becomes of it.
      console.error(`${to} papers loaded in ${Math.round(loaded.seconds)} s; search ${before}`);
      const built = values.rebuild ? await rebuilt(to, library, folder) : null;
      const after = built === null ? "–" : await searched(library, synthetic);
      const cells = [
        to,
        `${Math.round((to - from) / loaded.seconds)}/s`,
        Math.round(loaded.bytes / to),
        before,
        built === null ? "–" : built.build,
        built === null ? "–" : `${built.promote.seconds.toFixed(1)} s`,
        after,
        loadavg()[0]!.toFixed(1),
      ];
      console.log(`| ${cells.join(" | ")} |`);
      from = to;
    }
    if (values.migrate) {
      const other = open("other");
      await using there = other.engine;
      await using kept = other.records;
      console.log(await migrated(from, stores, { engine: there, records: kept }));
    }
    if (values.elasticsearch) await inElasticsearch(from, stores, library.embedder, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A paper's vector: near to that of its subject, and its own each time. */
function vectorOf(index: number, ofSubjects: readonly Float32Array[]): Float32Array {
  const middle = ofSubjects[index % ofSubjects.length]!;
  const random = seededRandom(index);
  // Components of a unit vector of this width vary by the root of 1/dimensions, and uniform numbers around 0 by the root of 1/12.
  const scale = NOISE * Math.sqrt(12 / middle.length);
  const vector = middle.map((value) => value + scale * (random() - 0.5));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Of a norm like that of the subject's own vector: papers of a subject have a cosine of about .5 with each other. */
const NOISE = 1;

/** Knows the vectors of questions, which are those of their subjects, and of titles, which end in the paper's number. */
function embedderOf(synthetic: Synthetic, ofSubjects: readonly Float32Array[], random: Embedder): Embedder {
  const known = new Map(ofSubjects.map((vector, subject) => [synthetic.question(subject), vector]));
  const embedQuery = async (text: string) => known.get(text) ?? vectorOf(Number(/\d+$/u.exec(text)?.[0] ?? 0), ofSubjects);
  return { ...random, embedQuery, embedTexts: async (texts) => Promise.all(texts.map(embedQuery)) };
}

/** How long it takes to build a generation of so many papers from the live one and to promote it; older ones are removed. */
async function rebuilt(
  papers: number,
  { engine, embedder, records }: Pick<Library, "engine" | "embedder" | "records">,
  dataDir: string,
): Promise<{ build: string; promote: Spent }> {
  const clock = stageClock();
  const deps = { engine, embedder, records, say: clock.say };
  const { state, error, checks } = await buildIndex({ from: { papers: "live", signals: "live" }, dataDir }, deps);
  if (state !== "built") throw new Error(`the build failed: ${error ?? JSON.stringify(checks)}`);
  const build = clock.told(papers);
  const promoting = stopwatch();
  await promoteBuild({ dataDir }, deps);
  const promote = promoting();
  await pruneGenerations({ all: true, dataDir }, deps);
  return { build, promote };
}

async function migrated(papers: number, from: MigrationSide, to: MigrationSide): Promise<string> {
  const clock = stageClock();
  const { complete } = await migrate(from, to, clock.say);
  return `migrated ${papers} papers: ${clock.told(papers)}, complete: ${complete}`;
}

/** Copies everything to an Elasticsearch and builds a generation there. */
async function inElasticsearch(papers: number, from: MigrationSide, embedder: Embedder, dataDir: string): Promise<void> {
  const server = await startElasticsearch();
  if (server === null) throw new Error("there is no Elasticsearch to be had");
  try {
    await using engine = openElasticsearch({ url: server.url, prefix: `growth-${process.pid}-` });
    await using records = openSqliteRecords(join(dataDir, "elasticsearch.sqlite"));
    try {
      console.log(`to Elasticsearch, ${await migrated(papers, from, { engine, records })}`);
      const { build } = await rebuilt(papers, { engine, embedder, records }, dataDir);
      console.log(`built there: ${build}`);
    } finally {
      await engine.drop();
    }
  } finally {
    await server.stop();
  }
}

const FIRST_TEN = { ...ORDINARY_SEARCH, limit: 10, detail: "full" } as const;

/** Median, p95 and processor time of hybrid searches, each for another subject. */
async function searched(library: Library, synthetic: Synthetic): Promise<string> {
  const times: number[] = [];
  let watch = stopwatch();
  for (let subject = 0; subject < QUESTIONS + WARM_UP; subject += 1) {
    if (subject === WARM_UP) watch = stopwatch();
    const beganAt = performance.now();
    try {
      const query = synthetic.question(subject);
      const { papers } = await searchPapers(library, { query, ...FIRST_TEN });
      if (papers.length === 0) throw new Error("nothing was found");
    } catch (error) {
      // Took longer than a call may: its time counts all the same.
      if (!(error instanceof PublicError) || error.code !== "engine_busy") throw error;
    }
    if (subject >= WARM_UP) times.push(performance.now() - beganAt);
  }
  const { cpu } = watch();
  times.sort((a, b) => a - b);
  const at = (share: number) => `${rounded(times[Math.floor(share * times.length)]!, 1)} ms`;
  return `${at(0.5)}, ${at(0.95)}; processor ${rounded((1_000 * cpu) / QUESTIONS, 1)} ms`;
}
