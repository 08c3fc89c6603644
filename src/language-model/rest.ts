const FAILURES = 3;
const REST_MS = 30_000;

/**
 * Keeps a model that is away from being waited for by every question: after three calls in a row that failed it rests for half a minute,
 * then it is tried again; the next failure makes it rest again.
 */
export class Rest {
  readonly #restMs: number;
  #failures = 0;
  #until = 0;

  constructor(restMs = REST_MS) {
    this.#restMs = restMs;
  }

  get resting(): boolean {
    return performance.now() < this.#until;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#until = performance.now() + this.#restMs;
  }
}
