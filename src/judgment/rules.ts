import type { SignalKind } from "../documents/signal-kinds.ts";
import { ALWAYS, NEUTRAL, OF_DOWNLOADS, OF_STARS, WITH_NUMBER } from "./conditions.ts";
import {
  ALWAYS_AGAINST,
  ALWAYS_FOR,
  AGAINST_OR_NOTHING,
  BY_DOWNLOADS,
  BY_OWNER,
  BY_PACE,
  BY_POLARITY,
  BY_RECENT_POLARITY,
  BY_REVIEW,
  BY_STARS,
  BY_USE,
  UNLESS_NEUTRAL,
} from "./levels.ts";
import type { SignalRule } from "./rule.ts";
import { ACCEPTANCE, CODE, DATASET, LICENSE, MODEL, UPKEEP } from "./shared-rules.ts";

/*
 * What every kind of signal says. All amounts and caps are defaults that show
 * themselves, to be calibrated by whoever decides by them; none of them is a finding.
 */

/** Money, products, posts and news: hardly any source tells of them, and each says little. */
const PULL = { when: ALWAYS, dimension: "pull", amount: 1, level: UNLESS_NEUTRAL, once: "per signal" } as const;

/** By the kind of signal; a kind without a row does not compile. */
export const SIGNAL_RULES = {
  code: [...UPKEEP, LICENSE, { ...CODE, when: ALWAYS, level: BY_OWNER, once: "per paper" }],
  dataset: [
    LICENSE,
    {
      // A link that does not say that the paper brought the data: it was tried on data that others can get.
      when: NEUTRAL,
      group: "data",
      dimension: "feasibility",
      amount: 0.25,
      cap: 0.5,
      level: ALWAYS_FOR,
      once: "per paper",
      party: null,
      words: { one: "paper linked to datasets", many: "papers linked to datasets" },
    },
    { ...DATASET, when: ALWAYS, level: BY_POLARITY, once: "per paper" },
  ],
  model: [...UPKEEP, LICENSE, { ...MODEL, when: ALWAYS, level: BY_OWNER, once: "per paper" }],
  citation: [
    {
      when: WITH_NUMBER,
      group: "citations",
      dimension: "momentum",
      amount: 2,
      cap: 3,
      level: BY_PACE,
      once: "per paper",
      party: "citing authors",
      words: { one: "paper's citations", many: "papers' citations" },
    },
    {
      when: ALWAYS,
      group: "cited by",
      dimension: "momentum",
      amount: 0.1,
      cap: 1,
      level: BY_RECENT_POLARITY,
      once: "per signal",
      party: "citing authors",
      words: { one: "citing paper", many: "citing papers" },
    },
  ],
  review: [
    {
      when: ALWAYS,
      group: "review",
      dimension: "evidence",
      amount: 1,
      cap: 1,
      level: BY_REVIEW,
      once: "per paper",
      party: "reviewers",
      words: { one: "paper's reviews", many: "papers' reviews" },
    },
  ],
  award: [
    {
      when: ALWAYS,
      group: "award",
      dimension: "evidence",
      amount: 1,
      cap: 1,
      level: BY_POLARITY,
      once: "per signal",
      party: "jury",
      words: { one: "award", many: "awards" },
    },
  ],
  acceptance: [{ ...ACCEPTANCE, when: ALWAYS, level: BY_POLARITY, once: "per paper" }],
  reproduction: [
    {
      // Somebody else did it again: worth two acceptances, and the only fact whose cap a few papers do not reach.
      when: ALWAYS,
      group: "reproduction",
      dimension: "evidence",
      amount: 2,
      cap: 6,
      level: BY_POLARITY,
      once: "per signal",
      party: "reproducers",
      words: {
        one: "reproduction",
        many: "reproductions",
        against: { one: "failed reproduction", many: "failed reproductions" },
      },
    },
  ],
  erratum: [
    {
      // Something was wrong, rarely the whole.
      when: ALWAYS,
      group: "erratum",
      dimension: "evidence",
      amount: 0.5,
      cap: 1,
      level: AGAINST_OR_NOTHING,
      once: "per signal",
      party: null,
      words: { one: "erratum", many: "errata" },
    },
  ],
  retraction: [
    {
      when: ALWAYS,
      group: "retraction",
      dimension: "evidence",
      amount: 2,
      cap: 4,
      level: ALWAYS_AGAINST,
      once: "per paper",
      party: null,
      words: { one: "retraction", many: "retractions" },
    },
  ],
  patent: [
    {
      when: ALWAYS,
      group: "patent",
      dimension: "adoption",
      amount: 1,
      cap: 2,
      level: BY_POLARITY,
      once: "per signal",
      party: "patent office",
      words: { one: "patent", many: "patents" },
    },
  ],
  funding: [
    { ...PULL, group: "funding", cap: 2, party: "funders", words: { one: "report of funding", many: "reports of funding" } },
  ],
  product: [{ ...PULL, group: "product", cap: 2, party: "makers", words: { one: "product", many: "products" } }],
  adoption: [
    ...UPKEEP,
    {
      when: OF_STARS,
      group: "stars",
      dimension: "adoption",
      amount: 1.5,
      cap: 1.5,
      level: BY_STARS,
      once: "per paper",
      party: "users",
      words: { one: "repository's stars", many: "repositories' stars" },
    },
    {
      when: OF_DOWNLOADS,
      group: "downloads",
      dimension: "adoption",
      amount: 1.5,
      cap: 1.5,
      level: BY_DOWNLOADS,
      once: "per paper",
      party: "users",
      words: { one: "count of downloads", many: "counts of downloads" },
    },
    {
      when: ALWAYS,
      group: "use",
      dimension: "adoption",
      amount: 1,
      cap: 4,
      level: BY_USE,
      once: "per signal",
      party: "users",
      words: { one: "report of use", many: "reports of use" },
    },
  ],
  hiring: [
    { ...PULL, group: "hiring", cap: 1, party: "employers", words: { one: "report of hiring", many: "reports of hiring" } },
  ],
  news: [{ ...PULL, group: "news", cap: 1, party: null, words: { one: "news report", many: "news reports" } }],
  standard: [
    {
      when: ALWAYS,
      group: "standard",
      dimension: "adoption",
      amount: 1.5,
      cap: 3,
      level: BY_POLARITY,
      once: "per signal",
      party: "standards body",
      words: { one: "standard", many: "standards" },
    },
  ],
} as const satisfies Record<SignalKind, readonly SignalRule[]>;
