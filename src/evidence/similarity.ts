import { remembered } from "../shared/remembered.ts";
import { contentTerms } from "../text/terms.ts";

/** The cosine of two unit vectors: their dot product. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

/** Jaccard overlap of the runs of five stems of two texts, 0 to 1. */
export function fiveGramOverlap(a: string, b: string): number {
  const left = fiveGrams(a);
  const right = fiveGrams(b);
  const shared = [...left].filter((gram) => right.has(gram)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}

const TEXTS_REMEMBERED = 500;

const fiveGrams = remembered(TEXTS_REMEMBERED, (text): ReadonlySet<string> => {
  const stems = contentTerms(text).map((term) => term.stem);
  return new Set(stems.slice(0, Math.max(0, stems.length - 4)).map((_, index) => stems.slice(index, index + 5).join(" ")));
});
