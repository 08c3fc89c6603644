import { DeadlinePassed, timeLeft, withDeadline } from "../shared/deadline.ts";
import { RerankerFailure } from "./port.ts";

/** How long a reranker may take, and how it is spared where it failed. */
export interface Patience {
  /** Milliseconds at most. */
  maxMs: number;
  /** Of what is left of the call, at most this share. */
  share: number;
  /** After a failure it is not asked for so many milliseconds: otherwise every call would wait for it. */
  pauseMs: number;
}

const pauses = new WeakMap<object, number>();

/** Whether a reranker failed so lately that it would not be asked: what only it needs is then not worth preparing. */
export function isPaused(reranker: object): boolean {
  return (pauses.get(reranker) ?? 0) > Date.now();
}

/**
 * What a reranker gives when it is asked, or null where it fails, is late, or did so lately; then the caller goes on without and says so. Rejects with the signal's reason once that is aborted.
 */
export async function inTime<Given>(
  reranker: object,
  ask: (signal: AbortSignal) => Promise<Given>,
  { maxMs, share, pauseMs }: Patience,
  signal?: AbortSignal,
): Promise<Given | null> {
  if (isPaused(reranker)) return null;
  const limitMs = Math.min(maxMs, share * timeLeft(signal));
  try {
    return await withDeadline(limitMs, ask, { signal });
  } catch (error) {
    if (signal?.aborted || !(error instanceof RerankerFailure || error instanceof DeadlinePassed)) throw error;
    pauses.set(reranker, Date.now() + pauseMs);
    return null;
  }
}
