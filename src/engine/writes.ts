import type { PaperTopic } from "../documents/paper.ts";
import type { PaperFacts } from "../documents/signal.ts";

export interface Row<Document> {
  document: Document;
  /** Normalized, as long as the index's space has dimensions; null: the document is found lexically only. */
  vector: Float32Array | null;
  /** For those who query the index directly: the topic of a paper; of a signal, what is known of its papers. It is written with the row and not given back; left out: nothing is known. */
  beside?: PaperTopic | PaperFacts;
}

/** What became of one row of a write, in the order of the rows. */
export type WriteOutcome =
  | { status: "indexed" }
  /** The engine refused this document; the same document will be refused again. */
  | { status: "refused"; reason: string }
  /** The engine could not take it now (too busy, a shard away); the same document may pass later. */
  | { status: "retry"; reason: string; retryAfterMs?: number };

/** A whole write that did not go through. `retry`: again; `too_large` and `refused`: split it; a single row that is refused is poison. */
export class WriteError extends Error {
  override readonly name = "WriteError";
  readonly kind: "retry" | "too_large" | "refused";
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: "retry" | "too_large" | "refused",
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
