import { IngestError } from "./errors.ts";

/** How long what is under way may take once a run is asked to stop, in milliseconds: Docker kills after ten seconds. */
const GRACE_MS = 5_000;
/** What a program still does after a run was stopped is waited for this long, in milliseconds. */
const LEAVE_AFTER_MS = 1_000;

/** A signal that ends some time after a run was asked to stop, with an `IngestError`: what is under way by then is given up. */
export function graceAfter(asked: AbortSignal | undefined, graceMs = GRACE_MS): Disposable & { signal: AbortSignal } {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => ending.abort(new IngestError("the run was stopped")), graceMs);
  };
  if (asked?.aborted) begin();
  else asked?.addEventListener("abort", begin, { once: true });
  return {
    signal: ending.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      asked?.removeEventListener("abort", begin);
    },
  };
}

/**
 * Ends the program of a stopped run soon, with the exit code that is set: what LanceDB does in its own threads cannot be interrupted, and would keep the
 * process for minutes. An index that is left half built is not seen by anyone.
 */
export function leaveSoon(): void {
  setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
}
