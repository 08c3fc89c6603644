import { hash } from "node:crypto";
import type { Embedder } from "../../src/embedding/port.ts";

const DIMENSIONS = 32;

export interface HashEmbedder extends Embedder {
  /** The texts that were embedded so far, in order. */
  readonly texts: readonly string[];
}

/**
 * A deterministic stand-in for a model where a test is not about meaning: a text's vector is the normalized sum of the hashes of its words, so that
 * texts that share words are near each other. Texts with the word in `refuse` are refused.
 */
export function hashEmbedder(
  options: { model?: string; refuse?: string; searchVector?: Embedder["searchVector"] } = {},
): HashEmbedder {
  const texts: string[] = [];
  return {
    kind: "local",
    space: { model: options.model ?? "test-hash", dimensions: DIMENSIONS },
    fusionWeight: 0.5,
    answerThreshold: 0,
    supportMargin: 0.1,
    searchVector: options.searchVector,
    texts,
    embedQuery: async (text) => hashVector(text),
    embedTexts: async (batch) => {
      texts.push(...batch);
      return batch.map((text) =>
        options.refuse && text.includes(options.refuse) ? { refused: "a refused word" } : hashVector(text),
      );
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Of the words met so far: texts of tests repeat a few. */
const digests = new Map<string, Uint8Array>();

function hashVector(text: string): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["empty"]) {
    let digest = digests.get(word);
    if (digest === undefined) digests.set(word, (digest = hash("sha256", word, "buffer")));
    for (let index = 0; index < DIMENSIONS; index += 1) sum[index]! += digest[index]! - 127.5;
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
