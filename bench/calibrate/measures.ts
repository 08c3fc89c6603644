import { ndcg, type Judgments } from "../../src/evaluation/metrics.ts";
import type { RankedList } from "../../src/engine/searches.ts";
import { fuse } from "../../src/retrieval/fusion.ts";
import { quantile } from "../loads/measured.ts";

/** Of the questions that a library can answer so many are to stay. */
const KEPT = 0.95;
/** Of the relevant papers so many are to pass the floor: what the bundled model's margin lets pass of the papers that LitSearch's questions want. */
const PASSED = 0.94;
/** A margin is no narrower, so that a second paper has a chance, and no wider, so that the floor is one. */
const MARGINS = { least: 0.02, most: 0.15 };
const STEPS = 20;
/** A weight is as good as the best within so much nDCG@10; of these the one nearest to the middle is taken. */
const AS_GOOD = 0.002;

/** What both legs found for a question, and what was judged. */
export interface Searched {
  collection: string;
  lexical: RankedList | null;
  semantic: RankedList | null;
  judgments: Judgments;
}

export interface WeightFigures {
  weight: number;
  /** Mean over the collections. */
  "nDCG@10": number;
}

/** The mean nDCG@10 of each weight of the semantic leg from 0 to 1, each collection counting the same. */
export function weightsOf(searched: readonly Searched[], depth: number): WeightFigures[] {
  const collections = Map.groupBy(searched, ({ collection }) => collection);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const weight = step / STEPS;
    const figure = ({ lexical, semantic, judgments }: Searched) =>
      ndcg(
        fuse(lexical, semantic, weight, depth).map(({ id }) => id),
        judgments,
        10,
      );
    return { weight, "nDCG@10": mean([...collections.values()].map((own) => mean(own.map(figure)))) };
  });
}

/** The weight nearest to the middle among those as good as the best. */
export function bestWeight(figures: readonly WeightFigures[]): number {
  const best = Math.max(...figures.map((figure) => figure["nDCG@10"]));
  const good = figures.filter((figure) => figure["nDCG@10"] >= best - AS_GOOD).map(({ weight }) => weight);
  return good.toSorted((a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5))[0]!;
}

/** The highest threshold, in hundredths, at which the best cosine of 95 % of these questions still passes. */
export function thresholdOf(bestCosines: readonly number[]): number {
  return Math.floor(quantile(bestCosines, 1 - KEPT) * 100) / 100;
}

/** How far below the threshold 94 % of the relevant papers' cosines lie at most, in hundredths. */
export function supportMarginOf(threshold: number, relevantCosines: readonly number[]): number {
  const needed = threshold - quantile(relevantCosines, 1 - PASSED);
  return Math.round(Math.min(MARGINS.most, Math.max(MARGINS.least, needed)) * 100) / 100;
}
