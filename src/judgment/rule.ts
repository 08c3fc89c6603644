import type { Signal } from "../documents/signal.ts";
import type { Across, DimensionName } from "./constants.ts";
import type { Level } from "./levels.ts";

/** One thing that can be known. Rules with the same `group` agree in all but `when`, `level` and `amount`. */
export interface Rule {
  /** Contributions of one group share a cap, and a place in the formula. */
  group: string;
  dimension: DimensionName;
  /** In successes of a Beta distribution that starts uniform, or in failures. One success alone makes a score of two thirds. */
  amount: number;
  /** The most that a group says together, for and against alike: ten accepted papers are ten times reviewed, and not ten times reproduced. */
  cap: number;
  /** Of several papers: the average paper's, or all together; where not given, as for the rule's dimension. */
  across?: Across;
  /** Who says it: those who do not depend on one another are counted. Null where it is the authors themselves, or anybody. */
  party: string | null;
  /** One of the group and several, in words; `against` where they are called otherwise when they speak against something. */
  words: { one: string; many: string; against?: { one: string; many: string } };
}

/** How a signal of a kind is read. */
export interface SignalRule extends Rule {
  /** Which signals of the kind: the first rule of the kind that takes a signal reads it. */
  when: { says: string; takes(signal: Signal): boolean };
  level: Level;
  /** Of one paper the strongest counts, or each signal. */
  once: "per paper" | "per signal";
}
