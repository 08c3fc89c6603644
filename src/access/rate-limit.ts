const WINDOW_SECONDS = 60;
/** Windows of this many keys are kept before those that are over are swept out. */
const SWEEP_AT = 10_000;

/** How one request stands against its key's limit. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window is over and everything is free again. */
  resetSeconds: number;
}

/**
 * Counts requests a key in windows of a minute; a key's window opens with its first request. Counts live in this process: with
 * several servers each grants the limit.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { endsAt: number; used: number }>();

  /** `now`: a monotonic clock in milliseconds. */
  constructor(limitPerMinute: number, now: () => number = () => performance.now()) {
    this.#limit = limitPerMinute;
    this.#now = now;
  }

  /** Counts one request of a key; a request that is not allowed does not count. */
  take(keyId: string): RateDecision {
    // Whole milliseconds: sums of fractions would round the seconds up.
    const now = Math.floor(this.#now());
    let window = this.#windows.get(keyId);
    if (!window || window.endsAt <= now) {
      this.#sweep(now);
      window = { endsAt: now + WINDOW_SECONDS * 1_000, used: 0 };
      this.#windows.set(keyId, window);
    }
    const allowed = window.used < this.#limit;
    if (allowed) window.used += 1;
    return {
      allowed,
      limit: this.#limit,
      remaining: this.#limit - window.used,
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1_000)),
    };
  }

  #sweep(now: number): void {
    if (this.#windows.size < SWEEP_AT) return;
    for (const [keyId, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(keyId);
  }
}

/** The limit as the fields `RateLimit-Policy` and `RateLimit` of the IETF draft on rate limit headers say it. */
export function rateLimitHeaders(decision: RateDecision): Record<string, string> {
  return {
    "RateLimit-Policy": `"key";q=${decision.limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"key";r=${decision.remaining};t=${decision.resetSeconds}`,
  };
}
