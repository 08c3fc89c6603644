import type { InferenceTask, Pooling } from "./task.ts";

type EmbeddingTask = Extract<InferenceTask, { kind: "embedding" }>;

/** Names of outputs with a vector a text, and with one a token, as the usual exports give them. */
const OF_TEXT = ["embedding", "sentence_embedding"] as const;
const OF_TOKENS = ["last_hidden_state", "token_embeddings"] as const;
/** Vectors this near to length 1 are left as they are. */
const TOLERANCE = 1e-5;

/** Which output of an embedding model is read, and how a normalized vector is made of it. Throws where there is none, and for a vector of another length. */
export function embedding(outputNames: readonly string[], { pooling, dimensions, kept }: EmbeddingTask) {
  const ofText = OF_TEXT.find((name) => outputNames.includes(name));
  const ofTokens = OF_TOKENS.find((name) => outputNames.includes(name));
  const output = pooling === null ? ofText : (ofTokens ?? ofText);
  if (output === undefined) {
    const missing =
      ofTokens === undefined
        ? `one of its outputs must be named ${[...OF_TEXT, ...OF_TOKENS].join(", ")}`
        : "it returns a vector a token, so pooling must be stated";
    throw new Error(`${missing}; its outputs are ${outputNames.join(", ")}`);
  }
  const read = (values: Float32Array): Float32Array => {
    const vector = pooling === null || output === ofText ? values : pooled(values, dimensions, pooling);
    if (vector.length !== dimensions)
      throw new Error(`the model returns ${vector.length} dimensions, but ${dimensions} are stated`);
    return normalized(vector.slice(0, kept));
  };
  return { output, read };
}

/** One vector of a row for each token. Throws where the rows do not have this length. */
function pooled(rows: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  const count = rows.length / dimensions;
  if (!Number.isInteger(count) || count === 0)
    throw new Error(`the model's vectors of tokens do not have the ${dimensions} dimensions that are stated`);
  if (pooling === "cls") return rows.slice(0, dimensions);
  if (pooling === "last") return rows.slice(-dimensions);
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < rows.length; index += 1) mean[index % dimensions]! += rows[index]! / count;
  return mean;
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (length === 0) throw new Error("the model returned a vector of zeros");
  return Math.abs(length - 1) <= TOLERANCE ? vector : vector.map((component) => component / length);
}
