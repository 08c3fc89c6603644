import { counting, OF_ARCHIVE, OF_LICENSE } from "./conditions.ts";
import { ALWAYS_AGAINST, BY_ACTIVITY, BY_DAYS_SINCE, BY_POLARITY } from "./levels.ts";
import type { Rule, SignalRule } from "./rule.ts";

/* Rules of which several kinds of signals, or signals and the papers' records, make use. */

/** Upkeep of software, which signals of several kinds count: `code`, `model` and `adoption` alike. */
const COUNT = { amount: 1, once: "per paper" } as const;
export const UPKEEP = [
  { ...COUNT, group: "commits", when: counting("days since"), level: BY_DAYS_SINCE },
  { ...COUNT, group: "commits", when: counting("commits"), level: BY_ACTIVITY },
  { ...COUNT, group: "releases", when: counting("releases"), level: BY_ACTIVITY },
  { ...COUNT, group: "contributors", when: counting("contributors"), level: BY_ACTIVITY },
  // Its owner says that nothing more comes.
  { ...COUNT, group: "archived", when: OF_ARCHIVE, level: ALWAYS_AGAINST },
] as const satisfies readonly SignalRule[];

/** Whether what was released may be built into a product. A license that forbids it blocks besides (see `decision.ts`). */
export const LICENSE = {
  when: OF_LICENSE,
  group: "license",
  amount: 0.5,
  level: BY_POLARITY,
  once: "per paper",
} as const satisfies SignalRule;

export const CODE = { group: "code", amount: 1 } as const satisfies Rule;

/** Data without code is half of what a product needs; a trained model is most of it. */
export const DATASET = { group: "dataset", amount: 0.5 } as const satisfies Rule;

export const MODEL = { group: "model", amount: 0.75 } as const satisfies Rule;
