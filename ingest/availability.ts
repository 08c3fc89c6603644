import { PublicError } from "../src/errors.ts";
import { storageFault } from "../src/shared/storage-fault.ts";
import { storageError } from "./errors.ts";
import { retry, type RetryClock } from "../src/shared/retry.ts";

/** How long engine, model or records may be away before a load gives up: a node restarts, or a model is loaded, well within ten minutes. */
export const GIVE_UP_AFTER_MS = 10 * 60_000;

const AWAY: ReadonlySet<string> = new Set(["engine_unavailable", "engine_busy", "embedder_unavailable", "records_unavailable"]);

/**
 * Runs a task, again and again while engine, model or records are away, for at most `giveUpAfterMs`; then its last error is thrown. Storage that is full or read-only is an `IngestError` at once. Rejects with the reason of
 * `signal` once that is aborted.
 */
export function untilAvailable<Value>(
  task: () => Promise<Value>,
  { giveUpAfterMs = GIVE_UP_AFTER_MS, clock, signal }: { giveUpAfterMs?: number; clock?: RetryClock; signal?: AbortSignal } = {},
): Promise<Value> {
  return retry(task, { isRetryable: isAway, giveUpAfterMs, clock, signal }).catch((error: unknown) => {
    const fault = isAwayCode(error) ? storageFault(error) : null;
    throw fault === null ? error : storageError(fault, error);
  });
}

/** Waiting makes no room on a disk. */
function isAway(error: unknown): boolean {
  return isAwayCode(error) && storageFault(error) === null;
}

function isAwayCode(error: unknown): boolean {
  return error instanceof PublicError && AWAY.has(error.code);
}
