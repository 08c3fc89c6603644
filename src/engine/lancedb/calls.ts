import { PublicError } from "../../errors.ts";
import { WriteError, type Call } from "../port.ts";

/** The most milliseconds that a call takes where it does not say so itself. */
export const DEADLINES = { read: 2_000, write: 60_000, maintenance: 3_600_000 };

/**
 * Runs one call: rejects with the signal's reason once it is aborted, and with `engine_unavailable` once its time is over or
 * where LanceDB fails. LanceDB cannot be interrupted: work under way then ends unheard.
 */
export async function runCall<Result>(
  call: Call | undefined,
  deadlineMs: number,
  run: (timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs = deadlineMs } = call ?? {};
  signal?.throwIfAborted();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new PublicError("engine_unavailable", { cause: new TimedOut(timeoutMs) })), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([run(timeoutMs), interrupted]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PublicError || error instanceof WriteError) throw error;
    throw new PublicError("engine_unavailable", { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

class TimedOut extends Error {
  override readonly name = "TimedOut";

  constructor(timeoutMs: number) {
    super(`LanceDB took more than ${timeoutMs} ms`);
  }
}
