import { setTimeout as sleep } from "node:timers/promises";
import { EndpointFailure } from "./endpoint.ts";

const BASE_MS = 250;
const CAP_MS = 20_000;

/**
 * Repeats a request that failed with `retry` until `deadline` (by `performance.now()`). The wait before attempt n is a random part of
 * min(20 s, 250 ms · 2ⁿ) ("full jitter"), but never less than the endpoint asked for; where it would end after the deadline the last
 * failure is thrown at once, and so it is after `mostAttempts`. Each attempt gets a signal that ends with the deadline; rejects with the
 * reason of `signal` once that is aborted.
 */
export async function withRetries<Value>(
  request: (signal: AbortSignal) => Promise<Value>,
  deadline: number,
  signal: AbortSignal,
  mostAttempts = Infinity,
): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const timeLeft = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())));
    try {
      return await request(AbortSignal.any([signal, timeLeft]));
    } catch (error) {
      signal.throwIfAborted();
      if (timeLeft.aborted) throw new EndpointFailure("retry", "the endpoint did not answer in time");
      if (!(error instanceof EndpointFailure)) throw error;
      const delay = Math.max(error.retryAfterMs ?? 0, Math.random() * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 10)));
      const hopeless = error.kind !== "retry" || attempt + 1 >= mostAttempts;
      if (hopeless || performance.now() + delay >= deadline) throw error;
      await sleep(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
