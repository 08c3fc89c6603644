/** Reads a query together with each of a few texts and says how relevant each is: slower than a search, and nearer to the point. */
export interface Reranker extends AsyncDisposable {
  readonly model: string;

  /**
   * One finite score a text, in the order of the texts, higher for more relevant ones; scores of two calls are not compared. Rejects with `RerankerFailure` where
   * the model is away, late or answers with anything else, and with the signal's reason once that is aborted.
   */
  scores(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** A reranker that is loaded when it is first needed. */
export interface SentenceReader extends Reranker {
  /** Resolves once it is loaded; the first call begins that. Rejects with `ConfigError` where a file of the model is missing or altered. */
  open(): Promise<void>;
}

/** Why a list was not reranked, for the log and `doctor`; without secrets. */
export class RerankerFailure extends Error {
  override readonly name = "RerankerFailure";
}
