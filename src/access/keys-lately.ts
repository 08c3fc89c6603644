import { keyHash } from "./key-format.ts";
import type { KeyInfo } from "./keys.ts";

/** How long it is remembered that a key was good, in milliseconds. */
const LIFETIME_MS = 60_000;
/** So many keys are remembered, those that were used last. */
const MOST = 1_000;

/**
 * Which keys were good lately, by their hash. It lets no request pass: it only allows reading for an answer to begin while the key is being checked once more, so that whoever
 * makes up keys makes no work.
 */
export class KeysLately {
  readonly #known = new Map<string, { at: number; key: KeyInfo }>();
  readonly #now: () => number;

  /** `now`: the time in milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The key as it was when it was last checked, where that was within the last minute. */
  of(token: string): KeyInfo | undefined {
    const known = this.#known.get(keyHash(token));
    return known !== undefined && this.#now() - known.at < LIFETIME_MS ? known.key : undefined;
  }

  good(token: string, key: KeyInfo): void {
    const hash = keyHash(token);
    this.#known.delete(hash);
    this.#known.set(hash, { at: this.#now(), key });
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!);
  }

  /** The key was refused. */
  forget(token: string): void {
    this.#known.delete(keyHash(token));
  }
}
