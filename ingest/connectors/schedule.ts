import type { Records } from "../../src/records/port.ts";
import type { SourceStatus } from "../../src/records/source-status.ts";
import type { LoadLock } from "../lock.ts";
import { nextTime } from "./cron.ts";
import { connectorNamed } from "./registry.ts";
import { askSource, takeSourcesLock } from "./run-source.ts";
import type { SourceDeps } from "./source-deps.ts";
import type { SourceRun } from "./source-run.ts";
import type { SourceSettings } from "./settings.ts";
import { HOUR_MS } from "../../src/shared/time.ts";

/** After the first failure, doubled with each one. */
const FIRST_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 6 * HOUR_MS;

/** When a source is to be asked by itself: a time that may be past; null: only by hand. One that never was is due at once. */
export function dueAt({ when }: SourceSettings, status: SourceStatus | null, now: Date): Date | null {
  if (when === null) return null;
  const regular = status?.succeeded_at ? nextTime(when, new Date(status.succeeded_at)) : now;
  const again = status?.next_try_at ? new Date(status.next_try_at) : regular;
  return again > regular ? again : regular;
}

/**
 * Asks a source now and notes what came of it, with a budget of its own. A failure lets the schedule wait, longer from failure to failure; the place is
 * kept. Throws `LockTaken` where another process asks sources.
 */
export async function runNow(settings: SourceSettings, deps: SourceDeps): Promise<SourceRun> {
  await using lock = await takeSourcesLock(settings.name, deps);
  return await runAndNote(settings, deps, { scheduled: false, before: await statusOf(deps.records, settings.name), lock });
}

/** Asks the sources that are due, one after another, each within what is left of its night's budget. Reports of those that were. Throws `LockTaken`. */
export async function runDue(sources: readonly SourceSettings[], deps: SourceDeps): Promise<SourceRun[]> {
  const runs: SourceRun[] = [];
  const isDue = (settings: SourceSettings, status: SourceStatus): boolean => {
    const now = deps.now?.() ?? new Date();
    const due = dueAt(settings, status, now);
    return due !== null && due <= now;
  };
  for (const settings of sources) {
    if (deps.signal?.aborted) break;
    if (!isDue(settings, await statusOf(deps.records, settings.name))) continue;
    await using lock = await takeSourcesLock(settings.name, deps);
    // Another server may have asked it just now.
    const before = await statusOf(deps.records, settings.name);
    if (isDue(settings, before)) runs.push(await runAndNote(settings, deps, { scheduled: true, before, lock }));
  }
  return runs;
}

async function runAndNote(
  settings: SourceSettings,
  deps: SourceDeps,
  { scheduled, before, lock }: { scheduled: boolean; before: SourceStatus; lock: Pick<LoadLock, "assertHeld"> },
): Promise<SourceRun> {
  const { records, now = () => new Date() } = deps;
  const budget = settings.budget - (scheduled ? before.spent : 0);
  const note = (change: Partial<SourceStatus>) => records.put("source", settings.name, { ...before, ...change });
  const onSpent = async (requests: number): Promise<void> => {
    if (scheduled) await note({ spent: before.spent + requests });
  };
  const run = await askSource(
    connectorNamed(settings.name),
    { ...settings, budget: Math.max(0, budget) },
    { ...deps, onSpent },
    lock,
  );
  const { status, started_at, ended_at, requests, present, missing, failed, left, error } = run;
  const last = { status, started_at, ended_at, requests, present, missing, failed, left, error };
  if (status === "done" || status === "budget_spent") {
    await note({ last, succeeded_at: started_at, failures: 0, next_try_at: null, spent: 0 });
  } else {
    const failures = before.failures + (status === "failed" ? 1 : 0);
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
    const backOff = new Date(now().getTime() + wait).toISOString();
    const next_try_at = status !== "failed" ? null : run.retry_at !== null && run.retry_at > backOff ? run.retry_at : backOff;
    await note({ last, failures, next_try_at, spent: scheduled ? before.spent + requests : before.spent });
  }
  return run;
}

async function statusOf(records: Records, name: string): Promise<SourceStatus> {
  const found = await records.get<SourceStatus>("source", name);
  return found?.value ?? { name, last: null, succeeded_at: null, failures: 0, next_try_at: null, spent: 0 };
}
