import { setTimeout as sleep } from "node:timers/promises";

/** Runs again, a few times, what lost a race against another writer of the same table. `run` must look at the table afresh. */
export async function untilNoConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** LanceDB tells lost races by their text alone. */
export function isConflict(error: unknown): boolean {
  return /conflict|too many concurrent/iu.test(String(error));
}

const ATTEMPTS = 10;
