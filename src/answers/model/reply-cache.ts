import { createHash } from "node:crypto";

const MAX_REPLIES = 500;
const LIFETIME_MS = 60 * 60 * 1_000;

/**
 * What a model answered to exactly this request, for an hour; the least lately used of more than 500 is forgotten. In the process alone.
 *
 * Answers themselves are not kept: neither engine tells when it was last written to, and an answer that no longer fits its papers would be
 * worse than a slow one. The same request is the same question over the same sentences, and its reply is checked each time.
 */
export class ReplyCache {
  readonly #replies = new Map<string, { reply: string; at: number }>();

  get(request: object): string | null {
    const key = keyOf(request);
    const known = this.#replies.get(key);
    this.#replies.delete(key);
    if (!known || Date.now() - known.at > LIFETIME_MS) return null;
    this.#replies.set(key, known);
    return known.reply;
  }

  set(request: object, reply: string): void {
    const key = keyOf(request);
    this.#replies.delete(key);
    this.#replies.set(key, { reply, at: Date.now() });
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > MAX_REPLIES && oldest !== undefined) this.#replies.delete(oldest);
  }
}

function keyOf(request: object): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("base64");
}
