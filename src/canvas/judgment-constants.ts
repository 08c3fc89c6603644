/*
 * Every constant of the judgment with its reason. They are defaults that show themselves, to be calibrated by whoever decides by
 * them; none of them is a finding.
 */

/** What a dimension counts towards coverage. Evidence and artifacts decide most of whether something can be built now. */
export const DIMENSION_WEIGHTS = {
  evidence: 0.3,
  artifacts: 0.25,
  adoption: 0.15,
  momentum: 0.1,
  health: 0.1,
  feasibility: 0.05,
  pull: 0.05,
} as const;
export type DimensionName = keyof typeof DIMENSION_WEIGHTS;
export const DIMENSIONS = Object.keys(DIMENSION_WEIGHTS) as DimensionName[];

/** Exponents of readiness, a geometric mean: adoption cannot buy missing evidence. `upkeep` is the mean of health and feasibility. */
export const READINESS_EXPONENTS = { evidence: 0.4, artifacts: 0.35, upkeep: 0.25 } as const;

/** Weights of demand, a mean over what is known. */
export const DEMAND_WEIGHTS = { momentum: 0.35, adoption: 0.45, pull: 0.2 } as const;

/** Saturation: the value at which ln(1+v)/(ln(1+v)+ln(1+half)) is one half. */
export const HALF = {
  /** Papers with code, papers with a data set or a model. */
  artifacts: 2,
  /** Stars are cheap and often bought: it takes many, and they are capped (arXiv 2412.13459). */
  stars: 500,
  starsCap: 20_000,
  /** Products, patents, dependents and other use that someone pays for. */
  use: 10,
  /** Grants, posts, products of industry. */
  pull: 2,
} as const;

/** How much one signal says of the evidence, 0 to 1. */
export const EVIDENCE_ITEMS = {
  award: 1,
  accepted: 0.8,
  rejected: 0.2,
  reproduced: 1,
  /** A reproduction that failed halves the dimension instead of adding to a mean. */
  failedReproductionFactor: 0.5,
  erratum: 0.4,
  /** Statements by independent groups of authors, against one by a single group. */
  severalGroups: 0.8,
  oneGroup: 0.4,
} as const;

/** Added to both counts of citations before their ratio, so that small numbers say little. */
export const CITATION_SHRINKAGE = 3;

/** Below these there is no verdict but `insufficient_evidence`. */
export const ENOUGH = { coverage: 0.5, sourceKinds: 3, groups: 2 } as const;

/** Thresholds of the verdicts. R10 and R50: the lower bound and the middle of readiness; D50: the middle of demand. */
export const VERDICTS = {
  build_now: { r10: 0.6, d50: 0.45 },
  prototype: { r50: 0.5, artifacts: 0.5 },
  watch: { d50: 0.5, momentum: 0.6, r50: 0.3 },
} as const;

/** The interval that every score carries: 10 % below, 10 % above. */
export const INTERVAL = { low: 0.1, high: 0.9 } as const;
