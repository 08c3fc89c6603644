import { PublicError } from "../../errors.ts";
import { withDeadline } from "../../shared/deadline.ts";
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
  try {
    return await withDeadline(timeoutMs, () => run(timeoutMs), { signal });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PublicError || error instanceof WriteError) throw error;
    throw new PublicError("engine_unavailable", { cause: error });
  }
}
