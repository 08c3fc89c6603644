import { setTimeout as sleep } from "node:timers/promises";
import { PublicError } from "../../errors.ts";
import { DeadlinePassed, timeLeft, withDeadline } from "../../shared/deadline.ts";
import type { Call } from "../port.ts";
import { WriteError } from "../writes.ts";

/** The most milliseconds that a call takes where it does not say so itself. */
export const DEADLINES = { read: 2_000, write: 60_000, maintenance: 3_600_000 };

/** Of a call with a deadline so much is left to its caller, in milliseconds, to say what is missing. */
const LEFT_TO_CALLER_MS = 100;

/**
 * Runs one call: rejects with the signal's reason once it is aborted, with `engine_busy` once its time is over, and with `engine_unavailable`
 * where LanceDB fails. LanceDB cannot be interrupted: work under way then ends unheard. The signal that `run` gets ends with the call.
 */
export async function runCall<Result>(
  call: Call | undefined,
  deadlineMs: number,
  run: (timeoutMs: number, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs: wanted = deadlineMs } = call ?? {};
  const timeoutMs = Math.max(1, Math.min(wanted, timeLeft(signal) - LEFT_TO_CALLER_MS));
  try {
    return await withDeadline(timeoutMs, (ended) => run(timeoutMs, ended), { signal });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PublicError || error instanceof WriteError) throw error;
    // An engine in this process cannot be away: it has too much to do.
    const code = error instanceof DeadlinePassed || isTimeout(error) ? "engine_busy" : "engine_unavailable";
    throw new PublicError(code, { cause: error, ...(code === "engine_busy" ? { retryAfterSeconds: 1 } : {}) });
  }
}

/** True where LanceDB gave up a query for the time that it was given. It tells so by its text alone. */
export function isTimeout(error: unknown): boolean {
  return /query timeout/iu.test(String(error));
}

/** How often it is tried again to close, and after how long. */
const CLOSING = { attempts: 40, waitMs: 50 };

/** Closes a table or connection. LanceDB refuses while a call is under way, and one that its caller gave up runs on for a moment. */
export async function closeWhenIdle(open: { close(): void }): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      open.close();
      return;
    } catch (error) {
      if (attempt === CLOSING.attempts) throw error;
      await sleep(CLOSING.waitMs);
    }
  }
}
