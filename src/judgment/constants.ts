/*
 * Every constant of the judgment with its reason. They are defaults that show themselves, to be calibrated by whoever decides by
 * them; none of them is a finding. What each kind of signal counts is in `rules.ts`.
 */

/**
 * What a dimension counts toward coverage; the sum is 1. Evidence and artifacts decide most of whether something can be built now. Health,
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

/** How what is said of several papers becomes one figure: that of the average paper, or all of it together up to the cap. */
export type Across = "average" | "together";

/**
 * Whether something can be built is a matter of the typical paper: one repository among eight papers does not make eight papers ready. Whether
 * it is wanted is shown by any of them.
 */
export const ACROSS_PAPERS: Readonly<Record<DimensionName, Across>> = {
  evidence: "average",
  artifacts: "average",
  health: "average",
  feasibility: "average",
  adoption: "together",
  momentum: "together",
  pull: "together",
};

/** Exponents of readiness, a geometric mean: adoption cannot buy missing evidence. `upkeep` is the mean of health and feasibility. */
export const READINESS_EXPONENTS = { evidence: 0.4, artifacts: 0.35, upkeep: 0.25 } as const;

/** Weights of demand: what people do with something says more than how often they cite it, and money without use says least. */
export const DEMAND_WEIGHTS = { momentum: 0.35, adoption: 0.45, pull: 0.2 } as const;

/** The interval that every score carries: 10 % below, 10 % above. */
export const INTERVAL = { low: 0.1, high: 0.9 } as const;

/** An unknown dimension enters what is built on it with the uniform prior: the ends of its interval, and its mean. */
export const UNKNOWN = { low: INTERVAL.low, middle: 0.5, high: INTERVAL.high } as const;

/** The share of an amount that counts where it is not certain that the authors themselves released something. */
export const SHARES = {
  /** Where only the abstract says so, or the name of the repository. */
  stated: 0.5,
  /** Where nobody says that it is the authors': something to look at, and not enough for `prototype`. */
  linked: 0.35,
} as const;

/** A reproduction that failed halves the whole of the evidence besides counting against it. */
export const FAILED_REPRODUCTION_FACTOR = 0.5;

/** Saturation: the value at which ln(1+v)/(ln(1+v)+ln(1+half)) is one half. */
export const HALF = {
  /**
   * Stars are cheap and often bought: it takes many, and they are capped (arXiv 2412.13459). How many it takes depends on the years since the paper
   * appeared: 1.8 times what a tenth of the repositories had of a list of papers with code in January 2019 (195 stars after half a year, of 766; 276 after
   * one and a half, of 729; no more later).
   */
  starsAtAge: [
    [0, 100],
    [0.5, 350],
    [1.5, 500],
  ] as readonly (readonly [age: number, stars: number])[],
  starsCap: 20_000,
  /**
   * Downloads of a month, which do not add up with age. Machines that build software download again and again: it takes many, and they are capped.
   */
  downloads: 1_000,
  downloadsCap: 1_000_000,
  /** Dependents, downloads, papers that build on it. */
  use: 10,
  /** Commits, releases, contributors. */
  activity: 1,
  /** Days without a commit. */
  daysSinceCommit: 365,
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

/**
 * The papers of a set tell by their dates whether a subject is worked on, in years before they were loaded: most are recent, or most are old. Sets smaller
 * than the minimum tell nothing.
 */
export const RECENCY = { recent: 3, old: 8, minimumPapers: 3 } as const;

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

/**
 * What of these is less where several papers are judged, since their average does not add up: for a prototype a quarter of them with code of their
 * own (1.25/2.25), which of eight papers are two to start from and to compare; to build, what two papers show of which each has code, data, a model,
 * three reproductions, an award, upkeep and users.
 */
export const OF_SEVERAL = { r10: 0.5, artifacts: 0.555 } as const;

/** The thresholds of readiness' lower bound and of artifacts for so many papers. */
export function minimumsFor(paperCount: number): { r10: number; artifacts: number } {
  return paperCount > 1 ? OF_SEVERAL : { r10: VERDICTS.build_now.r10, artifacts: VERDICTS.prototype.artifacts };
}
