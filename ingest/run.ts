import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { traced } from "../src/shared/tracing.ts";
import { TARGETS, type Target } from "../src/engine/port.ts";
import { PublicError } from "../src/errors.ts";
import { untilAvailable } from "./availability.ts";
import { removeCheckpoint } from "./checkpoint.ts";
import { inputKey } from "./dead-letters.ts";
import { IngestError } from "./errors.ts";
import { takeLock, targetsOf } from "./lock.ts";
import { LiveReport } from "./live-report.ts";
import { refreshCounts } from "./refresh-counts.ts";
import { closeReport, type IngestReport } from "./report.ts";
import { openSource } from "./sources/open-source.ts";
import type { ResolvedBatch } from "./stages/batch.ts";
import { checkPapers } from "./stages/check-papers.ts";
import { checkSignals } from "./stages/check-signals.ts";
import { checkTexts } from "./stages/check-texts.ts";
import { deduplicate } from "./stages/deduplicate.ts";
import { InFlight } from "./stages/in-flight.ts";
import { Keeper } from "./stages/keep.ts";
import { placeKey, read, type ReadState } from "./stages/read.ts";
import { resolvePapers } from "./stages/resolve-papers.ts";
import { resolveSignals } from "./stages/resolve-signals.ts";
import { resolveTexts } from "./stages/resolve-texts.ts";
import { record, startRun, type Run, type RunDeps, type RunOptions, type RunStart } from "./start-run.ts";
import { graceAfter } from "./stopping.ts";
import { imbalance } from "./tally.ts";

export type { RunDeps, RunOptions } from "./start-run.ts";

/** Enough for the engine and the embedder to have work while others are looked up and kept. */
const MAX_BATCHES_IN_FLIGHT = 4;
/** Completing the indexes of a large generation takes minutes. */
const END_LOAD_TIMEOUT_MS = 30 * 60_000;
/** Of a load that is left off; it completes nothing. */
const LEAVE_TIMEOUT_MS = 5_000;

/**
 * Loads an input: read → check → deduplicate → resolve → store → keep, and brings the signal counts of the papers that it met up to date. Running
 * it again, whether it ended, was stopped or was killed, leads to the same index. Resolves to the report also where the run failed half-way or was
 * stopped; throws `UsageError` for options that cannot be used, before anything is written.
 */
export async function runIngest(options: RunOptions, deps: RunDeps): Promise<IngestReport> {
  const startedAt = (deps.now?.() ?? new Date()).toISOString();
  const runId = `${startedAt.replace(/[-:.]/gu, "")}-${randomBytes(4).toString("hex")}`;
  const source = await openSource(options.source, options.signal, downloadOf(options, deps));
  using grace = graceAfter(options.signal, options.stopGraceMs);
  const { signal: ending } = grace;
  const takingLock = () => takeLock(deps.records, targetsOf(options.source.target), runId);
  const needsLock = !options.dryRun && !options.ownGeneration;
  await using lock = needsLock
    ? await untilAvailable(takingLock, { giveUpAfterMs: options.giveUpAfterMs, clock: deps.clock, signal: ending })
    : null;
  // Awaited, so that the lock is kept until the run has ended.
  return await runFrom(options, deps, { startedAt, runId, source, lock, ending });
}

async function runFrom(options: RunOptions, deps: RunDeps, start: RunStart): Promise<IngestReport> {
  const run = await startRun(options, deps, start);
  using repeated = run.repeated;
  const { report, prefix, store, source, ending } = run;
  const state: ReadState = { rowsRead: 0, reachedEnd: false, stopped: false, failedFiles: report.failed_files };
  const began = performance.now();
  const live = new LiveReport(deps.records, options.reportEveryMs);
  try {
    await load(run, state, () => {
      if (!options.dryRun) live.note(() => reportUnderWay(run, (performance.now() - began) / 1_000));
    });
    if (state.stopped || (options.signal?.aborted && repeated !== null && repeated.waiting > 0)) report.status = "stopped";
    if (!options.dryRun) await finish(run, state);
    if (report.status === "running") report.status = "done";
  } catch (error) {
    report.status = ending.aborted ? "stopped" : "failed";
    report.error = ending.aborted ? null : messageOf(error);
    // What went in before is to be searchable too; where the engine is away, the next run sees to it.
    if (!options.dryRun) await (ending.aborted ? leaveLoads(run) : endLoads(run)).catch(() => undefined);
    if (!ending.aborted && !(error instanceof IngestError) && !(error instanceof PublicError)) {
      await live.settled();
      await record(run).catch(() => undefined);
      throw error;
    }
  }
  await live.settled();
  closeReport(report, {
    tally: prefix.tally,
    seconds: (performance.now() - began) / 1_000,
    rowsBefore: run.resumedTally,
    embedding: store.embedding,
    unusedColumns: source.unusedColumns(),
  });
  if (report.status !== "failed") {
    // Of a run that gave up what was under way, the counts are those of the batches before it.
    const read = ending.aborted ? report.rows.read : run.resumedTally + state.rowsRead + (repeated?.surplus ?? 0);
    const problem = imbalance(report, read);
    if (problem) Object.assign(report, { status: "failed", error: `the counts do not add up: ${problem}` });
  }
  await record(run).catch((error: unknown) => {
    if (!ending.aborted) throw error;
  });
  return report;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The report of a run as it is in the middle of it. */
function reportUnderWay({ report, prefix, resumedTally, store, source }: Run, seconds: number): IngestReport {
  const now = structuredClone(report);
  const { totalBytes, bytesRead } = source.input;
  const figures = { tally: structuredClone(prefix.tally), seconds, rowsBefore: resumedTally };
  closeReport(now, { ...figures, embedding: store.embedding, unusedColumns: report.unused_columns });
  return totalBytes > 0 ? { ...now, progress: { bytes_read: bytesRead(), total_bytes: totalBytes } } : now;
}

/** Joins the stages: the next rows are read, checked and looked up while earlier batches are embedded and written, a few at a time. */
async function load(run: Run, state: ReadState, onBatch: () => void): Promise<void> {
  const { options, deps, store } = run;
  if (!options.dryRun) {
    for (const target of TARGETS) await store.untilAvailable((call) => deps.engine.beginLoad(target, call));
  }
  const inFlight = new InFlight(MAX_BATCHES_IN_FLIGHT);
  const keeper = keeperOf(run);
  try {
    for await (const batch of resolvedBatches(run, state, inFlight)) {
      run.lock?.assertHeld();
      await inFlight.start(batch.keys, async (sequence) => {
        await keeper.keep(sequence, batch, await traced("store", () => batch.store()));
        const { rows, derived } = run.prefix.tally;
        const { bytesRead, totalBytes } = run.source.input;
        deps.onProgress?.({ rows: rows.read, dead: rows.dead + derived.dead, bytesRead: bytesRead(), totalBytes });
        onBatch();
      });
    }
    await inFlight.allDone();
  } catch (error) {
    await inFlight.settled();
    throw error;
  }
}

/** read → check → deduplicate → resolve. */
function resolvedBatches(run: Run, state: ReadState, inFlight: InFlight): AsyncIterable<ResolvedBatch> {
  const { options, source, context, repeated, store, report } = run;
  const { signal, limit, only } = options;
  const batchSize = options.batchSize ?? run.deps.engine.writeShape.batchSize;
  const skip = report.resumed_from_row;
  const rows = read(source, { batchSize, skip, passOver: repeated !== null, limit, only, signal }, state);
  if (options.source.target === "fulltext") return resolveTexts(checkTexts(rows, context, run.mapped), context, store, inFlight);
  if (options.source.target === "signals") return resolveSignals(checkSignals(rows, context), context, store);
  const beforeWaiting = () => inFlight.allDone();
  const unique = deduplicate(checkPapers(rows, context), repeated, context, { batchSize, beforeWaiting, signal });
  return resolvePapers(unique, context, store, inFlight);
}

function keeperOf({ options, prefix, report, deadLetters, touched, checkpointFile, manifest }: Run): Keeper {
  const canResume = !options.dryRun && !options.only && options.source.path !== "-";
  return new Keeper({
    prefix,
    report,
    files: options.dryRun ? null : { deadLetters, touched },
    checkpoint: canResume ? { path: checkpointFile, manifest } : null,
  });
}

async function finish(run: Run, state: ReadState): Promise<void> {
  const { options, deps, report, deadLetters } = run;
  // A stopped run leaves indexes and counts to the run that resumes or repeats it: it meets the same papers.
  if (report.status === "stopped") return leaveLoads(run);
  // Counts rewrite papers, so the indexes over papers are completed after them.
  for (const target of TARGETS) if (target !== "papers") await endLoad(run, target);
  report.counts_refreshed = await refreshCounts(deps.engine, run.store, run.touched);
  await endLoad(run, "papers");
  const { only } = options;
  if (only) await deadLetters.prune((letter) => only.has(placeKey(letter)));
  else if (state.reachedEnd) await deadLetters.prune(() => true);
  await removeCheckpoint(run.checkpointFile);
  await run.touched.clear();
  // Last, as a resumed run needs the list that it began with.
  await run.repeated?.save(run.repeatedFile, state.reachedEnd);
}

async function endLoads(run: Run): Promise<void> {
  for (const target of TARGETS) await endLoad(run, target);
}

async function endLoad({ deps, store }: Run, target: Target): Promise<void> {
  await store.untilAvailable((call) => deps.engine.endLoad(target, { ...call, timeoutMs: END_LOAD_TIMEOUT_MS }));
}

/** Leaves off: what was written is found, the rest is for the next run. */
async function leaveLoads({ deps }: Run): Promise<void> {
  for (const target of TARGETS) await deps.engine.endLoad(target, { timeoutMs: LEAVE_TIMEOUT_MS, unfinished: true });
}

function downloadOf({ source, dataDir, dryRun, only, resume }: RunOptions, { download }: RunDeps) {
  const folder = join(dataDir, "ingest", `${source.target}-${inputKey(source)}${dryRun ? "-dry" : ""}.pages`);
  return { folder, mode: only ? ("replay" as const) : resume ? ("resume" as const) : ("fresh" as const), ...download };
}
