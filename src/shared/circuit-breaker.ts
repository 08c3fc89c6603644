export interface CircuitBreakerOptions {
  /** So many failures in a row. Default: 3. */
  failures?: number;
  /** How long it stays open then, in milliseconds. Default: 30,000. */
  coolDownMs?: number;
}

/**
 * Keeps a service that is away from being waited for by every caller (a circuit breaker): after some calls in a row that failed it is open for its
 * cool-down, then half-open: all calls try the service again, the next failure opens it again, and a success closes it.
 */
export class CircuitBreaker {
  readonly #maxFailures: number;
  readonly #coolDownMs: number;
  #failures = 0;
  #until = 0;
  #failedAt = -Infinity;
  #lastFault: unknown;

  constructor({ failures = 3, coolDownMs = 30_000 }: CircuitBreakerOptions = {}) {
    this.#maxFailures = failures;
    this.#coolDownMs = coolDownMs;
  }

  /** Whether calls are to be refused without trying. */
  get isOpen(): boolean {
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
    if (this.#failures >= this.#maxFailures) this.#until = performance.now() + this.#coolDownMs;
  }
}
