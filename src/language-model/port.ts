/** What a model is to write, and from what. */
export interface CompletionRequest {
  /** What to do; ours alone, never a word from a caller or a record. */
  instructions: string;
  /** What to do it with: data from callers and records. */
  data: string;
  /** The JSON Schema that the answer is to follow. Not every endpoint holds its model to it. */
  schema: { name: string; schema: Record<string, unknown> };
  /** The most tokens of the answer. */
  maxTokens: number;
}

export interface CompletionCall {
  /** By `performance.now()`; retries included. */
  deadline: number;
  signal?: AbortSignal;
  /** Is told what the model writes while it writes, where the endpoint can stream: the next piece and its place. A piece at 0 begins anew, as after a retry. */
  onText?: (piece: string, at: number) => void;
}

/** A language model that answers a single request with text. It has no tools and remembers nothing. */
export interface LanguageModel extends AsyncDisposable {
  readonly kind: "openai";
  /** Its name at the endpoint. */
  readonly model: string;
  /** How long an answer of the service may wait for it, in milliseconds; retries included. */
  readonly patienceMs: number;

  /**
   * What the model wrote, whatever it is: perhaps nothing, perhaps not what was asked for. Rejects with `LanguageModelError`, or with the
   * reason of the signal once that is aborted.
   */
  complete(request: CompletionRequest, call: CompletionCall): Promise<string>;
}

/**
 * `too_long`: the request does not fit the model. `refused`: the model or its endpoint will not answer it. `unavailable`: there was no
 * answer in time, or none that can be read. The message is for the operator: what the endpoint said, without key and address.
 */
export class LanguageModelError extends Error {
  override readonly name = "LanguageModelError";
  readonly kind: "too_long" | "refused" | "unavailable";

  constructor(kind: "too_long" | "refused" | "unavailable", message: string) {
    super(message);
    this.kind = kind;
  }
}
