import { availableParallelism } from "node:os";

/** Each read keeps one or two processors busy; with two of them for each processor none is idle, and none waits long for its part. */
const READS_A_PROCESSOR = 2;
const MIN_READS = 4;

/**
 * Lets so many reads run at a time. LanceDB cannot be interrupted: a read that nobody waits for any more goes on, so it keeps its slot until it has ended. Without
 * slots, reads that were too late would pile up under those that could still be in time, until none is.
 */
export class ReadSlots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number = Math.max(MIN_READS, READS_A_PROCESSOR * availableParallelism())) {
    this.#free = count;
  }

  /** Runs a read in its turn, first come, first served. Rejects with the reason of the signal where that ends before, and the read is not begun. */
  async run<Result>(read: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    await this.#take(signal);
    try {
      return await read();
    } finally {
      this.#giveBack();
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onEnd = () => {
      this.#waiting.delete(resolve);
      reject(signal.reason as Error);
    };
    this.#waiting.add(resolve);
    signal.addEventListener("abort", onEnd, { once: true });
    await promise;
    signal.removeEventListener("abort", onEnd);
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
