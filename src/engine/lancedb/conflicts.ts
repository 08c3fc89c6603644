import { retry } from "../../shared/retry.ts";

const ATTEMPTS = 10;
/** A commit to a table takes some milliseconds; ten attempts wait about half a second in all. */
const BACKOFF = { baseMs: 20, maxMs: 200 };

/** Runs again, a few times, what lost a race against another writer of the same table. `run` must look at the table afresh. */
export function untilNoConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  return retry(run, { isRetryable: isConflict, maxAttempts: ATTEMPTS, backoff: BACKOFF });
}

/** LanceDB tells lost races by their text alone. */
export function isConflict(error: unknown): boolean {
  return /conflict|too many concurrent/iu.test(String(error));
}
