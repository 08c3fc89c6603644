import { withDeadline } from "../shared/deadline.ts";
import { retry } from "../shared/retry.ts";
import { EndpointFailure } from "./endpoint.ts";

/**
 * Repeats a request that failed with `retry` until `deadline` (by `performance.now()`), as `retryDelay` says and never before the endpoint asked
 * for it; where the wait would end after the deadline the last failure is thrown at once, and so it is after `maxAttempts`. Each attempt
 * gets a signal that ends with the deadline; where that ends an attempt after the first, what the endpoint last said is thrown. Rejects
 * with the reason of `signal` once that is aborted.
 */
export function withRetries<Value>(
  request: (signal: AbortSignal) => Promise<Value>,
  deadline: number,
  signal: AbortSignal,
  maxAttempts?: number,
): Promise<Value> {
  const timeLeft = (): number => Math.max(1, Math.ceil(deadline - performance.now()));
  let lastFailure: EndpointFailure | undefined;
  const late = (): EndpointFailure => lastFailure ?? new EndpointFailure("retry", "the endpoint did not respond in time");
  const attempt = async (): Promise<Value> => {
    try {
      return await withDeadline(timeLeft(), request, { signal, late });
    } catch (error) {
      if (error instanceof EndpointFailure) lastFailure = error;
      throw error;
    }
  };
  return retry(attempt, {
    isRetryable: (error) => error instanceof EndpointFailure && error.kind === "retry",
    retryAfterMs: (error) => (error instanceof EndpointFailure ? error.retryAfterMs : undefined),
    giveUpAfterMs: timeLeft(),
    maxAttempts,
    signal,
  });
}
