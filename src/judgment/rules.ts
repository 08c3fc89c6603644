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
import { CODE, DATASET, LICENSE, MODEL, UPKEEP } from "./shared-rules.ts";

/*
 * What every kind of signal says. All amounts, and the caps of their groups (`groups.ts`), are defaults that show
 * themselves, to be calibrated by whoever decides by them; none of them is a finding.
 */

/** Money, products, posts and news: hardly any source tells of them, and each says little. */
const PULL = { when: ALWAYS, amount: 1, level: UNLESS_NEUTRAL, once: "per signal" } as const;

/** By the kind of signal; a kind without a row does not compile. */
export const SIGNAL_RULES = {
  code: [...UPKEEP, LICENSE, { ...CODE, when: ALWAYS, level: BY_OWNER, once: "per paper" }],
  dataset: [
    LICENSE,
    // A link that does not say that the paper brought the data: it was tried on data that others can get.
    { when: NEUTRAL, group: "data", amount: 0.25, level: ALWAYS_FOR, once: "per paper" },
    { ...DATASET, when: ALWAYS, level: BY_POLARITY, once: "per paper" },
  ],
  model: [...UPKEEP, LICENSE, { ...MODEL, when: ALWAYS, level: BY_OWNER, once: "per paper" }],
  citation: [
    { when: WITH_NUMBER, group: "citations", amount: 2, level: BY_PACE, once: "per paper" },
    { when: ALWAYS, group: "cited by", amount: 0.1, level: BY_RECENT_POLARITY, once: "per signal" },
  ],
  review: [{ when: ALWAYS, group: "review", amount: 1, level: BY_REVIEW, once: "per paper" }],
  award: [{ when: ALWAYS, group: "award", amount: 1, level: BY_POLARITY, once: "per signal" }],
  // A program committee let it in.
  acceptance: [{ when: ALWAYS, group: "acceptance", amount: 1, level: BY_POLARITY, once: "per paper" }],
  // Somebody else did it again: worth two acceptances.
  reproduction: [{ when: ALWAYS, group: "reproduction", amount: 2, level: BY_POLARITY, once: "per signal" }],
  // Something was wrong, rarely the whole.
  erratum: [{ when: ALWAYS, group: "erratum", amount: 0.5, level: AGAINST_OR_NOTHING, once: "per signal" }],
  retraction: [{ when: ALWAYS, group: "retraction", amount: 2, level: ALWAYS_AGAINST, once: "per paper" }],
  patent: [{ when: ALWAYS, group: "patent", amount: 1, level: BY_POLARITY, once: "per signal" }],
  funding: [{ ...PULL, group: "funding" }],
  product: [{ ...PULL, group: "product" }],
  adoption: [
    ...UPKEEP,
    { when: OF_STARS, group: "stars", amount: 1.5, level: BY_STARS, once: "per paper" },
    { when: OF_DOWNLOADS, group: "downloads", amount: 1.5, level: BY_DOWNLOADS, once: "per paper" },
    { when: ALWAYS, group: "use", amount: 1, level: BY_USE, once: "per signal" },
  ],
  hiring: [{ ...PULL, group: "hiring" }],
  news: [{ ...PULL, group: "news" }],
  standard: [{ when: ALWAYS, group: "standard", amount: 1.5, level: BY_POLARITY, once: "per signal" }],
} as const satisfies Record<SignalKind, readonly SignalRule[]>;
