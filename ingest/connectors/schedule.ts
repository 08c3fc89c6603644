import type { Records } from "../../src/records/port.ts";
import type { SourceStatus } from "../../src/records/source-status.ts";
import { nextTime } from "./cron.ts";
import { connectorNamed } from "./registry.ts";
import { runSource, type SourceDeps, type SourceRun } from "./run-source.ts";
import type { SourceSettings } from "./settings.ts";

/** After the first failure, doubled with each one. */
const FIRST_WAIT_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** When a source is to be asked by itself: a time that may be past; null: only by hand. One that never was is due at once. */
export function dueAt({ when }: SourceSettings, status: SourceStatus | null, now: Date): Date | null {
  if (when === null) return null;
  const regular = status?.succeeded_at ? nextTime(when, new Date(status.succeeded_at)) : now;
  const again = status?.next_try_at ? new Date(status.next_try_at) : regular;
  return again > regular ? again : regular;
}

/**
 * Asks a source and notes what came of it. `scheduled`: within what is left of the night's budget; else it is a run by hand, which has a budget of its own.
 * A failure lets the schedule wait, longer from failure to failure; the place is kept. Throws `LockTaken` where another process asks sources.
 */
export async function runAndNote(
  settings: SourceSettings,
  deps: SourceDeps,
  { scheduled }: { scheduled: boolean },
): Promise<SourceRun> {
  const { records, now = () => new Date() } = deps;
  const before = await statusOf(records, settings.name);
  const budget = settings.budget - (scheduled ? before.spent : 0);
  const note = (change: Partial<SourceStatus>) => records.put("source", settings.name, { ...before, ...change });
  const onSpent = async (requests: number): Promise<void> => {
    if (scheduled) await note({ spent: before.spent + requests });
  };
  const run = await runSource(connectorNamed(settings.name), { ...settings, budget: Math.max(0, budget) }, { ...deps, onSpent });
  const { status, started_at, ended_at, requests, present, missing, failed, left, error } = run;
  const last = { status, started_at, ended_at, requests, present, missing, failed, left, error };
  if (status === "done" || status === "budget_spent") {
    await note({ last, succeeded_at: started_at, failures: 0, next_try_at: null, spent: 0 });
  } else {
    const failures = before.failures + (status === "failed" ? 1 : 0);
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
    const backOff = new Date(now().getTime() + wait).toISOString();
    const next_try_at = status !== "failed" ? null : run.retry_at !== null && run.retry_at > backOff ? run.retry_at : backOff;
    await note({ last, failures, next_try_at, spent: scheduled ? before.spent + requests : before.spent });
  }
  return run;
}

/** Asks the sources that are due, one after another. Reports of those that were. */
export async function runDue(sources: readonly SourceSettings[], deps: SourceDeps): Promise<SourceRun[]> {
  const runs: SourceRun[] = [];
  for (const settings of sources) {
    if (deps.signal?.aborted) break;
    const now = deps.now?.() ?? new Date();
    const due = dueAt(settings, await statusOf(deps.records, settings.name), now);
    if (due !== null && due <= now) runs.push(await runAndNote(settings, deps, { scheduled: true }));
  }
  return runs;
}

async function statusOf(records: Records, name: string): Promise<SourceStatus> {
  const found = await records.get<SourceStatus>("source", name);
  return found?.value ?? { name, last: null, succeeded_at: null, failures: 0, next_try_at: null, spent: 0 };
}
