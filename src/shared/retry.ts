import { setTimeout as sleepFor } from "node:timers/promises";

/** Time and chance, so that tests can do without both. */
export interface RetryClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Rejects where `signal` is aborted meanwhile. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0 and more, less than 1. */
  random(): number;
}

export const realClock: RetryClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** How waits grow from attempt to attempt, in milliseconds. */
export interface Backoff {
  baseMs: number;
  maxMs: number;
}

/** For services across the network: 0.2 s, doubled with each attempt, up to 20 s. */
const NETWORK_BACKOFF: Backoff = { baseMs: 200, maxMs: 20_000 };
/** 2^20 times the base is beyond any maximum; a larger power would leave the safe numbers. */
const MAX_DOUBLINGS = 20;

/**
 * How long to wait before the next attempt, in milliseconds: a random part of min(maxMs, baseMs · 2^attempt), and never less than the other side
 * asked for. `attempt` counts from 0. This is “full jitter” of M. Brooker, Exponential Backoff And Jitter (AWS Architecture Blog, 2015).
 */
export function retryDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
  { baseMs, maxMs }: Backoff = NETWORK_BACKOFF,
): number {
  const span = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
  return Math.max(retryAfterMs ?? 0, random() * span);
}

export interface RetryOptions {
  /** Whether the same task may succeed later. */
  isRetryable(error: unknown): boolean;
  /** How long the other side asked to wait. */
  retryAfterMs?(error: unknown): number | undefined;
  /** The last error is thrown at once where the next attempt would begin later than this after the first. Default: never. */
  giveUpAfterMs?: number;
  /** Default: any number. */
  maxAttempts?: number;
  backoff?: Backoff;
  /** Ends waiting and trying; its reason is thrown. */
  signal?: AbortSignal;
  clock?: RetryClock;
}

/** Runs a task until it succeeds, fails for good, or has been tried for long or often enough; then its last error is thrown. */
export async function retry<Value>(task: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, clock = realClock, giveUpAfterMs = Infinity, maxAttempts = Infinity } = options;
  const deadline = clock.now() + giveUpAfterMs;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      signal?.throwIfAborted();
      if (!options.isRetryable(error) || attempt + 1 >= maxAttempts) throw error;
      const delay = retryDelay(attempt, options.retryAfterMs?.(error), clock.random, options.backoff);
      if (clock.now() + delay > deadline) throw error;
      await clock.sleep(delay, signal).catch(() => signal?.throwIfAborted());
    }
  }
}

/** The header `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now: seconds, or a date; undefined where it is missing or neither. */
export function parseRetryAfter(header: unknown): number | undefined {
  if (typeof header !== "string" || header.trim() === "") return undefined;
  const ms = /^\d+(?:\.\d+)?$/u.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
