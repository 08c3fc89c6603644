import { PublicError } from "../errors.ts";

export interface InFlightLimits {
  /** Calls of one key at a time. */
  perKey: number;
  /** Calls of all keys at a time. */
  total: number;
  /** Calls that may wait for one of those places. */
  queue: number;
  /** The longest a call may wait, in milliseconds. */
  queueMs: number;
}

const IN_FLIGHT_LIMITS: InFlightLimits = { perKey: 8, total: 64, queue: 128, queueMs: 5_000 };

/** Caps the calls that are answered at one time, for each key and in all. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #byKey = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: InFlightLimits = IN_FLIGHT_LIMITS) {
    this.#limits = limits;
  }

  /** Calls of one key at a time. */
  get perKey(): number {
    return this.#limits.perKey;
  }

  /** Calls that are being answered. */
  get running(): number {
    return this.#running;
  }

  /** Calls that wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a place for one call; resolves to the function that gives it back, which may be called more than once.
   * Throws `too_many_in_flight` where the key has all its places in use, `overloaded` where too many wait or the wait was too long.
   */
  async enter(keyId: string): Promise<() => void> {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= this.#limits.perKey) throw new PublicError("too_many_in_flight", { retryAfterSeconds: 1 });
    this.#byKey.set(keyId, ofKey + 1);
    try {
      await this.#place();
    } catch (error) {
      this.#leaveKey(keyId);
      throw error;
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leaveKey(keyId);
      this.#passOn();
    };
  }

  async #place(): Promise<void> {
    if (this.#running < this.#limits.total) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= this.#limits.queue) throw new PublicError("overloaded", { retryAfterSeconds: 2 });
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new PublicError("overloaded", { retryAfterSeconds: 2 }));
      }, this.#limits.queueMs);
      this.#waiting.add(turn);
    });
  }

  /** The first that waits takes the place over; with nobody waiting it becomes free. */
  #passOn(): void {
    const [first] = this.#waiting;
    if (first) {
      this.#waiting.delete(first);
      first();
    } else {
      this.#running -= 1;
    }
  }

  #leaveKey(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
