/** Batches under way: at most `limit`, and two that write the same id never at once but in their order. */
export class InFlight {
  readonly #limit: number;
  readonly #running = new Map<number, { keys: ReadonlySet<string>; done: Promise<void> }>();
  #started = 0;
  #failed = false;
  #failure: unknown;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Starts a task when there is room and no task under way has one of its keys; resolves when it was started. The task is told its number,
   * counted from 0. Throws what an earlier task threw: nothing is started after a failure.
   */
  async start(keys: ReadonlySet<string>, task: (sequence: number) => Promise<void>): Promise<void> {
    const blockers = [...this.#running.values()].filter((other) => !keys.isDisjointFrom(other.keys));
    await Promise.all(blockers.map(({ done }) => done));
    while (this.#running.size >= this.#limit) await Promise.race([...this.#running.values()].map(({ done }) => done));
    this.#throwFailure();
    const sequence = this.#started;
    this.#started += 1;
    const done = task(sequence)
      .catch((error: unknown) => {
        this.#failure = this.#failed ? this.#failure : error;
        this.#failed = true;
      })
      .finally(() => this.#running.delete(sequence));
    this.#running.set(sequence, { keys, done });
  }

  /** True where a task under way has one of the keys; asked again later, of the tasks that are under way now. */
  overlap(): (keys: ReadonlySet<string>) => boolean {
    const running = [...this.#running.values()];
    return (keys) => running.some((other) => !keys.isDisjointFrom(other.keys));
  }

  /** Resolves when all have ended well; throws what the first failure was. */
  async allDone(): Promise<void> {
    await this.settled();
    this.#throwFailure();
  }

  /** Resolves when all have ended, well or not. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #throwFailure(): void {
    if (this.#failed) throw this.#failure;
  }
}
