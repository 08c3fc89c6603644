import { isRefusal, type Embedder } from "./port.ts";

/** Sentences kept an embedder: 30 MB at 384 dimensions. */
const MAX_KEPT = 20_000;
const kept = new WeakMap<object, Map<string, Float32Array>>();

/**
 * One vector a sentence, in order; null where the model refuses the text. What was embedded lately is not embedded again: a vector is a
 * function of its text, so remembering it changes nothing but the time. Throws `embedder_unavailable`.
 */
export async function sentenceVectors(
  embedder: Pick<Embedder, "embedTexts">,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const known = kept.get(embedder) ?? new Map<string, Float32Array>();
  kept.set(embedder, known);
  const missing = [...new Set(texts.filter((text) => !known.has(text)))];
  const results = missing.length === 0 ? [] : await embedder.embedTexts(missing, signal);
  const vectors = new Map(missing.map((text, index) => [text, results[index]]));
  return texts.map((text) => {
    const vector = vectors.get(text) ?? known.get(text);
    if (vector === undefined || isRefusal(vector)) return null;
    remember(known, text, vector);
    return vector;
  });
}

/** Puts a vector last in line to go. */
function remember(known: Map<string, Float32Array>, text: string, vector: Float32Array): void {
  known.delete(text);
  known.set(text, vector);
  if (known.size > MAX_KEPT) known.delete(known.keys().next().value!);
}
