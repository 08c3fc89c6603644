export interface RestOptions {
  /** So many failures in a row. Default: 3. */
  failures?: number;
  /** How long it is left alone then, in milliseconds. Default: 30,000. */
  restMs?: number;
}

/**
 * Keeps a service that is away from being waited for by every caller (a circuit breaker): after some calls in a row that failed it rests for a while, then it
 * is tried again; the next failure makes it rest again.
 */
export class Rest {
  readonly #mostFailures: number;
  readonly #restMs: number;
  #failures = 0;
  #until = 0;
  #failedAt = -Infinity;
  #lastFault: unknown;

  constructor({ failures = 3, restMs = 30_000 }: RestOptions = {}) {
    this.#mostFailures = failures;
    this.#restMs = restMs;
  }

  get resting(): boolean {
    return performance.now() < this.#until;
  }

  /** Why the last call failed, where it was said. */
  get lastFault(): unknown {
    return this.#lastFault;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** `beganAt`: when the call began, as `performance.now()` tells it; calls that failed side by side count once. */
  failed(beganAt = performance.now(), fault?: unknown): void {
    this.#lastFault = fault;
    if (beganAt < this.#failedAt) return;
    this.#failedAt = performance.now();
    this.#failures += 1;
    if (this.#failures >= this.#mostFailures) this.#until = performance.now() + this.#restMs;
  }
}
