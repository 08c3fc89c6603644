import { counting, OF_ARCHIVE, OF_LICENSE } from "./conditions.ts";
import { ALWAYS_AGAINST, BY_ACTIVITY, BY_DAYS_SINCE, BY_POLARITY } from "./levels.ts";
import type { SignalRule } from "./rule.ts";

/* Rules of which several kinds of signals, or signals and the papers' records, make use. */

/** Upkeep of software, which signals of several kinds count: `code`, `model` and `adoption` alike. */
const COMMITS = {
  group: "commits",
  dimension: "health",
  amount: 1,
  cap: 1,
  once: "per paper",
  party: null,
  words: { one: "repository's commits", many: "repositories' commits" },
} as const;
export const UPKEEP = [
  { ...COMMITS, when: counting("days since"), level: BY_DAYS_SINCE },
  { ...COMMITS, when: counting("commits"), level: BY_ACTIVITY },
  {
    ...COMMITS,
    when: counting("releases"),
    level: BY_ACTIVITY,
    group: "releases",
    words: { one: "repository's releases", many: "repositories' releases" },
  },
  {
    ...COMMITS,
    when: counting("contributors"),
    level: BY_ACTIVITY,
    group: "contributors",
    words: { one: "repository's contributors", many: "repositories' contributors" },
  },
  {
    // Its owner says that nothing more comes.
    ...COMMITS,
    when: OF_ARCHIVE,
    level: ALWAYS_AGAINST,
    group: "archived",
    words: { one: "archived repository", many: "archived repositories" },
  },
] as const satisfies readonly SignalRule[];

/** Whether what was released may be built into a product. A license that forbids it blocks besides (see `decision.ts`). */
export const LICENSE = {
  when: OF_LICENSE,
  group: "license",
  dimension: "feasibility",
  amount: 0.5,
  cap: 0.5,
  level: BY_POLARITY,
  once: "per paper",
  party: null,
  words: {
    one: "paper with a license that allows use",
    many: "papers with a license that allows use",
    against: { one: "paper with a license that forbids use", many: "papers with a license that forbids use" },
  },
} as const satisfies SignalRule;

/** A programme committee let it in. */
export const ACCEPTANCE = {
  group: "acceptance",
  dimension: "evidence",
  amount: 1,
  cap: 2,
  party: "reviewers",
  words: {
    one: "accepted or published paper",
    many: "accepted or published papers",
    against: { one: "rejected or withdrawn paper", many: "rejected or withdrawn papers" },
  },
} as const;

export const CODE = {
  group: "code",
  dimension: "artifacts",
  amount: 1,
  cap: 3,
  party: null,
  words: { one: "paper with code", many: "papers with code" },
} as const;

/** Data without code is half of what a product needs; a trained model is most of it. */
export const DATASET = {
  group: "dataset",
  dimension: "artifacts",
  amount: 0.5,
  cap: 1,
  party: null,
  words: { one: "paper with a dataset", many: "papers with datasets" },
} as const;

export const MODEL = {
  group: "model",
  dimension: "artifacts",
  amount: 0.75,
  cap: 1.5,
  party: null,
  words: { one: "paper with a model", many: "papers with models" },
} as const;
