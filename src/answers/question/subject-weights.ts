import type { ReadQuestion } from "./schema.ts";

/** How many papers have a stem, and how many papers there are. */
export interface DocumentFrequencies {
  papers: number;
  papersWith: (stem: string) => number;
}

/**
 * How much each stem of a question's subject tells, as shares that sum to 1: rare stems more than common ones, by the inverse document
 * frequency of BM25 (Robertson and Zaragoza 2009, “The Probabilistic Relevance Framework”, eq. 3.6, with 1 added inside the logarithm so
 * that it stays positive), times the weight of the stem's term. A stem in two terms counts once, with the greater weight.
 */
export function subjectWeights(
  { subject }: Pick<ReadQuestion, "subject">,
  { papers, papersWith }: DocumentFrequencies,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { stems, weight = 1 } of subject.terms) {
    for (const stem of stems) {
      const having = Math.min(papersWith(stem), papers);
      const rarity = Math.log(1 + (papers - having + 0.5) / (having + 0.5));
      weights.set(stem, Math.max(weights.get(stem) ?? 0, weight * rarity));
    }
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return new Map([...weights].map(([stem, weight]) => [stem, weight / total]));
}
