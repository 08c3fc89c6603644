import { PublicError } from "../errors.ts";

export interface InFlightLimits {
  /** Calls of one key at a time. */
  perKey: number;
  /** Calls of all keys at a time: how many at first, and between which numbers that moves. */
  first: number;
  least: number;
  most: number;
  /** Calls that wait for a language model, at a time. They take no part in the above: they wait, and do not work. */
  model: number;
  /** What a search is to take at most, in milliseconds: while searches take longer, fewer calls run at a time. */
  targetMs: number;
  /** The longest that a call may have waited by the time it begins, in milliseconds. */
  waitMs: number;
}

/** Two keys that use all of their places never hold up a third, however slow the server has become. */
const IN_FLIGHT_LIMITS: InFlightLimits = {
  perKey: 8,
  first: 32,
  least: 24,
  most: 64,
  model: 32,
  targetMs: 600,
  waitMs: 700,
};

/** The weight of the latest call in the average of what calls take. */
const LATEST = 0.1;
/** What a call takes, in milliseconds, before any has been seen. */
const FIRST_GUESS_MS = 50;
/** What remains of the calls at a time after one that took too long. */
const BACK_OFF = 0.98;
/** A wait may turn out longer than it was expected to be; by so much at most. */
const PATIENCE = 1.5;

export interface EnterOptions {
  /** `search`: how long it takes says how busy the server is. `model`: it waits for a language model. Default: neither. */
  kind?: "search" | "model" | "other";
  /** When its request came in, as `performance.now()` tells it. Default: now. */
  receivedAt?: number;
}

/**
 * Admits calls by how long they would have to wait. So many run at a time as can be run without searches getting slow (additive increase, multiplicative
 * decrease: Chiu and Jain 1989); of the others those wait whose turn comes soon, by what calls took lately (Little's law), and the rest are refused at once.
 */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #byKey = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #onModel = 0;
  #places: number;
  #averageMs = FIRST_GUESS_MS;

  constructor(limits: Partial<InFlightLimits> = {}) {
    this.#limits = { ...IN_FLIGHT_LIMITS, ...limits };
    this.#places = this.#limits.first;
  }

  /** Calls of one key at a time. */
  get perKey(): number {
    return this.#limits.perKey;
  }

  /** Calls that are being answered. */
  get running(): number {
    return this.#running + this.#onModel;
  }

  /** Calls that wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How many calls may run at a time by now, those that wait for a language model left out. */
  get places(): number {
    return Math.floor(this.#places);
  }

  /** Throws `overloaded` where a call that came in now would be refused: cheaper to say before anything is done for it. */
  refuseIfFull(): void {
    if (this.#running >= this.places && this.#expectedMs() > this.#limits.waitMs) throw this.#overloaded();
  }

  /**
   * Waits for a place for one call; resolves to the function that gives it back, which may be called more than once.
   * Throws `too_many_in_flight` where the key has all its places in use; `overloaded`, at once, where the wait would be too long.
   */
  async enter(keyId: string, { kind = "other", receivedAt = performance.now() }: EnterOptions = {}): Promise<() => void> {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= this.#limits.perKey) throw new PublicError("too_many_in_flight", { retryAfterSeconds: 1 });
    this.#byKey.set(keyId, ofKey + 1);
    try {
      if (kind === "model") this.#takeModelPlace();
      else await this.#place(performance.now() - receivedAt);
    } catch (error) {
      this.#leaveKey(keyId);
      throw error;
    }
    const beganAt = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leaveKey(keyId);
      if (kind === "model") this.#onModel -= 1;
      else this.#end(performance.now() - beganAt, kind === "search");
    };
  }

  #takeModelPlace(): void {
    if (this.#onModel >= this.#limits.model) throw this.#overloaded();
    this.#onModel += 1;
  }

  async #place(waitedMs: number): Promise<void> {
    if (this.#running < this.places) {
      this.#running += 1;
      return;
    }
    const { waitMs } = this.#limits;
    if (waitedMs + this.#expectedMs() > waitMs) throw this.#overloaded();
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(this.#overloaded());
      }, PATIENCE * waitMs);
      this.#waiting.add(turn);
    });
  }

  /** Until the turn of one who comes now: all that wait before, and it, at the pace of `places` calls in the time that one takes. */
  #expectedMs(): number {
    return ((this.#waiting.size + 1) * this.#averageMs) / this.#places;
  }

  #overloaded(): PublicError {
    return new PublicError("overloaded", { retryAfterSeconds: Math.max(1, Math.ceil(this.#expectedMs() / 1_000)) });
  }

  #end(ms: number, isSearch: boolean): void {
    const { targetMs, least, most } = this.#limits;
    const wasFull = this.#running >= this.places;
    this.#averageMs += LATEST * (ms - this.#averageMs);
    if (isSearch && ms > targetMs) this.#places = Math.max(least, this.#places * BACK_OFF);
    else if (isSearch && wasFull) this.#places = Math.min(most, this.#places + 1 / this.#places);
    this.#running -= 1;
    for (const next of this.#waiting) {
      if (this.#running >= this.places) break;
      this.#waiting.delete(next);
      this.#running += 1;
      next();
    }
  }

  #leaveKey(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
