import { ACROSS_PAPERS, type Across, type DimensionName } from "./constants.ts";

/** What the rules of a group have in common. */
export interface GroupFacts {
  dimension: DimensionName;
  /** The most that a group says together, for and against alike: ten accepted papers are ten times reviewed, and not ten times reproduced. */
  cap: number;
  /** Who says it: those who do not depend on one another are counted. Null where it is the authors themselves, or anybody. */
  party: string | null;
  /** What it is called where a dimension is unknown: “No funding, product … on record.” Null where it is not worth a word. */
  missing: string | null;
  /** One of the group and several, in words; `against` where they are called otherwise when they speak against something. */
  words: { one: string; many: string; against?: { one: string; many: string } };
  /** Of several papers: the average paper's, or all together; where not given, as for the dimension. */
  across?: Across;
}

/** The facts of each group: its rules name it and add only which signals they read, and how. */
const FACTS = {
  code: {
    dimension: "artifacts",
    cap: 3,
    party: null,
    missing: "code",
    words: { one: "paper with code", many: "papers with code" },
  },
  dataset: {
    dimension: "artifacts",
    cap: 1,
    party: null,
    missing: "dataset",
    words: { one: "paper with a dataset", many: "papers with datasets" },
  },
  model: {
    dimension: "artifacts",
    cap: 1.5,
    party: null,
    missing: "model",
    words: { one: "paper with a model", many: "papers with models" },
  },
  license: {
    dimension: "feasibility",
    cap: 0.5,
    party: null,
    missing: null,
    words: {
      one: "paper with a license that allows use",
      many: "papers with a license that allows use",
      against: { one: "paper with a license that forbids use", many: "papers with a license that forbids use" },
    },
  },
  data: {
    dimension: "feasibility",
    cap: 0.5,
    party: null,
    missing: "data",
    words: { one: "paper linked to datasets", many: "papers linked to datasets" },
  },
  compute: {
    dimension: "feasibility",
    cap: 1.5,
    party: null,
    missing: "hardware, training",
    words: { one: "statement on its hardware", many: "statements on their hardware" },
  },
  commits: {
    dimension: "health",
    cap: 1,
    party: null,
    missing: "commits",
    words: { one: "repository's commits", many: "repositories' commits" },
  },
  releases: {
    dimension: "health",
    cap: 1,
    party: null,
    missing: "releases",
    words: { one: "repository's releases", many: "repositories' releases" },
  },
  contributors: {
    dimension: "health",
    cap: 1,
    party: null,
    missing: "contributors",
    words: { one: "repository's contributors", many: "repositories' contributors" },
  },
  archived: {
    dimension: "health",
    cap: 1,
    party: null,
    missing: null,
    words: { one: "archived repository", many: "archived repositories" },
  },
  citations: {
    dimension: "momentum",
    cap: 3,
    party: "citing authors",
    missing: "citation count",
    words: { one: "paper's citations", many: "papers' citations" },
  },
  "cited by": {
    dimension: "momentum",
    cap: 1,
    party: "citing authors",
    missing: null,
    words: { one: "citing paper", many: "citing papers" },
  },
  recency: {
    dimension: "momentum",
    cap: 0.75,
    across: "average",
    party: null,
    missing: null,
    words: { one: "recent paper", many: "recent papers", against: { one: "old paper", many: "old papers" } },
  },
  acceptance: {
    dimension: "evidence",
    cap: 2,
    party: "reviewers",
    missing: "venue",
    words: {
      one: "accepted or published paper",
      many: "accepted or published papers",
      against: { one: "rejected or withdrawn paper", many: "rejected or withdrawn papers" },
    },
  },
  review: {
    dimension: "evidence",
    cap: 1,
    party: "reviewers",
    missing: "review",
    words: { one: "paper's reviews", many: "papers' reviews" },
  },
  award: { dimension: "evidence", cap: 1, party: "jury", missing: "award", words: { one: "award", many: "awards" } },
  /** The only group whose cap a few papers do not reach. */
  reproduction: {
    dimension: "evidence",
    cap: 6,
    party: "reproducers",
    missing: "reproduction",
    words: {
      one: "reproduction",
      many: "reproductions",
      against: { one: "failed reproduction", many: "failed reproductions" },
    },
  },
  erratum: { dimension: "evidence", cap: 1, party: null, missing: "erratum", words: { one: "erratum", many: "errata" } },
  retraction: {
    dimension: "evidence",
    cap: 4,
    party: null,
    missing: "retraction",
    words: { one: "retraction", many: "retractions" },
  },
  groups: {
    dimension: "evidence",
    cap: 1,
    party: null,
    missing: null,
    words: { one: "independent groups of authors", many: "independent groups of authors" },
  },
  patent: {
    dimension: "adoption",
    cap: 2,
    party: "patent office",
    missing: "patents",
    words: { one: "patent", many: "patents" },
  },
  stars: {
    dimension: "adoption",
    cap: 1.5,
    party: "users",
    missing: "many stars",
    words: { one: "repository's stars", many: "repositories' stars" },
  },
  downloads: {
    dimension: "adoption",
    cap: 1.5,
    party: "users",
    missing: "downloads",
    words: { one: "count of downloads", many: "counts of downloads" },
  },
  use: {
    dimension: "adoption",
    cap: 4,
    party: "users",
    missing: "dependents",
    words: { one: "report of use", many: "reports of use" },
  },
  standard: {
    dimension: "adoption",
    cap: 3,
    party: "standards body",
    missing: "standards",
    words: { one: "standard", many: "standards" },
  },
  funding: {
    dimension: "pull",
    cap: 2,
    party: "funders",
    missing: "funding",
    words: { one: "report of funding", many: "reports of funding" },
  },
  product: { dimension: "pull", cap: 2, party: "makers", missing: "product", words: { one: "product", many: "products" } },
  hiring: {
    dimension: "pull",
    cap: 1,
    party: "employers",
    missing: "hiring",
    words: { one: "report of hiring", many: "reports of hiring" },
  },
  news: { dimension: "pull", cap: 1, party: null, missing: "news", words: { one: "news report", many: "news reports" } },
} as const satisfies Record<string, GroupFacts>;

/** What a rule may name as its group. */
export type Group = keyof typeof FACTS;

export const GROUPS: Readonly<Record<Group, GroupFacts>> = FACTS;

/** How what a group says of several papers is taken together. */
export function acrossOf(group: Group): Across {
  const { across, dimension } = GROUPS[group];
  return across ?? ACROSS_PAPERS[dimension];
}
