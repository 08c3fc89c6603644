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
  const holding = new Map(question.map((stem) => [stem, counts.filter((count) => count.has(stem)).length]));
  const meanLength = texts.reduce((sum, stems) => sum + stems.length, 0) / Math.max(1, texts.length);
  return counts.map((count, index) =>
    question.reduce((sum, stem) => {
      const frequency = count.get(stem);
      if (frequency === undefined) return sum;
      const held = holding.get(stem) ?? 0;
      const idf = Math.log(1 + (texts.length - held + 0.5) / (held + 0.5));
      const length = 1 - B + (B * texts[index].length) / meanLength;
      return sum + (idf * frequency * (K1 + 1)) / (frequency + K1 * length);
    }, 0),
  );
}
