import type { EmbeddingSpace } from "../engine/port.ts";
import { PublicError } from "../errors.ts";

/*
 * Turns texts into normalized vectors of one space. A vector is a function of its text alone: neither its neighbors in a batch
 * nor the order of calls change it.
 */
export interface Embedder extends AsyncDisposable {
  readonly kind: "local" | "openai";
  /**
   * Read it at each use: `dimensions` is 0, equal to no index's, while an endpoint that is to tell them has not answered yet. Such a
   * space makes no index.
   */
  readonly space: EmbeddingSpace;
  /** Weight of the semantic leg in fusion, 0 to 1; it belongs to the model. */
  readonly fusionWeight: number;
  /** The least cosine between a question and the nearest paper with an abstract at which the library may answer it; it belongs to the model. */
  readonly answerThreshold: number;
  /** How far below the threshold a paper's cosine may lie beside one that reaches it; it belongs to the model. */
  readonly supportMargin: number;
  /** The vector by which papers are searched for a question of this vector; absent where that is the question's own. It belongs to the model. */
  readonly searchVector?: ((question: Float32Array) => Float32Array) | undefined;

  /** The vector of a question. Throws the public error `embedder_unavailable`. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;

  /**
   * One vector a text, in order. A text that the model refuses for good yields its reason in place of a vector. Throws
   * `embedder_unavailable` where the model is away after retries; nothing of the batch counts then.
   */
  embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | EmbeddingRefusal)[]>;
}

export interface EmbeddingRefusal {
  refused: string;
}

export function isRefusal(result: Float32Array | EmbeddingRefusal): result is EmbeddingRefusal {
  return "refused" in result;
}

/** The embedder's space, where it is known: an endpoint that was never reached has not told its dimensions yet. Throws `embedder_unavailable`. */
export function knownSpace({ space }: Pick<Embedder, "space">): EmbeddingSpace {
  if (space.dimensions === 0) throw new PublicError("embedder_unavailable");
  return space;
}
