import { PublicError } from "../errors.ts";

export interface InFlightLimits {
  /** Calls of one key at a time. */
  perKey: number;
  /** Calls of all keys at a time: how many at first, and between which numbers that moves. */
  first: number;
  min: number;
  max: number;
  /** Calls that wait for a language model, at a time. They take no part in the above: they wait, and do not work. */
  model: number;
  /** What a search is to take at most, in milliseconds: while searches take longer, fewer calls run at a time. */
  targetMs: number;
  /** The longest that a call may have waited by the time it begins, in milliseconds. */
  waitMs: number;
}

const IN_FLIGHT_LIMITS: InFlightLimits = {
  perKey: 8,
  first: 16,
  min: 6,
  max: 64,
  model: 32,
  targetMs: 600,
  waitMs: 400,
};

/** The weight of the latest call in the average of what calls take. */
const LATEST = 0.1;
/** What a call takes, in milliseconds, before any has been seen: rather long, so that a server that has just started does not make calls wait that it must refuse later. */
const FIRST_GUESS_MS = 150;
/** The least that remains of the calls at a time after one that took too long. */
const BACK_OFF = 0.5;
/** A wait may turn out longer than it was expected to be, and who has waited is served rather than refused late; by so much at most. */
const PATIENCE = 3;

export interface EnterOptions {
  /** `search`: how long it takes says how busy the server is. `model`: it waits for a language model. Default: neither. */
  kind?: "search" | "model" | "other";
  /** When its request came in, as `performance.now()` tells it. Default: now. */
  receivedAt?: number;
}

/** A call that waits. `level`: how many others of its key were under way when it came. */
interface Waiting {
  level: number;
  begin(): void;
}

/** A call that runs, since when `performance.now()` was this. */
interface Running {
  since: number;
}

/**
 * Admits calls by how long they would have to wait. So many run at a time as can be run without searches getting slow (additive increase, multiplicative
 * decrease at most once in the time of a call: Chiu and Jain 1989); of the others those wait whose turn comes soon, by what calls took lately (Little's law), and the rest are refused at once.
 * A key's first call goes before any key's second, and so on, so that however few run at a time, nobody is held up by one who asks for much.
 */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #byKey = new Map<string, number>();
  /** In the order of their turns. */
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Running>();
  #onModel = 0;
  #places: number;
  #averageMs = FIRST_GUESS_MS;
  /** Calls that began before this ran beside more than run now: what they took says nothing of it. */
  #fewerSince = -Infinity;

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
    return this.#running.size + this.#onModel;
  }

  /** Calls that wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many calls may run at a time by now, those that wait for a language model left out. */
  get places(): number {
    return Math.floor(this.#places);
  }

  /** Throws `overloaded` where a call that came in now would be refused, whosever it is: cheaper to say before anything is done for it. */
  refuseIfFull(): void {
    if (this.#running.size >= this.places && this.#expectedMs(0) > this.#limits.waitMs) throw this.#overloaded(0);
  }

  /**
   * Waits for a place for one call; resolves to the function that gives it back, which may be called more than once.
   * Throws `too_many_in_flight` where the key has all its places in use; `overloaded`, at once, where the wait would be too long.
   */
  async enter(keyId: string, { kind = "other", receivedAt = performance.now() }: EnterOptions = {}): Promise<() => void> {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= this.#limits.perKey) throw new PublicError("too_many_in_flight", { retryAfterSeconds: 1 });
    this.#byKey.set(keyId, ofKey + 1);
    let running: Running | undefined;
    try {
      if (kind === "model") this.#takeModelPlace();
      else running = await this.#place(ofKey, performance.now() - receivedAt);
    } catch (error) {
      this.#leaveKey(keyId);
      throw error;
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leaveKey(keyId);
      if (running === undefined) this.#onModel -= 1;
      else this.#end(running, kind === "search");
    };
  }

  #takeModelPlace(): void {
    if (this.#onModel >= this.#limits.model) throw this.#overloaded(0);
    this.#onModel += 1;
  }

  async #place(level: number, waitedMs: number): Promise<Running> {
    if (this.#running.size < this.places) return this.#begin();
    const { waitMs } = this.#limits;
    if (waitedMs + this.#expectedMs(level) > waitMs) throw this.#overloaded(level);
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        level,
        begin: () => {
          clearTimeout(timer);
          resolve(this.#begin());
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        reject(this.#overloaded(level));
      }, PATIENCE * waitMs);
      this.#waiting.splice(this.#before(level), 0, one);
    });
  }

  #begin(): Running {
    const running = { since: performance.now() };
    this.#running.add(running);
    return running;
  }

  /** How many of those that wait have their turn before one who comes now. */
  #before(level: number): number {
    const next = this.#waiting.findIndex((one) => one.level > level);
    return next === -1 ? this.#waiting.length : next;
  }

  /** Until the turn of one who comes now: all whose turn is before, and it, at the pace of `places` calls in the time that one takes. */
  #expectedMs(level: number): number {
    return ((this.#before(level) + 1) * this.#callMs()) / this.#places;
  }

  /** What a call takes: the average of those that ended, or what those that run have taken by now, where that is more already. */
  #callMs(): number {
    const now = performance.now();
    let ages = 0;
    for (const { since } of this.#running) ages += now - since;
    return Math.max(this.#averageMs, ages / Math.max(1, this.#running.size));
  }

  #overloaded(level: number): PublicError {
    return new PublicError("overloaded", { retryAfterSeconds: Math.max(1, Math.ceil(this.#expectedMs(level) / 1_000)) });
  }

  #end(ended: Running, isSearch: boolean): void {
    const wasFull = this.#running.size >= this.places;
    const now = performance.now();
    const ms = now - ended.since;
    this.#averageMs += LATEST * (ms - this.#averageMs);
    if (isSearch && ended.since >= this.#fewerSince) this.#adapt(ms, wasFull, now);
    this.#running.delete(ended);
    while (this.#running.size < this.places && this.#waiting.length > 0) this.#waiting.shift()!.begin();
  }

  #adapt(ms: number, wasFull: boolean, now: number): void {
    const { targetMs, min, max } = this.#limits;
    if (ms > targetMs) {
      this.#places = Math.max(min, this.#places * Math.max(BACK_OFF, targetMs / ms));
      this.#fewerSince = now;
    } else if (wasFull) this.#places = Math.min(max, this.#places + 1 / this.#places);
  }

  #leaveKey(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
