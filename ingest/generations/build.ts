import { hostname } from "node:os";
import { join } from "node:path";
import { fingerprint, MAPPINGS } from "../../src/engine/mapping.ts";
import { canonicalJson } from "../../src/documents/hash.ts";
import { TARGETS, type Engine, type GenerationNames, type Target } from "../../src/engine/port.ts";
import { PublicError } from "../../src/errors.ts";
import type { Records } from "../../src/records/port.ts";
import { GIVE_UP_AFTER_MS } from "../availability.ts";
import { IngestError, UsageError } from "../errors.ts";
import { refreshCounts } from "../refresh-counts.ts";
import { realClock } from "../../src/shared/retry.ts";
import { runIngest } from "../run.ts";
import type { SourceOptions } from "../sources/format.ts";
import { Store } from "../store.ts";
import type { CountingEmbedder } from "../text-vectors.ts";
import { HEARTBEAT_MS, isCopy, isUnderWay, listBuilds, saveBuild, type BuildRecord } from "./build-record.ts";
import { catchUp, copyOf, rememberLive, type CatchUpDeps } from "./catch-up.ts";
import { checkBuild, preflight } from "./checks.ts";
import { copyAll, READ } from "./copier.ts";
import { idOf } from "./documents.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { asTyped } from "../../src/shared/as-typed.ts";

export interface BuildOptions {
  from: BuildRecord["from"];
  /** Where the build keeps its checkpoints, marks and dead letters, in a folder of its own. */
  dataDir: string;
  /** The largest part of the rows that may be in the dead letters, 0 to 1. */
  maxDeadShare?: number;
  /** Stops the build after the page or batches under way; the same build goes on from there. */
  signal?: AbortSignal;
}

export interface BuildDeps {
  engine: Engine;
  embedder: CountingEmbedder;
  /** Passages get vectors too. */
  embedsPassages?: boolean;
  records: Records;
  /** Hears a line for each stage, and one now and then while rows are moved; is waited for. */
  say?: (line: string) => void | Promise<void>;
}

/** The default of --max-dead-share: more than one row in a hundred is a wrong mapping, not a few bad rows. */
const MAX_DEAD_SHARE = 0.01;
/** Indexes of millions of vectors take tens of minutes. */
const END_LOAD_MS = HOUR_MS;

/**
 * Fills new generations of all targets beside the live ones, from files or from the live index, brings over what was written to the
 * live ones meanwhile, and checks the result. It is left for `promote`; the live index stays as it is whatever happens. A build that
 * was stopped or killed is gone on with by the same options. Throws `UsageError` for options that cannot be used, `IngestError` where another
 * build is under way.
 */
export async function buildIndex(options: BuildOptions, deps: BuildDeps): Promise<BuildRecord> {
  const build = await beginBuild(options, deps);
  const began = performance.now() - build.seconds * 1_000;
  const keep = async () => {
    build.seconds = (performance.now() - began) / 1_000;
    await saveBuild(deps.records, build);
  };
  const heartbeat = setInterval(() => void keep().catch(() => undefined), HEARTBEAT_MS);
  try {
    await fill(build, options, deps, keep);
    if (build.state === "building") build.state = build.checks.every(({ passed }) => passed) ? "built" : "failed";
  } catch (error) {
    build.state = options.signal?.aborted ? "stopped" : "failed";
    build.error = error instanceof Error ? error.message : String(error);
    if (!(error instanceof IngestError) && !(error instanceof PublicError)) throw error;
  } finally {
    clearInterval(heartbeat);
    await keep();
  }
  return build;
}

/** The folder of a build's files. */
export function buildFolder(dataDir: string, { papers }: GenerationNames): string {
  return join(dataDir, "builds", papers);
}

async function beginBuild({ from }: BuildOptions, { engine, embedder, records, say }: BuildDeps): Promise<BuildRecord> {
  if (embedder.space.dimensions === 0) throw new PublicError("embedder_unavailable");
  for (const inputs of [from.papers, from.signals]) {
    if (inputs !== "live" && inputs.some(({ path }) => path === "-")) {
      throw new UsageError("--from: a build reads files and folders, not standard input, because it may have to read them again");
    }
  }
  const generations = await engine.generations(READ);
  const base = pairOf(generations.filter(({ role }) => role === "live"));
  if (base === null && from.papers === "live") {
    throw new UsageError(
      `--from-live: there is no live index to build from; load one with \`${asTyped("ingest papers FILE")}\`, or specify files with --from`,
    );
  }
  const builds = await listBuilds(records);
  const busy = builds.find(isUnderWay);
  if (busy) {
    const { host, pid } = busy.process;
    throw new IngestError(
      `a build of ${busy.generations.papers} has been running since ${busy.started_at} (process ${pid} on ${host})`,
    );
  }
  const fingerprints = {
    papers: fingerprint(MAPPINGS.papers),
    signals: fingerprint(MAPPINGS.signals),
    passages: fingerprint(MAPPINGS.passages),
  };
  const wanted = canonicalJson({ from, base, space: embedder.space, fingerprints });
  const present = new Set(generations.map(({ generation }) => generation));
  const earlier = builds.findLast(
    (one) =>
      (one.state === "building" || one.state === "stopped") &&
      TARGETS.every((target) => present.has(one.generations[target] ?? "")) &&
      canonicalJson({ from: one.from, base: one.base, space: one.space, fingerprints: one.fingerprints }) === wanted,
  );
  const worker = { host: hostname(), pid: process.pid };
  if (earlier) {
    await say?.(`continuing with ${earlier.generations.papers} and ${earlier.generations.signals}`);
    Object.assign(earlier, { state: "building", process: worker, error: null });
    await saveBuild(records, earlier);
    return earlier;
  }
  const names = {
    papers: await engine.createGeneration("papers", embedder.space),
    signals: await engine.createGeneration("signals", embedder.space),
    passages: await engine.createGeneration("passages", embedder.space),
  };
  const now = new Date().toISOString();
  const build: BuildRecord = {
    generations: names,
    state: "building",
    from,
    base,
    space: { ...embedder.space },
    fingerprints,
    started_at: now,
    updated_at: now,
    seconds: 0,
    process: worker,
    copied: { papers: notCopied(), signals: notCopied(), passages: notCopied() },
    inputs_done: [],
    run_ids: [],
    rows_read: 0,
    rows_dead: 0,
    vectors_reused: 0,
    texts_embedded: 0,
    caught_up: 0,
    unsettled: 0,
    live_seen: { papers: 0, signals: 0, passages: 0 },
    refused: [],
    documents: { papers: 0, signals: 0, passages: 0 },
    checks: [],
    error: null,
  };
  await saveBuild(records, build);
  await say?.(`filling ${names.papers} and ${names.signals}`);
  return build;
}

async function fill(build: BuildRecord, options: BuildOptions, deps: BuildDeps, keep: () => Promise<void>): Promise<void> {
  const { engine, embedder, embedsPassages, say } = deps;
  const folder = buildFolder(options.dataDir, build.generations);
  const catching: CatchUpDeps = { engine, embedder, embedsPassages, folder };
  const index = engine.at(build.generations);
  if (build.checks.length === 0) {
    const check = await preflight(index, build.space);
    build.checks = [check];
    if (!check.passed) throw new IngestError(`cannot write to the new generation: ${check.detail}`);
  }
  await rememberLive(build, catching);
  for (const target of TARGETS) await index.beginLoad(target);
  // Signals that are copied come first: those that the rows of papers state then become later observations of them.
  const order: ("papers" | "signals")[] = isCopy(build) ? ["papers", "signals"] : ["signals", "papers"];
  for (const target of order) if (build.from[target] === "live") await copyTarget(build, options, catching, target, keep, say);
  await copyTarget(build, options, catching, "passages", keep, say);
  for (const target of ["papers", "signals"] as const) {
    const inputs = build.from[target];
    if (inputs !== "live") for (const input of inputs) await loadInput(build, input, options, deps, folder);
  }
  options.signal?.throwIfAborted();
  await say?.("building indexes");
  for (const target of TARGETS) await index.endLoad(target, { timeoutMs: END_LOAD_MS, signal: options.signal });
  await say?.("comparing with the live index");
  const caught = await catchUp(build, catching);
  if (!isCopy(build)) await recount(build, deps);
  await say?.(`copied ${caught} documents that changed in the live index; checking`);
  build.checks = await checkBuild(build, { engine, embedder, maxDeadShare: options.maxDeadShare ?? MAX_DEAD_SHARE });
}

async function copyTarget(
  build: BuildRecord,
  { signal }: BuildOptions,
  deps: CatchUpDeps,
  target: Target,
  keep: () => Promise<void>,
  say: BuildDeps["say"],
): Promise<void> {
  const progress = (build.copied[target] ??= notCopied());
  const copy = await copyOf(build, deps, target);
  if (progress.done || copy === null) return;
  let saidAt = performance.now();
  await copyAll({ ...copy, signal }, progress.after, async (last, rows) => {
    progress.after = last;
    progress.rows += rows;
    if (performance.now() - saidAt > SAY_EVERY_MS || signal?.aborted) {
      saidAt = performance.now();
      await say?.(`${progress.rows} ${target} copied`);
      await keep();
    }
  });
  signal?.throwIfAborted();
  progress.done = true;
  await say?.(`${progress.rows} ${target} copied from the live index`);
  await keep();
}

function notCopied(): { after: string | null; done: boolean; rows: number } {
  return { after: null, done: false, rows: 0 };
}

const SAY_EVERY_MS = 3_000;

/** Loads one file or folder into the new generations, through the same pipeline as any load. */
async function loadInput(
  build: BuildRecord,
  input: SourceOptions,
  { signal }: BuildOptions,
  { engine, embedder, embedsPassages, records, say }: BuildDeps,
  folder: string,
): Promise<void> {
  const name = canonicalJson(input);
  if (build.inputs_done.includes(name)) return;
  const index = engine.at(build.generations);
  // Completing indexes and packing is done once, after the last input.
  const aimed: Engine = {
    ...engine,
    ...index,
    beginLoad: async () => {},
    endLoad: (target, call) => index[target].refresh(call),
  };
  const options = { source: input, dataDir: folder, resume: true, ownGeneration: true, signal };
  const report = await runIngest(options, { engine: aimed, embedder, embedsPassages, records });
  build.run_ids.push(report.run_id);
  if (report.status === "stopped") signal?.throwIfAborted();
  if (report.status !== "done" || report.failed_files.length > 0) {
    throw new IngestError(`${input.path}: ${report.error ?? report.failed_files.join("; ")}`);
  }
  build.rows_read += report.rows.read + report.derived.read;
  build.rows_dead += report.rows.dead + report.derived.dead;
  build.texts_embedded += report.texts_embedded + report.texts_cached;
  build.inputs_done.push(name);
  await say?.(`${input.path}: ${report.rows.read} rows, ${report.rows.dead} dead`);
}

/** Brings the signal counts of every paper in line: signals came from somewhere else than their papers. */
export async function recount(build: BuildRecord, { engine, embedder }: Pick<BuildDeps, "engine" | "embedder">): Promise<void> {
  const aimed: Engine = { ...engine, ...engine.at(build.generations) };
  const store = new Store({
    engine: aimed,
    embedder,
    clock: realClock,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    dryRun: false,
  });
  await aimed.papers.refresh();
  await refreshCounts(aimed, store, { batches: (size) => idsOf(aimed, size) });
}

async function* idsOf(engine: Engine, pageSize: number): AsyncGenerator<string[]> {
  for await (const rows of engine.papers.scan({ vectors: false, pageSize })) yield rows.map(({ document }) => idOf(document));
}

/** The names that belong together; null unless there is one of papers and one of signals. */
export function pairOf(generations: readonly { target: Target; generation: string }[]): GenerationNames | null {
  const nameOf = (target: Target) => generations.find((one) => one.target === target)?.generation;
  const [papers, signals, passages] = [nameOf("papers"), nameOf("signals"), nameOf("passages")];
  if (papers === undefined || signals === undefined) return null;
  return { papers, signals, ...(passages === undefined ? {} : { passages }) };
}
