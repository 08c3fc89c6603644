import { estimatedTokens } from "../documents/tokens.ts";

/** What one request may hold. */
export interface BatchLimits {
  /** Texts. OpenAI takes 2,048; TEI takes 32 unless it is told otherwise. */
  texts: number;
  /** Estimated tokens. OpenAI takes 300,000. */
  tokens: number;
}

/** Cuts a list into runs that keep both limits; a text that is over the limit by itself is a run of its own. */
export function batchesOf(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const estimate = estimatedTokens(text);
    const current = batches.at(-1);
    if (current && current.length < limits.texts && tokens + estimate <= limits.tokens) {
      current.push(text);
      tokens += estimate;
    } else {
      batches.push([text]);
      tokens = estimate;
    }
  }
  return batches;
}
