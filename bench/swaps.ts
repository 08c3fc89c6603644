import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIndex, type BuildDeps } from "../ingest/generations/build.ts";
import { promoteBuild, pruneGenerations, rollback } from "../ingest/generations/swap.ts";
import { runIngest } from "../ingest/run.ts";
import { composeForLoading } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { post } from "../test/support/mcp-requests.ts";
import { serveLibrary } from "./loads/served-library.ts";

const QUESTIONS = ["dense retrieval for question answering", "language models", "evaluation of translation"];
/** A page; there are more papers than that, and each is found by its vector. */
const LIMIT = 10;
const PAPERS = 60;
const CLIENTS = 2;
/** Of a client after each answer, in milliseconds, so that the builds get on. */
const PAUSE_MS = 50;
/** Each so many promotions one is taken back and repeated, and what is no longer needed is removed. */
const ROLLBACK_EVERY = 10;
const PRUNE_EVERY = 5;

/**
 * Builds generations of 60 papers each and promotes them one after another (`--swaps`, 60; `--minutes`, 60, ends it sooner) while two clients search a server in another process. All papers of a generation
 * have a venue of its own, so that a page tells by itself where it is from. Prints how many searches there were, how many failed, were short, held papers of two generations, or named another one than theirs.
 * In a folder of its own, or in the Elasticsearch of `ELASTICSEARCH_URL` under a prefix that should be empty (`INDEX_PREFIX`), where it leaves nothing.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { swaps: { type: "string", default: "60" }, minutes: { type: "string", default: "60" } },
  });
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-swaps-"));
  process.env.DATA_DIR = folder;
  const config = loadConfig();
  if (config.engine.kind === "elasticsearch" && config.indexPrefix === "") throw new Error("INDEX_PREFIX: name one of its own");
  await using parts = await composeForLoading(config);
  const { engine } = parts;
  try {
    const venues = new Map<string, string>();
    const from = writePapers(folder, 0);
    await runIngest({ source: from, dataDir: folder }, parts);
    venues.set((await engine.status()).find(({ target }) => target === "papers")!.generation!, "Round 0");
    await using served = await serveLibrary(CLIENTS);
    const stopping = new AbortController();
    const seen: Seen = { searches: 0, errors: new Map(), short: 0, mixed: 0, misnamed: 0 };
    const clients = served.keys.map((key) => search(served.server.url, key, venues, seen, stopping.signal));
    const beganAt = performance.now();
    const until = beganAt + Number(values.minutes) * 60_000;
    let swaps = 0;
    while (swaps < Number(values.swaps) && performance.now() < until) await swapOnce((swaps += 1), folder, parts, venues);
    stopping.abort();
    await Promise.all(clients);
    const { searches, errors, short, mixed, misnamed } = seen;
    const faults = [...errors].map(([code, count]) => `${count} ${code}`).join(", ") || "0";
    console.log(
      `${engine.kind}, load average ${loadavg()[0]!.toFixed(1)}: ${swaps} swaps in ${((performance.now() - beganAt) / 1_000).toFixed(0)} s`,
    );
    console.log(
      `searches ${searches}; errors ${faults}; short pages ${short}; of two generations ${mixed}; misnamed ${misnamed}`,
    );
  } finally {
    if (engine.kind === "elasticsearch") await engine.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function swapOnce(swap: number, dataDir: string, parts: BuildDeps, venues: Map<string, string>): Promise<void> {
  const source = writePapers(dataDir, swap);
  const build = await buildIndex({ from: { papers: [source], signals: "live" }, dataDir }, parts);
  if (build.state !== "built") throw new Error(`the build is ${build.state}: ${build.error ?? JSON.stringify(build.checks)}`);
  venues.set(build.generations.papers, `Round ${swap}`);
  await promoteBuild({ name: build.generations.papers, dataDir }, parts);
  if (swap % ROLLBACK_EVERY === 0) {
    await rollback(parts);
    const again = await promoteBuild({ dataDir }, parts);
    if (again.live.papers !== build.generations.papers) throw new Error(`promoted ${again.live.papers} after the rollback`);
  }
  if (swap % PRUNE_EVERY === 0) await pruneGenerations({ dataDir }, parts);
}

interface Seen {
  searches: number;
  errors: Map<string, number>;
  short: number;
  mixed: number;
  misnamed: number;
}

interface Page {
  error?: { code: string };
  papers: { venue: string }[];
  source_context: { generation: string };
}

async function search(
  url: string,
  key: string,
  venues: ReadonlyMap<string, string>,
  seen: Seen,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    const query = QUESTIONS[round % QUESTIONS.length];
    const call = { name: "search_papers", arguments: { query, limit: LIMIT } };
    const fault = (code: string) => seen.errors.set(code, (seen.errors.get(code) ?? 0) + 1);
    seen.searches += 1;
    await sleep(PAUSE_MS);
    const answer = await post(url, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }, { key }).catch(
      (error: unknown) => error as Error,
    );
    if (answer instanceof Error || answer.status !== 200) {
      fault(answer instanceof Error ? answer.message : String(answer.status));
      continue;
    }
    const { error, papers, source_context } = (answer.json as { result: { structuredContent: Page } }).result.structuredContent;
    if (error !== undefined) {
      fault(error.code);
      continue;
    }
    const found = new Set(papers.map(({ venue }) => venue));
    if (papers.length < LIMIT) seen.short += 1;
    if (found.size > 1) seen.mixed += 1;
    const named = [...venues].find(([generation]) => source_context.generation.includes(generation));
    if (named === undefined || !found.has(named[1])) seen.misnamed += 1;
  }
}

/** The sample's first papers, all of the venue of this round. */
function writePapers(folder: string, round: number) {
  const lines = readFileSync(new URL("../sample/papers.jsonl", import.meta.url), "utf8")
    .split("\n")
    .slice(0, PAPERS);
  const path = join(folder, `round-${round}.jsonl`);
  writeFileSync(
    path,
    lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), venue: `Round ${round}` })).join("\n"),
  );
  return { target: "papers", path, format: "jsonl", sourceName: "rounds" } as const;
}
