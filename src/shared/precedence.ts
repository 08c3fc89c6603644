import { AsyncLocalStorage } from "node:async_hooks";

/** The longest that a reading waits, in milliseconds: under a load that never ends, work behind it goes on all the same. */
const PATIENCE_MS = 100;

const behind = new AsyncLocalStorage<Precedence>();

/**
 * Who goes first where all share the processors of one process. Calls that go first are only counted. Work that gives way begins each of its readings when no such call is under way and
 * no other reading, first come, first served; or once the reading has waited for `patienceMs`.
 */
export class Precedence {
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();
  #first = 0;
  #readings = 0;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** A call that goes first begins; the function that is returned ends it, and may be called more than once. */
  enter(): () => void {
    this.#first += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#first -= 1;
      this.#next();
    };
  }

  /** Runs work that gives way: all that `reading` marks in it waits for its turn. */
  giveWay<Result>(work: () => Result): Result {
    return behind.run(this, work);
  }

  async read<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.#isFree()) await this.#turn();
    this.#readings += 1;
    try {
      return await work();
    } finally {
      this.#readings -= 1;
      this.#next();
    }
  }

  #isFree(): boolean {
    return this.#first === 0 && this.#readings === 0;
  }

  async #turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, this.#patienceMs);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  #next(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined || !this.#isFree()) return;
    this.#waiting.delete(oldest);
    oldest();
  }
}

/** A reading that costs this process time. It runs at once, or in its turn where it is part of work that gives way. */
export async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  const precedence = behind.getStore();
  return precedence === undefined ? work() : precedence.read(work);
}
