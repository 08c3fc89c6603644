import type { CitationBook } from "../citations/book.ts";
import { citationOf, cited } from "./cited.ts";
import { DIMENSION_WEIGHTS, type DimensionName } from "./constants.ts";
import { contributionsOf } from "./contributions.ts";
import { decide } from "./decision.ts";
import { decisiveUnknown, type DecisiveUnknown } from "./decisive-unknown.ts";
import { figuresOf, formulaOf, type Figures } from "./figures.ts";
import { canonicalGround, standing, type Ground } from "./ground.ts";
import { marginOf, type Margin } from "./margin.ts";
import { measure, type Measured } from "./measure.ts";
import { rounded } from "../shared/rounding.ts";
import { leaveOneOut, type Stability } from "./stability.ts";
import { tallyOf } from "./tally.ts";
import type { Verdict } from "./verdict.ts";

export type { Verdict };

export interface Dimension {
  name: DimensionName;
  /** 0 to 1; null where nothing is known, which is not zero. */
  score: number | null;
  weight: number;
  /** Interval of the score, from the quantile `INTERVAL.low` to `INTERVAL.high`. */
  interval: [number, number];
  rationale: string;
  formula: string;
  citations: number[];
}

export interface Judgment {
  verdict: Verdict;
  /** Why this verdict and no other, with its numbers. */
  reason: string;
  /** 0 to 1: coverage times one minus the width of readiness' interval. */
  confidence: number;
  /** 0 to 1: the weight of the dimensions about which something is known, by more than the dates of papers. */
  coverage: number;
  /** Lower bound, middle, upper bound, 0 to 1. */
  readiness: [number, number, number];
  /** 0 to 1; null where nothing of it is known. */
  demand: number | null;
  /** Lower and upper bound of demand. */
  demand_interval: [number, number] | null;
  /** Readiness and demand with the numbers in them. */
  formula: string;
  /** How far the nearest other verdict is; null where too little is known for any, or it is blocked. */
  margin: Margin | null;
  /** Null likewise. */
  stability: Stability | null;
  unknown_that_matters_most: DecisiveUnknown | null;
  dimensions: Dimension[];
}

/**
 * Judges papers by the signals about them, for a question, for one paper or for a topic alike; what each dimension rests on is
 * cited in `book`. Neither order nor repetition of papers and signals changes a judgment. Pure but for the book.
 */
export function judge(given: Ground, book: CitationBook): Judgment {
  const ground = canonicalGround(given);
  const contributions = contributionsOf(ground);
  const tally = tallyOf(contributions, standing(ground));
  const measured = measure(tally);
  const figures = figuresOf(measured, tally.paperCount);
  const coverage = coverageOf(measured);
  const { verdict, reason } = decide(ground, measured, figures, coverage);
  const ranked = verdict !== "blocked" && verdict !== "insufficient_evidence";
  const [r10, r50, r90] = figures.readiness;
  return {
    verdict,
    reason,
    confidence: rounded(coverage * (1 - (r90 - r10)), 2),
    coverage: rounded(coverage, 2),
    readiness: [rounded(r10, 2), rounded(r50, 2), rounded(r90, 2)],
    demand: figures.demand && rounded(figures.demand[1], 2),
    demand_interval: figures.demand && [rounded(figures.demand[0], 2), rounded(figures.demand[2], 2)],
    formula: formulaOf(measured, figures),
    margin: ranked ? marginOf(figures) : null,
    stability: ranked ? leaveOneOut(ground, contributions, tally, verdict) : null,
    unknown_that_matters_most: decisiveUnknown(measured, tally.paperCount, verdict),
    dimensions: measured.map((dimension) => ({
      name: dimension.name,
      score: dimension.score === null ? null : rounded(dimension.score, 2),
      weight: DIMENSION_WEIGHTS[dimension.name],
      interval: [rounded(dimension.interval[0], 2), rounded(dimension.interval[1], 2)],
      rationale: dimension.rationale,
      formula: dimension.formula,
      citations: cited(dimension.contributions).map((contribution) => citationOf(contribution, book)),
    })),
  };
}

/** Readiness and demand alone, for ranking many papers. Pure. */
export function figuresOfGround(given: Ground): Figures & { measured: Measured[] } {
  const ground = canonicalGround(given);
  const tally = tallyOf(contributionsOf(ground), standing(ground));
  const measured = measure(tally);
  return { ...figuresOf(measured, tally.paperCount), measured };
}

/** The weight of the dimensions about which something is known, 0 to 1. */
function coverageOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { name, known }) => sum + (known ? DIMENSION_WEIGHTS[name] : 0), 0);
}
