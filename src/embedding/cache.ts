import { hash } from "node:crypto";
import type { EmbeddingSpace } from "../engine/port.ts";
import type { EmbeddingCache } from "./cache-file.ts";
import { pairs } from "../shared/pairs.ts";
import { isRefusal, type Embedder, type EmbeddingRefusal } from "./port.ts";
import { embeddingText } from "./text.ts";

export { openEmbeddingCache, type EmbeddingCache } from "./cache-file.ts";

export interface CacheStats {
  /** Texts whose vector was known, texts that were embedded (each once, however often a call repeats it). */
  hits: number;
  misses: number;
}

/**
 * The same embedder, but no text is embedded twice: `embedTexts` looks into the cache first and puts there what it had to compute.
 * Vectors are kept by space and text; refusals are not kept. Questions pass through. Disposing closes the embedder, not the cache.
 */
export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache): Embedder & { readonly stats: CacheStats } {
  const stats: CacheStats = { hits: 0, misses: 0 };
  return {
    stats,
    kind: embedder.kind,
    fusionWeight: embedder.fusionWeight,
    answerThreshold: embedder.answerThreshold,
    supportMargin: embedder.supportMargin,
    searchVector: embedder.searchVector,
    get space() {
      return embedder.space;
    },
    embedQuery: (text, signal) => embedder.embedQuery(text, signal),

    async embedTexts(texts, signal) {
      signal?.throwIfAborted();
      const prepared = texts.map(embeddingText);
      const distinct = [...new Set(prepared)];
      const results = new Map<string, Float32Array | EmbeddingRefusal>();
      for (const [text, vector] of known(cache, embedder.space, distinct)) results.set(text, vector);
      const missing = distinct.filter((text) => !results.has(text));

      const computed = missing.length === 0 ? [] : pairs(missing, await embedder.embedTexts(missing, signal));
      stats.hits += texts.length - missing.length;
      stats.misses += missing.length;
      for (const [text, result] of computed) results.set(text, result);
      const entries = computed.flatMap(([text, vector]) =>
        isRefusal(vector) ? [] : [{ key: cacheKey(embedder.space, text), vector }],
      );
      cache.put(entries);
      return prepared.map((text) => results.get(text)!);
    },

    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

function known(cache: EmbeddingCache, space: EmbeddingSpace, texts: readonly string[]): [text: string, vector: Float32Array][] {
  const vectors = cache.get(
    texts.map((text) => cacheKey(space, text)),
    space.dimensions,
  );
  return pairs(texts, vectors).flatMap(([text, vector]) => (vector === null ? [] : [[text, vector]]));
}

/** SHA-256 over the space and the text. */
function cacheKey(space: EmbeddingSpace, text: string): Uint8Array {
  return hash("sha256", `${space.model}\n${space.dimensions}\n${text}`, "buffer");
}
