import { PublicError } from "../src/errors.ts";
import { setTimeout as sleepFor } from "node:timers/promises";

/** Waiting and chance, so that tests can do without both. */
export interface RetryClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** 0 and more, less than 1. */
  random(): number;
}

export const realClock: RetryClock = {
  now: () => performance.now(),
  sleep: (ms) => sleepFor(ms),
  random: () => Math.random(),
};

/** True for an error that passes when what is away comes back: engine, model or records. */
export function isAway(error: unknown): boolean {
  return error instanceof PublicError && AWAY.has(error.code);
}

const AWAY: ReadonlySet<string> = new Set(["engine_unavailable", "embedder_unavailable", "records_unavailable"]);
const BASE_MS = 200;
const CAP_MS = 20_000;

/**
 * How long to wait before the next attempt, in milliseconds: a random part of a span that doubles with each attempt up to 20 s
 * (“full jitter”), and never less than the other side asked for. `attempt` counts from 0.
 */
export function retryDelay(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const span = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 20));
  return Math.max(retryAfterMs ?? 0, random() * span);
}

/**
 * Runs a task until it succeeds, fails for a reason that `retryable` does not know, or has failed for `giveUpAfterMs`; then its last error
 * is thrown.
 */
export async function retrying<Value>(
  task: () => Promise<Value>,
  retryable: (error: unknown) => boolean,
  giveUpAfterMs: number,
  clock: RetryClock = realClock,
): Promise<Value> {
  const deadline = clock.now() + giveUpAfterMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      const delay = retryDelay(attempt, undefined, clock.random);
      if (!retryable(error) || clock.now() + delay > deadline) throw error;
      await clock.sleep(delay);
    }
  }
}
