import type { Rule } from "./rule.ts";
import { CODE, DATASET, MODEL } from "./shared-rules.ts";

/** What the papers' own records say, without a signal. */
export const RECORD_RULES = {
  /** A paper on record in proceedings or a journal, with no word on how it was reviewed. */
  publication: { group: "acceptance", amount: 0.5 },
  /** Two groups of authors that share nobody. */
  groups: { group: "groups", amount: 1 },
  /** Released, by a sentence of the abstract: `SHARES.stated` of the amount. */
  code: CODE,
  dataset: DATASET,
  model: MODEL,
  /**
   * Of at least `RECENCY.minimumPapers`: whether they are recent or old. The amount is small enough that dates alone never make demand, and two thirds of the
   * papers have to be recent to make momentum.
   */
  recency: { group: "recency", amount: 0.75 },
  /** A sentence of an abstract that says on what hardware it runs. */
  compute: { group: "compute", amount: 0.5 },
} as const satisfies Record<string, Rule>;
