import type { Signal } from "../documents/signal.ts";
import type { Group } from "./groups.ts";
import type { Level } from "./levels.ts";

/** One thing that can be known. */
export interface Rule {
  /** Contributions of one group share a cap, and a place in the formula: `GROUPS` has its dimension, cap, party and words. */
  group: Group;
  /** In successes of a Beta distribution that starts uniform, or in failures. One success alone makes a score of two thirds. */
  amount: number;
}

/** How a signal of a kind is read. */
export interface SignalRule extends Rule {
  /** Which signals of the kind: the first rule of the kind that takes a signal reads it. */
  when: { says: string; takes(signal: Signal): boolean };
  level: Level;
  /** Of one paper the strongest counts, or each signal. */
  once: "per paper" | "per signal";
}
