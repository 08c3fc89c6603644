import { join } from "node:path";
import { knownSpace, type Embedder } from "../src/embedding/port.ts";
import type { Engine } from "../src/engine/port.ts";
import { PublicError } from "../src/errors.ts";
import type { Records } from "../src/records/port.ts";
import { realClock, type RetryClock } from "../src/shared/retry.ts";
import { GIVE_UP_AFTER_MS, untilAvailable } from "./availability.ts";
import { FinishedPrefix, readCheckpoint, removeCheckpoint } from "./checkpoint.ts";
import { DEAD_LETTERS_FOLDER, inputKey, openDeadLetters, type DeadLetterFile } from "./dead-letters.ts";
import { dryRunEngine } from "./dry-run.ts";
import { IngestError, UsageError } from "./errors.ts";
import { readIdMap } from "./id-map.ts";
import type { LoadLock } from "./lock.ts";
import { makeManifest, manifestDifference, type Manifest } from "./manifest.ts";
import type { ProgressState } from "./progress.ts";
import { newReport, type IngestReport } from "./report.ts";
import { textOption, type Download, type SourceOptions } from "./sources/format.ts";
import type { OpenSource } from "./sources/open-source.ts";
import type { BatchContext } from "./stages/batch.ts";
import { RepeatedRows } from "./stages/repeated-rows.ts";
import { Store } from "./store.ts";
import type { CountingEmbedder } from "./text-vectors.ts";
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
  /** Continue where the last run of the same input ended. */
  resume?: boolean;
  /** Only the rows at these places; see `placeKey`. */
  only?: ReadonlySet<string>;
  /** The engine leads to a generation that no other run can write to: no lock is needed, and runs into the live one go on. */
  ownGeneration?: boolean;
  /** Stops the run: batches under way are finished, as far as they are within `stopGraceMs`, and indexes are left to the next run. */
  signal?: AbortSignal;
  /** How long a run that is asked to stop may take to do so, in milliseconds. Default: 5,000. */
  stopGraceMs?: number;
  /** How long engine or model may be away before the run gives up, in milliseconds. Default: 10 minutes. */
  giveUpAfterMs?: number;
  /** How often the record of the run tells how far it is, in milliseconds. Default: 3,000. */
  reportEveryMs?: number;
  /** Rows a batch; default: what suits the engine. */
  batchSize?: number;
}

export interface RunDeps {
  engine: Engine;
  embedder: CountingEmbedder;
  /** Passages of full texts get vectors too. */
  embedsPassages?: boolean;
  records: Records;
  now?: () => Date;
  clock?: RetryClock;
  onProgress?: (state: ProgressState) => void;
  /** For downloads from other addresses than the format's own, and at another pace. */
  download?: Pick<Download, "origins" | "clock" | "timeoutMs">;
}

/** A run that can begin: its place in the input, the files that it keeps, and the way into the index. */
export interface Run {
  options: RunOptions;
  deps: RunDeps;
  source: OpenSource;
  manifest: Manifest;
  context: BatchContext;
  store: Store;
  /** That no other run writes meanwhile; a dry run and one into a generation of its own need none. */
  lock: LoadLock | null;
  /** Gives up what is under way, once the run was asked to stop and its grace is over. */
  ending: AbortSignal;
  deadLetters: DeadLetterFile;
  touched: TouchedPapers;
  /** Null: rows are taken as they come. */
  repeated: RepeatedRows | null;
  repeatedFile: string;
  /** Id keys of the papers that a table names for files of full texts. */
  mapped: (file: string) => string[];
  checkpointFile: string;
  /** The batches that are finished, those of the run that is resumed included. */
  prefix: FinishedPrefix;
  report: IngestReport;
  /** How many of the rows in the counts an earlier run had read. */
  resumedTally: number;
}

export interface RunStart {
  startedAt: string;
  runId: string;
  source: OpenSource;
  lock: LoadLock | null;
  ending: AbortSignal;
}

/**
 * Prepares a run: finds the place to resume at, creates the index where there is none, and opens the files that the run keeps. Throws
 * `UsageError` where it cannot be resumed, `IngestError` where the index is of another embedding model.
 */
export async function startRun(options: RunOptions, deps: RunDeps, start: RunStart): Promise<Run> {
  const { startedAt, runId, source, lock, ending } = start;
  const { engine, embedder } = deps;
  const { target } = options.source;
  const dryRun = options.dryRun ?? false;
  const { giveUpAfterMs = GIVE_UP_AFTER_MS } = options;
  const { clock = realClock } = deps;
  const key = `${target}-${inputKey(options.source)}${options.only ? "-retry" : ""}`;
  const fileOf = (ending: string): string => join(options.dataDir, "ingest", `${key}.${ending}`);
  const checkpointFile = fileOf("checkpoint.json");
  const repeatedFile = fileOf("repeated");
  const touched = new TouchedPapers(fileOf("touched"));
  const deadLettersFile = options.deadLettersFile ?? join(options.dataDir, DEAD_LETTERS_FOLDER, `${key}.jsonl`);

  const map = target === "fulltext" ? textOption(options.source, "map") : undefined;
  const mapped = map === undefined ? () => [] : await readIdMap(map);
  const manifest = await makeManifest(options.source, source.input.paths, embedder.space);
  const from = await resumePoint(options, checkpointFile, manifest);
  const indexExists = await untilAvailable(() => prepareIndex(engine, embedder, dryRun), {
    giveUpAfterMs,
    clock,
    signal: ending,
  });
  if (!from && !dryRun) {
    await removeCheckpoint(checkpointFile);
    await touched.clear();
  }
  const prefix = new FinishedPrefix(from ?? undefined);
  const run: Run = {
    options,
    deps,
    source,
    manifest,
    context: { source: options.source, run_id: runId, ingested_at: startedAt },
    store: new Store({
      engine: dryRun ? dryRunEngine(engine, indexExists) : engine,
      embedder,
      embedsPassages: deps.embedsPassages,
      clock,
      giveUpAfterMs,
      dryRun,
      signal: ending,
    }),
    lock,
    ending,
    deadLetters: await openDeadLetters(deadLettersFile, options.source, from?.rows ?? 0),
    touched,
    repeated: target === "papers" && !options.only ? await RepeatedRows.open(repeatedFile) : null,
    repeatedFile,
    mapped,
    checkpointFile,
    prefix,
    report: newReport({
      tally: prefix.tally,
      source: options.source,
      runId,
      startedAt,
      dryRun,
      resumedFromRow: from?.rows ?? 0,
      deadLettersFile: dryRun ? null : deadLettersFile,
    }),
    resumedTally: from?.tally.rows.read ?? 0,
  };
  await record(run);
  return run;
}

/** Keeps the report as it is now for `ingest runs`. A run that gives up what is under way tries so once. */
export async function record({ deps, report, options, ending }: Run): Promise<void> {
  if (options.dryRun) return;
  const giveUpAfterMs = ending.aborted ? 0 : options.giveUpAfterMs;
  await untilAvailable(() => deps.records.put("ingest_run", report.run_id, report), { giveUpAfterMs, clock: deps.clock });
}

async function resumePoint({ resume, source, dryRun }: RunOptions, checkpointFile: string, manifest: Manifest) {
  if (!resume) return null;
  if (source.path === "-") throw new UsageError("--resume: standard input cannot be resumed; use a file");
  if (dryRun) throw new UsageError("--resume: a dry run has nothing to resume");
  const checkpoint = await readCheckpoint(checkpointFile);
  const difference = checkpoint && manifestDifference(checkpoint.manifest, manifest);
  if (difference) throw new UsageError(`--resume: ${difference} since the run to resume; run without --resume`);
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
      `the index of ${target} was built with the embedding model ${space.model} (${space.dimensions} dimensions), ` +
        `but the configured one is ${embedder.space.model} (${embedder.space.dimensions}); restore the EMBEDDER settings, or build a new index`,
    );
  }
  const exists = statuses.every(({ target, generation }) => generation !== null || target === "passages");
  if (exists) await engine.papers.refresh();
  return exists;
}
