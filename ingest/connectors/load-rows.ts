import { join } from "node:path";
import { realClock } from "../../src/shared/retry.ts";
import { IngestError } from "../errors.ts";
import { LockTaken } from "../lock.ts";
import type { IngestReport } from "../report.ts";
import { runIngest } from "../run.ts";
import type { Connector } from "./connector.ts";
import type { SourceDeps } from "./source-deps.ts";
import type { SourceRun } from "./source-run.ts";

/** A load by hand is waited for. */
const LOCK_WAIT_MS = 10 * 60_000;
const LOCK_POLL_MS = 5_000;

/** Whose rows they are, and the run that counts them. */
export interface RowsOf {
  connector: Pick<Connector, "name">;
  deps: SourceDeps;
  run: SourceRun;
}

type Load = Connector["loads"][number];

/** Loads a file of rows that a source told, and counts them in its run. Returns how many are dead. Throws `IngestError` where they could not be loaded. */
export async function loadRows(load: Load, path: string, { connector, deps, run }: RowsOf): Promise<number> {
  const report = await ingest(load, path, connector.name, deps);
  if (report.status !== "done")
    throw new IngestError(`the data from ${connector.name} could not be loaded: ${report.error ?? report.status}`);
  count(run, load.target, report);
  return report.rows.dead + report.derived.dead;
}

async function ingest({ target, format, heldOnly }: Load, path: string, name: string, deps: SourceDeps): Promise<IngestReport> {
  const { engine, embedder, embedsPassages, records, dataDir, clock = realClock, lockPollMs = LOCK_POLL_MS, signal } = deps;
  const source = { target, path, format, observedAt: dayOfJournal(path), ...(heldOnly ? { heldOnly } : {}) };
  const deadLettersFile = join(dataDir, "dead-letters", `source-${name}.jsonl`);
  const giveUpAt = clock.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return await runIngest({ source, dataDir, deadLettersFile, signal }, { engine, embedder, embedsPassages, records, clock });
    } catch (error) {
      if (!(error instanceof LockTaken) || clock.now() >= giveUpAt) throw error;
      await clock.sleep(lockPollMs, signal);
    }
  }
}

function count(run: SourceRun, target: Load["target"], { rows, derived, signals_removed }: IngestReport): void {
  if (target === "papers") run.papers_written += rows.indexed + rows.merged;
  run.signals_written += derived.indexed + (target === "signals" ? rows.indexed : 0);
  run.signals_removed += signals_removed;
  run.dead += rows.dead + derived.dead;
}

/** The day of the journal's answers, which its name begins with. */
function dayOfJournal(path: string): string {
  return /(\d{4}-\d{2}-\d{2})T[^/\\]*$/u.exec(path)![1]!;
}
