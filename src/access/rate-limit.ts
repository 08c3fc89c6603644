import type { Records } from "../records/port.ts";
import { deadlineSignal } from "../shared/deadline.ts";

const WINDOW_SECONDS = 60;
/** A server is handed a key's requests in shares, at most so many a minute: a share costs a write, a request none. */
const SHARES = 20;
/** Where the store does not hand out a share in this time, in milliseconds, the server counts by itself. */
const SHARE_TIMEOUT_MS = 1_000;
/** Windows of this many keys are kept before those that are over are swept out. */
const SWEEP_AT = 10_000;

/** How one request stands against its key's limit. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  /** Requests that are left in the window, less what other servers took since this one last asked. */
  remaining: number;
  /** Whole seconds until the window is over and everything is free again. */
  resetSeconds: number;
}

/** What the store knows of a key's minute. */
interface StoredWindow {
  ends_at: string;
  /** Requests that were handed out to servers. */
  granted: number;
}

/** What this server knows of it. */
interface Window {
  endsAt: number;
  granted: number;
  /** Handed out to this server and not used yet. */
  left: number;
}

/**
 * Counts requests a key in windows of a minute that all servers share; a key's window opens with its first request. Servers are handed
 * shares of a twentieth of the limit, so that a key never gets more than its limit, and with n servers at most (n − 1) shares
 * fewer: those that another server holds unused. That supposes clocks that agree; where they differ by some seconds, so do the
 * ends of the minute. Where the store does not take writes, each server grants the limit.
 */
export class RateLimiter {
  readonly #records: Records;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #windows = new Map<string, Window>();
  readonly #asking = new Map<string, Promise<void>>();

  /** `now`: the time in milliseconds. `onError` is told why the store handed out nothing. */
  constructor(
    records: Records,
    limitPerMinute: number,
    options: { now?: () => number; onError?: (error: unknown) => void } = {},
  ) {
    this.#records = records;
    this.#limit = limitPerMinute;
    this.#now = options.now ?? Date.now;
    this.#onError = options.onError ?? (() => {});
  }

  get limit(): number {
    return this.#limit;
  }

  /** Counts one request of a key; a request that is not allowed does not count. */
  async take(keyId: string): Promise<RateDecision> {
    for (;;) {
      const window = this.#current(keyId);
      if (window && window.left > 0) {
        window.left -= 1;
        return this.#decision(window, true);
      }
      if (window && window.granted >= this.#limit) return this.#decision(window, false);
      await this.#ask(keyId);
    }
  }

  /** How a key stands, without counting anything; null where this server has seen no request of it in the window. */
  standing(keyId: string): RateDecision | null {
    const window = this.#current(keyId);
    return window ? this.#decision(window, window.left > 0 || window.granted < this.#limit) : null;
  }

  #current(keyId: string): Window | undefined {
    const window = this.#windows.get(keyId);
    return window && window.endsAt > this.#now() ? window : undefined;
  }

  #decision({ endsAt, granted, left }: Window, allowed: boolean): RateDecision {
    const seconds = Math.ceil((endsAt - this.#now()) / 1_000);
    return {
      allowed,
      limit: this.#limit,
      remaining: this.#limit - granted + left,
      resetSeconds: Math.min(WINDOW_SECONDS, Math.max(1, seconds)),
    };
  }

  /** Asks for one share, once for all requests that wait for it. */
  async #ask(keyId: string): Promise<void> {
    const asking = this.#asking.get(keyId) ?? this.#askStore(keyId).finally(() => this.#asking.delete(keyId));
    this.#asking.set(keyId, asking);
    await asking;
  }

  async #askStore(keyId: string): Promise<void> {
    this.#sweep();
    try {
      this.#windows.set(keyId, await this.#share(keyId));
    } catch (error) {
      this.#onError(error);
      const window = this.#current(keyId) ?? { endsAt: this.#now() + WINDOW_SECONDS * 1_000, granted: 0, left: 0 };
      const more = this.#nextShare(window.granted);
      this.#windows.set(keyId, { ...window, granted: window.granted + more, left: window.left + more });
    }
  }

  async #share(keyId: string): Promise<Window> {
    const signal = deadlineSignal(SHARE_TIMEOUT_MS);
    for (;;) {
      const stored = await this.#records.get<StoredWindow>("rate", keyId, signal);
      const now = this.#now();
      const open = stored !== null && Date.parse(stored.value.ends_at) > now;
      const granted = open ? stored.value.granted : 0;
      const endsAt = open ? Date.parse(stored.value.ends_at) : now + WINDOW_SECONDS * 1_000;
      const more = this.#nextShare(granted);
      if (more === 0) return { endsAt, granted, left: 0 };
      const value: StoredWindow = { ends_at: new Date(endsAt).toISOString(), granted: granted + more };
      const options = {
        expectedVersion: stored?.version ?? 0,
        expiresAt: new Date(endsAt + WINDOW_SECONDS * 1_000).toISOString(),
      };
      if (await this.#records.put("rate", keyId, value, options, signal)) return { endsAt, granted: value.granted, left: more };
    }
  }

  #nextShare(granted: number): number {
    return Math.max(0, Math.min(Math.ceil(this.#limit / SHARES), this.#limit - granted));
  }

  #sweep(): void {
    if (this.#windows.size < SWEEP_AT) return;
    const now = this.#now();
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
