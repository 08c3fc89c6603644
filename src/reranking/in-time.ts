import { DeadlinePassed, timeLeft, withDeadline } from "../shared/deadline.ts";
import { RerankerFailure, type Reranker } from "./port.ts";

/** How long a reranker may take, and how it is spared where it failed. */
export interface Patience {
  /** Milliseconds at most. */
  mostMs: number;
  /** Of what is left of the call, at most this share. */
  share: number;
  /** After a failure it is not asked for so many milliseconds: otherwise every call would wait for it. */
  pauseMs: number;
}

const pauses = new WeakMap<Reranker, number>();

/** Whether a reranker failed so lately that it would not be asked: what only it needs is then not worth preparing. */
export function isPaused(reranker: Reranker): boolean {
  return (pauses.get(reranker) ?? 0) > Date.now();
}

/**
 * The scores of `Reranker.scores`, or null where it fails, is late, or did so lately; then the caller goes on without and says so. Rejects with the signal's reason once that is aborted.
 */
export async function scoresInTime(
  reranker: Reranker,
  query: string,
  texts: readonly string[],
  { mostMs, share, pauseMs }: Patience,
  signal?: AbortSignal,
): Promise<number[] | null> {
  if (isPaused(reranker)) return null;
  const most = Math.min(mostMs, share * timeLeft(signal));
  try {
    return await withDeadline(most, (ended) => reranker.scores(query, texts, ended), { signal });
  } catch (error) {
    if (signal?.aborted || !(error instanceof RerankerFailure || error instanceof DeadlinePassed)) throw error;
    pauses.set(reranker, Date.now() + pauseMs);
    return null;
  }
}
