/** Reads a query together with each of a few texts and says how relevant each is: slower than a search, and nearer to the point. */
export interface Reranker extends AsyncDisposable {
  readonly model: string;

  /**
   * One finite score a text, in the order of the texts, higher for more relevant ones; scores of two calls are not compared. Rejects with `RerankerFailure` where
   * the model is away, late or answers with anything else, and with the signal's reason once that is aborted.
   */
  scores(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** What a sentence was found to say when it was read together with a question. */
export interface Reading {
  /** How well it answers: about 0 off the question to 3 an outright answer. */
  grade: number;
  /** Where a yes or no is asked for, or something is claimed, the likelihood that it points either way, and that it then points to a no; 0 to 1 each. */
  says: number;
  against: number;
  /** Both were told by the model of claims, whose likelihoods hold as they are. */
  ofClaim?: true;
}

/** Which way a sentence points, read together with a claim. */
export type Stance = Required<Omit<Reading, "grade">>;

/** Reads sentences, each behind its paper's title, together with a question. It is loaded when it is first needed. */
export interface SentenceReader extends AsyncDisposable {
  readonly model: string;

  /** Resolves once it is loaded, or what reads claims is; the first call begins that. Rejects with `ConfigError` where a file of the model is missing or altered. */
  open(what?: "questions" | "claims"): Promise<void>;

  /** One reading a text, in the order of the texts. Rejects like `Reranker.scores`. */
  readings(question: string, texts: readonly string[], signal: AbortSignal): Promise<Reading[]>;

  /** What each text says to a claim, by a model of its own. Rejects like `Reranker.scores`. */
  stances(claim: string, texts: readonly string[], signal: AbortSignal): Promise<Stance[]>;
}

/** Why a list was not reranked, for the log and `doctor`; without secrets. */
export class RerankerFailure extends Error {
  override readonly name = "RerankerFailure";
}
