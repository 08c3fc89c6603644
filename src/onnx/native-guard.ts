const STOPPED = 0;
const RUNNING = 1;

/**
 * Keeps a thread from being ended in the midst of native code, which takes the whole process down with it. The thread wraps its
 * native work in `run`; who wants to end the process calls `stop` and `waitUntilIdle` first. Both ends share the memory.
 */
export class NativeGuard {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Does the work, unless `stop` was called: then it rejects. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    Atomics.add(this.#cells, RUNNING, 1);
    try {
      if (Atomics.load(this.#cells, STOPPED) === 1) throw new Error("stopped");
      return await work();
    } finally {
      Atomics.sub(this.#cells, RUNNING, 1);
      Atomics.notify(this.#cells, RUNNING);
    }
  }

  /** From here on no work begins. */
  stop(): void {
    Atomics.store(this.#cells, STOPPED, 1);
  }

  /** Blocks the calling thread until no work is running, or for `milliseconds`. */
  waitUntilIdle(milliseconds: number): void {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      const running = Atomics.load(this.#cells, RUNNING);
      const left = deadline - performance.now();
      if (running === 0 || left <= 0) return;
      Atomics.wait(this.#cells, RUNNING, running, left);
    }
  }
}
