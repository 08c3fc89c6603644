import type { Logger } from "../../src/log.ts";
import { LockTaken } from "../lock.ts";
import type { SourceDeps } from "./source-deps.ts";
import { runDue } from "./schedule.ts";
import { readSourcesFile } from "./settings.ts";

/** How often it is looked whether a source is due: cron names minutes. */
const LOOK_EVERY_MS = 60_000;

export interface SchedulerDeps extends Omit<SourceDeps, "signal"> {
  sourcesFile: string | null;
  log: Logger;
  /** For tests. Default: a minute. */
  lookEveryMs?: number;
}

/**
 * Asks the sources that are due for as long as a server runs; of several servers one does so at a time. The file of sources is read anew each
 * time, so that a change needs no restart; what is wrong with it is logged. Disposing it stops what is under way, within seconds, and keeps the place.
 */
export function startScheduler(deps: SchedulerDeps): AsyncDisposable {
  const { log, sourcesFile, lookEveryMs = LOOK_EVERY_MS } = deps;
  const stopping = new AbortController();
  let lastProblem: string | null = null;

  const look = async (): Promise<void> => {
    try {
      const sources = await readSourcesFile(sourcesFile);
      const runs = await runDue(sources, { ...deps, signal: stopping.signal });
      for (const run of runs) {
        if (run.status === "failed") log.warn(run, "a source could not be queried");
        else log.info(run, "a source was queried");
      }
      lastProblem = null;
    } catch (error) {
      // Another server asks: that is how it should be.
      if (error instanceof LockTaken || stopping.signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem) log.warn({ err: error }, "sources could not be queried");
      lastProblem = problem;
    }
  };

  let underWay: Promise<void> = look();
  let isBusy = true;
  const settle = (): void => void (isBusy = false);
  void underWay.then(settle);
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    underWay = look();
    void underWay.then(settle);
  }, lookEveryMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
