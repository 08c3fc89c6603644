/*
 * Every constant of the judgment with its reason. They are defaults that show themselves, to be calibrated by whoever decides by
 * them; none of them is a finding.
 */

/**
 * What a dimension counts towards coverage; the sum is 1. Evidence and artifacts decide most of whether something can be built now. Health,
 * feasibility and pull count little, as hardly any source tells of them: that nothing is known there must not forbid every verdict.
 */
export const DIMENSION_WEIGHTS = {
  evidence: 0.35,
  artifacts: 0.25,
  adoption: 0.15,
  momentum: 0.15,
  health: 0.05,
  feasibility: 0.03,
  pull: 0.02,
} as const;
export type DimensionName = keyof typeof DIMENSION_WEIGHTS;
export const DIMENSIONS = Object.keys(DIMENSION_WEIGHTS) as DimensionName[];

/** Exponents of readiness, a geometric mean: adoption cannot buy missing evidence. `upkeep` is the mean of health and feasibility. */
export const READINESS_EXPONENTS = { evidence: 0.4, artifacts: 0.35, upkeep: 0.25 } as const;

/** Weights of demand: what people do with something says more than how often they cite it, and money without use says least. */
export const DEMAND_WEIGHTS = { momentum: 0.35, adoption: 0.45, pull: 0.2 } as const;

/** The interval that every score carries: 10 % below, 10 % above. */
export const INTERVAL = { low: 0.1, high: 0.9 } as const;

/**
 * How much a single part says for a dimension, in successes of a Beta distribution that starts uniform; against it, the same in failures. One
 * success alone makes a score of two thirds.
 */
export const AMOUNTS = {
  /** A programme committee let it in; a paper on record in proceedings or a journal, with no word on how it was reviewed, half. */
  acceptance: 1,
  publication: 0.5,
  /** A review counts by how far it lies from the middle of its scale. */
  review: 1,
  award: 1,
  /** Somebody else did it again: worth two acceptances, and the only part without a cap that a few papers would reach. */
  reproduction: 2,
  /** The authors corrected themselves: something was wrong, rarely the whole. */
  erratum: 0.5,
  retraction: 2,
  /** Two groups of authors that share nobody. */
  groups: 1,
  code: 1,
  /** Data without code is half of what a product needs; a trained model is most of it. */
  dataset: 0.5,
  model: 0.75,
  /** The share of these that counts where only the abstract says so, or the name of the repository. */
  stated: 0.5,
  /** Where nobody says that it is the authors': something to look at, and not enough for `prototype`. */
  linked: 0.35,
  /** Citations against those expected, from -1 (far fewer) over 0 (as expected) to 1. */
  citations: 2,
  /** One paper that cites it, where only such pairs are known and not how many there are. */
  citedBy: 0.1,
  /** Use by others, with a number up to half as much again; stars by their number. */
  use: 1,
  stars: 1.5,
  patent: 1,
  standard: 1.5,
  upkeep: 1,
  /** A sentence of an abstract that says on what it runs. */
  compute: 0.5,
  /** A link to data that the paper was tried on. */
  data: 0.25,
  pull: 1,
} as const;

/**
 * The most that the parts of one kind say together, for and against alike. Ten accepted papers are ten times reviewed, and not ten times
 * reproduced: without caps a long list of papers would make anything certain.
 */
export const CAPS: Readonly<Record<string, number>> = {
  acceptance: 2,
  review: 1,
  award: 1,
  reproduction: 6,
  erratum: 1,
  retraction: 4,
  groups: 1,
  code: 3,
  dataset: 1,
  model: 1.5,
  citations: 3,
  "cited by": 1,
  use: 4,
  stars: 1.5,
  patent: 2,
  standard: 3,
  commits: 1,
  releases: 1,
  contributors: 1,
  compute: 1.5,
  data: 0.5,
  funding: 2,
  hiring: 1,
  news: 1,
  product: 2,
};

/** A reproduction that failed halves the whole of the evidence besides counting against it. */
export const FAILED_REPRODUCTION_FACTOR = 0.5;

/** Saturation: the value at which ln(1+v)/(ln(1+v)+ln(1+half)) is one half. */
export const HALF = {
  /** Stars are cheap and often bought: it takes many, and they are capped (arXiv 2412.13459). */
  stars: 500,
  starsCap: 20_000,
  /** Dependents, downloads, papers that build on it. */
  use: 10,
} as const;

export const CITATIONS = {
  /**
   * What a paper has at an age in years: medians of Google Scholar's counts in November 2025 over 17,500 papers of ACL, COLM, CoRL, ICLR,
   * ICML and NeurIPS. After six years they lie between 61 and 80 for papers of 2013 to 2019, and no higher for older ones.
   */
  expectedAtAge: [
    [0.3, 0],
    [1.3, 8],
    [2.3, 13],
    [3.3, 25],
    [4.3, 38],
    [6.3, 68],
  ] as readonly (readonly [age: number, citations: number])[],
  /** Years: no citation at all after so many is mostly a search that found nothing. */
  zeroTellsNothingFrom: 4,
  /** Added to both counts before their ratio, so that small numbers say little. */
  shrinkage: 3,
  /** Years: a count that was older than this when it was loaded tells of the past. A list that ended in 2014 is no momentum today. */
  recentYears: 3,
} as const;

/** Below these there is no verdict but `insufficient_evidence`. `kinds`: of what is known; `parties`: who do not depend on one another. */
export const ENOUGH = { coverage: 0.5, kinds: 3, parties: 2 } as const;

/**
 * Thresholds of the verdicts. R10 and R50: the lower bound and the middle of readiness; D50: the middle of demand. An unknown dimension enters with .5,
 * so a D50 of .55 takes something known that speaks for it.
 */
export const VERDICTS = {
  build_now: { r10: 0.6, d50: 0.55 },
  /**
   * Artifacts: code or data on record, code that the abstract names, or data that title and abstract name. Data in the abstract alone (.56), or code of which
   * nobody says that it is the authors' (.57), are not enough.
   */
  prototype: { r50: 0.5, artifacts: 0.58 },
  watch: { d50: 0.55, momentum: 0.6, r50: 0.3 },
} as const;
