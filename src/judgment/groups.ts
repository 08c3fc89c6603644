import type { SignalKind } from "../documents/signal-kinds.ts";
import { ACROSS_PAPERS } from "./constants.ts";
import type { Rule } from "./rule.ts";
import { SIGNAL_RULES } from "./rules.ts";
import { ACCEPTANCE, CODE, DATASET, MODEL } from "./shared-rules.ts";

/** What the papers' own records say, without a signal. */
export const RECORD_RULES = {
  /** A paper on record in proceedings or a journal, with no word on how it was reviewed. */
  publication: { ...ACCEPTANCE, amount: 0.5 },
  /** Two groups of authors that share nobody. */
  groups: {
    group: "groups",
    dimension: "evidence",
    amount: 1,
    cap: 1,
    party: null,
    words: { one: "independent groups of authors", many: "independent groups of authors" },
  },
  /** Released, by a sentence of the abstract: `SHARES.stated` of the amount. */
  code: CODE,
  dataset: DATASET,
  model: MODEL,
  /**
   * Of at least `RECENCY.minimumPapers`: whether they are recent or old. The amount is small enough that dates alone never make demand, and two thirds of the
   * papers have to be recent to make momentum.
   */
  recency: {
    group: "recency",
    dimension: "momentum",
    amount: 0.75,
    cap: 0.75,
    across: "average",
    party: null,
    words: { one: "recent paper", many: "recent papers", against: { one: "old paper", many: "old papers" } },
  },
  /** A sentence of an abstract that says on what hardware it runs. */
  compute: {
    group: "compute",
    dimension: "feasibility",
    amount: 0.5,
    cap: 1.5,
    party: null,
    words: { one: "statement on its hardware", many: "statements on their hardware" },
  },
} as const satisfies Record<string, Rule>;

/** Every group that a rule names. */
export type Group =
  | (typeof SIGNAL_RULES)[SignalKind][number]["group"]
  | (typeof RECORD_RULES)[keyof typeof RECORD_RULES]["group"];

/** What the rules of a group have in common. */
export type GroupFacts = Required<Pick<Rule, "dimension" | "cap" | "party" | "words" | "across">>;

/** The facts of each group, from the rules. */
export const GROUPS = Object.fromEntries(
  [...Object.values(SIGNAL_RULES).flat(), ...Object.values(RECORD_RULES)].map(
    ({ group, dimension, cap, party, words, across = ACROSS_PAPERS[dimension] }: Rule) => [
      group,
      { dimension, cap, party, words, across },
    ],
  ),
) as Readonly<Record<Group, GroupFacts>>;
