export interface DeadlineOptions {
  /** The caller's own end: once it is aborted, the work is too, and its reason is what `withDeadline` rejects with. */
  signal?: AbortSignal;
  /** What `withDeadline` rejects with once the time is over. */
  late?: () => Error;
}

/**
 * Runs work for at most this many milliseconds. The work gets a signal that ends with the deadline or with the caller's signal; nobody waits for it
 * from then on, whether or not it heeds the signal. Rejects with what the work throws before that, else with `late()` or with the reason
 * of the caller's signal; work is not begun where that is aborted already.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  { signal: caller, late = () => new DeadlinePassed(milliseconds) }: DeadlineOptions = {},
): Promise<Result> {
  caller?.throwIfAborted();
  const ended = new AbortController();
  ends.set(ended.signal, performance.now() + Math.min(milliseconds, timeLeft(caller)));
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    reject(reason);
    ended.abort(reason);
  };
  const timer = setTimeout(() => end(late()), milliseconds);
  const onAbort = (): void => end(caller?.reason);
  caller?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(ended.signal), interrupted]);
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", onAbort);
  }
}

/** A signal that is aborted after this many milliseconds, with a `TimeoutError`, or with the caller's signal. */
export function deadlineSignal(milliseconds: number, caller?: AbortSignal): AbortSignal {
  const passed = AbortSignal.timeout(milliseconds);
  const ended = caller === undefined ? passed : AbortSignal.any([passed, caller]);
  ends.set(ended, performance.now() + Math.min(milliseconds, timeLeft(caller)));
  return ended;
}

/** When the signals that this file hands out end by themselves. */
const ends = new WeakMap<AbortSignal, number>();

/**
 * Milliseconds until a signal of `withDeadline` or `deadlineSignal` ends; infinite for any other. A part of the work takes no more than this, so that it ends while something can
 * still be said of it.
 */
export function timeLeft(signal: AbortSignal | undefined): number {
  const end = signal === undefined ? undefined : ends.get(signal);
  return end === undefined ? Infinity : end - performance.now();
}

/** What work that took too long fails with where its caller has no error of its own for it. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";

  constructor(milliseconds: number) {
    super(`took more than ${milliseconds} ms`);
  }
}
