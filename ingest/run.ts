import { randomBytes } from "node:crypto";
import { join } from "node:path";
import PQueue from "p-queue";
import { knownSpace, type Embedder } from "../src/embedding/port.ts";
import type { Engine } from "../src/engine/port.ts";
import { PublicError } from "../src/errors.ts";
import type { Records } from "../src/records/port.ts";
import type { BatchContext, BatchResult, NumberedRow, PreparedBatch } from "./batches.ts";
import { FinishedPrefix, readCheckpoint, removeCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { inputKey, openDeadLetters, type DeadLetterFile } from "./dead-letters.ts";
import { IngestError, UsageError } from "./errors.ts";
import { dryRunEngine } from "./dry-run.ts";
import { InFlight } from "./in-flight.ts";
import { takeLock, targetsOf, type LoadLock } from "./lock.ts";
import { makeManifest, manifestDifference, type Manifest } from "./manifest.ts";
import { preparePapers } from "./paper-batch.ts";
import type { ProgressState } from "./progress.ts";
import { RepeatedRows } from "./repeated-rows.ts";
import { refreshCounts } from "./refresh-counts.ts";
import type { IngestReport } from "./report.ts";
import { isAway, realClock, retrying, type RetryClock } from "./retry.ts";
import { prepareSignals } from "./signal-batch.ts";
import type { HarvestOptions } from "./sources/arxiv-harvest.ts";
import { openSource, type OpenSource, type SourceOptions } from "./sources/formats.ts";
import type { Position } from "./sources/port.ts";
import { Store, WRITE_SHAPE, type CountingEmbedder } from "./store.ts";
import { imbalance } from "./tally.ts";
import { TouchedPapers } from "./touched.ts";

export interface RunOptions {
  source: SourceOptions;
  /** Where checkpoints and, unless said otherwise, dead letters are kept. */
  dataDir: string;
  deadLettersFile?: string;
  /** Read no more than this many rows. */
  limit?: number;
  /** Read and check everything, write nothing. */
  dryRun?: boolean;
  /** Go on where the last run of the same input ended. */
  resume?: boolean;
  /** Only the rows at these places; see `placeKey`. */
  only?: ReadonlySet<string>;
  /** The engine leads to a generation that no other run can write to: no lock is needed, and runs into the live one go on. */
  ownGeneration?: boolean;
  /** Stops the run: batches that are under way are finished. */
  signal?: AbortSignal;
  /** How long engine or model may be away before the run gives up, in milliseconds. Default: 10 minutes. */
  giveUpAfterMs?: number;
  /** Rows a batch; default: what suits the engine. */
  batchSize?: number;
}

export interface RunDeps {
  engine: Engine;
  embedder: CountingEmbedder;
  records: Records;
  now?: () => Date;
  clock?: RetryClock;
  onProgress?: (state: ProgressState) => void;
  /** For harvests from elsewhere than arXiv, and at another pace. */
  harvest?: Pick<HarvestOptions, "origins" | "clock">;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const MAX_BATCHES_IN_FLIGHT = 4;
/** A batch of long rows ends early, so that memory depends on bytes and not on rows. */
const BATCH_BYTES = 2 * 1024 * 1024;
const FIRST_DEAD = 5;

/**
 * Loads an input: read → check → look up → embed → write → checkpoint, several batches at a time, and brings the signal counts of the papers that it
 * met up to date. Running it again, whether it ended or was killed, leads to the same index. Resolves to the report also where the run
 * failed half-way; throws `UsageError` for options that cannot be used, before anything is written.
 */
export async function runIngest(options: RunOptions, deps: RunDeps): Promise<IngestReport> {
  const startedAt = (deps.now?.() ?? new Date()).toISOString();
  const runId = `${startedAt.replace(/[-:.]/gu, "")}-${randomBytes(4).toString("hex")}`;
  const source = await openSource(options.source, options.signal, {
    folder: join(
      options.dataDir,
      "ingest",
      `${options.source.target}-${inputKey(options.source)}${options.dryRun ? "-dry" : ""}.pages`,
    ),
    mode: options.only ? "replay" : options.resume ? "resume" : "fresh",
    ...deps.harvest,
  });
  const takingLock = () => takeLock(deps.records, targetsOf(options.source.target), runId);
  await using lock = options.dryRun || options.ownGeneration ? null : await patiently(options, deps, takingLock);
  const run = await startRun(options, deps, { startedAt, runId, source, lock });
  using _ = run.repeated;
  const { report, state } = run;
  const began = performance.now();
  try {
    await readRows(run);
    await run.inFlight.allDone();
    if (!options.dryRun) await finish(run);
    if (report.status === "running") report.status = "done";
  } catch (error) {
    await run.inFlight.settled();
    report.status = "failed";
    report.error = messageOf(error);
    // What went in before is to be searchable too; where the engine is away, the next run sees to it.
    if (!options.dryRun) await endLoads(run).catch(() => undefined);
    if (!(error instanceof IngestError) && !(error instanceof PublicError)) {
      await record(run).catch(() => undefined);
      throw error;
    }
  }
  Object.assign(report, state.prefix.tally);
  report.seconds = (performance.now() - began) / 1_000;
  report.rows_per_minute = Math.round((60 * (report.rows.read - run.resumedTally)) / Math.max(0.001, report.seconds));
  const { texts, cached } = run.store.embedding;
  Object.assign(report, { texts_embedded: texts - cached, texts_cached: cached });
  report.unused_columns = [...run.source.unusedColumns()];
  if (report.status !== "failed") {
    const problem = imbalance(report, run.resumedTally + state.rowsRead + (run.repeated?.surplus ?? 0));
    if (problem) Object.assign(report, { status: "failed", error: `the counts do not add up: ${problem}` });
  }
  await record(run);
  return report;
}

/** Names a row by its place. */
export function placeKey({ file, line }: Pick<Position, "file" | "line">): string {
  return `${file}\n${line}`;
}

interface Run {
  options: RunOptions;
  deps: RunDeps;
  source: OpenSource;
  manifest: Manifest;
  context: BatchContext;
  store: Store;
  /** That no other run writes meanwhile; a dry run and one into a generation of its own need none. */
  lock: LoadLock | null;
  deadLetters: DeadLetterFile;
  touched: TouchedPapers;
  /** Null: rows are taken as they come. */
  repeated: RepeatedRows | null;
  repeatedFile: string;
  checkpointFile: string;
  inFlight: InFlight;
  /** One batch at a time leaves its traces in the files. */
  keeping: PQueue;
  report: IngestReport;
  /** How many of the rows in the counts an earlier run had read. */
  resumedTally: number;
  state: { prefix: FinishedPrefix; rowsRead: number; reachedEnd: boolean };
}

async function startRun(
  options: RunOptions,
  deps: RunDeps,
  { startedAt, runId, source, lock }: Pick<Run, "source" | "lock"> & { startedAt: string; runId: string },
): Promise<Run> {
  const { engine, embedder } = deps;
  const { target, path } = options.source;
  const dryRun = options.dryRun ?? false;
  const input = `${target}-${inputKey(options.source)}`;
  const manifest = await makeManifest(options.source, source.input.paths, embedder.space);

  const key = `${input}${options.only ? "-retry" : ""}`;
  const checkpointFile = join(options.dataDir, "ingest", `${key}.checkpoint.json`);
  const touched = new TouchedPapers(join(options.dataDir, "ingest", `${key}.touched`));
  const repeatedFile = join(options.dataDir, "ingest", `${key}.repeated`);
  const from = await resumePoint(options, checkpointFile, manifest);
  const indexExists = await patiently(options, deps, () => prepareIndex(engine, embedder, dryRun));
  if (!from && !dryRun) {
    await removeCheckpoint(checkpointFile);
    await touched.clear();
  }
  const deadLettersFile = options.deadLettersFile ?? join(options.dataDir, "dead-letters", `${key}.jsonl`);
  const prefix = new FinishedPrefix(from ?? undefined);
  const store = new Store({
    engine: dryRun ? dryRunEngine(engine, indexExists) : engine,
    embedder,
    clock: deps.clock ?? realClock,
    giveUpAfterMs: options.giveUpAfterMs ?? GIVE_UP_AFTER_MS,
    dryRun,
  });
  const report: IngestReport = {
    ...structuredClone(prefix.tally),
    run_id: runId,
    target,
    format: options.source.format,
    input: path,
    status: "running",
    dry_run: dryRun,
    started_at: startedAt,
    seconds: 0,
    resumed_from_row: from?.rows ?? 0,
    rows_per_minute: 0,
    texts_embedded: 0,
    texts_cached: 0,
    counts_refreshed: 0,
    failed_files: [],
    unused_columns: [],
    dead_letters_file: dryRun ? null : deadLettersFile,
    first_dead: [],
    error: null,
  };
  const context = { source: options.source, run_id: runId, ingested_at: startedAt };
  const hasRecords = target === "papers" && !options.only;
  const run: Run = {
    options,
    deps,
    source,
    manifest,
    context,
    store,
    lock,
    deadLetters: await openDeadLetters(deadLettersFile, options.source, from?.rows ?? 0),
    touched,
    repeated: hasRecords ? await RepeatedRows.open(repeatedFile, context) : null,
    repeatedFile,
    checkpointFile,
    inFlight: new InFlight(MAX_BATCHES_IN_FLIGHT),
    keeping: new PQueue({ concurrency: 1 }),
    report,
    resumedTally: from?.tally.rows.read ?? 0,
    state: { prefix, rowsRead: 0, reachedEnd: false },
  };
  await record(run);
  return run;
}

async function resumePoint({ resume, source, dryRun }: RunOptions, checkpointFile: string, manifest: Manifest) {
  if (!resume) return null;
  if (source.path === "-") throw new UsageError("--resume: standard input cannot be resumed; give a file");
  if (dryRun) throw new UsageError("--resume: a dry run has nothing to resume");
  const checkpoint = await readCheckpoint(checkpointFile);
  const difference = checkpoint && manifestDifference(checkpoint.manifest, manifest);
  if (difference) throw new UsageError(`--resume: ${difference} since the run that is to be resumed; run without --resume`);
  return checkpoint;
}

/** Creates the indexes where there are none, and refuses one of another embedding model. False: there is none, and none is made in a dry run. */
async function prepareIndex(engine: Engine, embedder: Embedder, dryRun: boolean): Promise<boolean> {
  if (embedder.space.dimensions === 0) throw new PublicError("embedder_unavailable");
  if (!dryRun) await engine.create(knownSpace(embedder));
  const statuses = await engine.status();
  for (const { target, space } of statuses) {
    if (space === null || (space.model === embedder.space.model && space.dimensions === embedder.space.dimensions)) continue;
    throw new IngestError(
      `the index of ${target} was filled with the embedding model ${space.model} (${space.dimensions} dimensions), ` +
        `and this run's is ${embedder.space.model} (${embedder.space.dimensions}); set EMBEDDER as before, or build a new index`,
    );
  }
  const exists = statuses.every(({ generation }) => generation !== null);
  if (exists) await engine.papers.refresh();
  return exists;
}

/** Reads rows into batches and lets them run, a few at a time; the next rows are read while earlier ones are embedded and written. */
async function readRows(run: Run): Promise<void> {
  const { options, deps, source, state, report, repeated } = run;
  const batchSize = options.batchSize ?? WRITE_SHAPE[deps.engine.kind].batchSize;
  const limit = options.limit ?? Infinity;
  const skipped = report.resumed_from_row;
  let number = 0;
  let batch: NumberedRow[] = [];
  let batchBegan = 0;
  if (!options.dryRun) {
    for (const target of ["papers", "signals"] as const) await run.store.patiently((call) => deps.engine.beginLoad(target, call));
  }

  for await (const item of source.items) {
    if (options.signal?.aborted) break;
    if (item.kind === "fault") {
      report.failed_files.push(item.error.message);
      continue;
    }
    number += 1;
    if (options.only && !options.only.has(placeKey(item.position))) continue;
    if (number <= skipped) {
      await repeated?.passOver({ number, row: item });
      continue;
    }
    if (state.rowsRead >= limit) break;
    batch.push({ number, row: item });
    state.rowsRead += 1;
    if (batch.length < batchSize && source.input.bytesRead() - batchBegan < BATCH_BYTES) continue;
    await runBatch(run, batch);
    batch = [];
    batchBegan = source.input.bytesRead();
  }
  if (batch.length > 0) await runBatch(run, batch);
  if (repeated && !options.signal?.aborted) await storeWaiting(run, repeated, batchSize);
  if (options.signal?.aborted) report.status = "stopped";
  else state.reachedEnd = state.rowsRead < limit && report.failed_files.length === 0;
}

/** Stores the rows that waited for the end of the input. The checkpoint stays where it is: a resumed run finds the same rows waiting. */
async function storeWaiting(run: Run, repeated: RepeatedRows, batchSize: number): Promise<void> {
  await run.inFlight.allDone();
  let batch: NumberedRow[] = [];
  let bytes = 0;
  for (const numbered of repeated.release()) {
    batch.push(numbered);
    bytes += numbered.row.raw().length;
    if (batch.length < batchSize && bytes < BATCH_BYTES) continue;
    await runBatch(run, batch, "waited");
    batch = [];
    bytes = 0;
    if (run.options.signal?.aborted) break;
  }
  if (batch.length > 0) await runBatch(run, batch, "waited");
}

/** Starts a batch as soon as there is room and none under way writes the same ids. */
async function runBatch(run: Run, rows: NumberedRow[], origin: "read" | "waited" = "read"): Promise<void> {
  run.lock?.assertHeld();
  const overlaps = run.inFlight.overlap();
  const prepared = await prepare(run, rows, origin);
  const again = overlaps(prepared.keys);
  await run.inFlight.start(prepared.keys, async (sequence) => {
    const result = await prepared.store(again);
    await run.keeping.add(() => keep(run, sequence, origin === "read" ? rows.at(-1)!.number : null, result));
  });
}

function prepare(run: Run, rows: NumberedRow[], origin: "read" | "waited"): Promise<PreparedBatch> {
  const { context, store } = run;
  if (run.options.source.target === "papers") {
    return preparePapers(rows, context, store, origin === "read" ? run.repeated : null);
  }
  return prepareSignals(rows, context, store, store.lookup);
}

/** What a finished batch leaves behind, in this order: dead letters, touched papers, then the checkpoint that vouches for both. `lastRow` null: it stays. */
async function keep(run: Run, sequence: number, lastRow: number | null, { tally, letters, touched }: BatchResult): Promise<void> {
  const { options, report, state, source } = run;
  letters.sort((a, b) => a.number - b.number || a.part - b.part);
  for (const { file, line, reason, field, message, allowed } of letters) {
    if (report.first_dead.length < FIRST_DEAD) report.first_dead.push({ file, line, reason, field, message, allowed });
  }
  if (!options.dryRun) {
    await run.deadLetters.add(letters);
    await run.touched.add(touched);
  }
  const grew = state.prefix.finish(sequence, lastRow ?? state.prefix.rows, tally);
  const { rows, tally: counts } = state.prefix;
  if (grew && lastRow !== null && !options.dryRun && !options.only && options.source.path !== "-") {
    await writeCheckpoint(run.checkpointFile, { manifest: run.manifest, rows, tally: counts });
  }
  run.deps.onProgress?.({
    rows: counts.rows.read,
    dead: counts.rows.dead + counts.derived.dead,
    bytesRead: source.input.bytesRead(),
    totalBytes: source.input.totalBytes,
  });
}

async function finish(run: Run): Promise<void> {
  const { options, deps, report, state } = run;
  await endLoads(run);
  // A stopped run leaves counts to the run that resumes or repeats it: it meets the same papers.
  if (report.status === "stopped") return;
  report.counts_refreshed = await refreshCounts(deps.engine, run.store, run.touched);
  if (options.only) await run.deadLetters.prune((letter) => options.only!.has(placeKey(letter)));
  else if (state.reachedEnd) await run.deadLetters.prune(() => true);
  await removeCheckpoint(run.checkpointFile);
  await run.touched.clear();
  // Last, as a resumed run needs the list that it began with.
  await run.repeated?.save(run.repeatedFile, state.reachedEnd);
}

async function endLoads({ deps, store }: Run): Promise<void> {
  for (const target of ["papers", "signals"] as const) {
    await store.patiently(() => deps.engine.endLoad(target, { timeoutMs: END_LOAD_TIMEOUT_MS }));
  }
}

const END_LOAD_TIMEOUT_MS = 30 * 60_000;

async function record({ deps, report, options }: Run): Promise<void> {
  if (!options.dryRun) await patiently(options, deps, () => deps.records.put("ingest_run", report.run_id, report));
}

/** Tries again while engine, model or records are away. */
function patiently<Value>({ giveUpAfterMs }: RunOptions, { clock }: RunDeps, task: () => Promise<Value>): Promise<Value> {
  return retrying(task, isAway, giveUpAfterMs ?? GIVE_UP_AFTER_MS, clock ?? realClock);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
