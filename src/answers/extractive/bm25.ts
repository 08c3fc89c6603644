import { pairs } from "../../shared/pairs.ts";

const K1 = 1.2;
/** Sentences differ little in length, and a longer one says more: a third of what is usual for documents. */
const B = 0.25;

/**
 * Okapi BM25 (Robertson and Zaragoza 2009) of each text for a question, with the texts themselves as the collection.
 * `texts`: the stems of each text; `question`: distinct stems. One score a text, 0 and more.
 */
export function bm25(texts: readonly (readonly string[])[], question: readonly string[]): number[] {
  const counts = texts.map((stems) => {
    const count = new Map<string, number>();
    for (const stem of stems) count.set(stem, (count.get(stem) ?? 0) + 1);
    return count;
  });
  const rarities = pairs(question, rarity(texts, question));
  const meanLength = texts.reduce((sum, stems) => sum + stems.length, 0) / Math.max(1, texts.length);
  return pairs(texts, counts).map(([stems, count]) =>
    rarities.reduce((sum, [stem, rare]) => {
      const frequency = count.get(stem);
      if (frequency === undefined) return sum;
      const length = 1 - B + (B * stems.length) / meanLength;
      return sum + (rare * frequency * (K1 + 1)) / (frequency + K1 * length);
    }, 0),
  );
}

/** How rare each word of a question is among texts, as BM25's inverse document frequency: above 0, the rarer the higher. */
export function rarity(texts: readonly (readonly string[])[], question: readonly string[]): number[] {
  const held = texts.map((stems) => new Set(stems));
  return question.map((stem) => {
    const holding = held.filter((stems) => stems.has(stem)).length;
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  });
}
