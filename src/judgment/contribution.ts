import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Group } from "./groups.ts";
import type { SignalRule } from "./rule.ts";
import { SIGNAL_RULES } from "./rules.ts";

/** What one source says for or against a dimension. */
export interface Contribution {
  group: Group;
  /** Above 0 for, below 0 against, 0 inconclusive: known, and no argument either way. */
  amount: number;
  /** The papers that it is about, by the ids of those that stand for their versions; none where it is about a topic. */
  papers: readonly string[];
  /** Of contributions of one group about one subject only the strongest for and the strongest against count. */
  subject: string;
  /** What stands behind it, in words: a number, or whose statement it is. */
  figure?: string;
  /** What it rests on: a signal, or a quote. */
  signal?: Signal;
  quote?: { paper: Paper; field: "title" | "abstract"; start: number; end: number };
}

/** What a signal says by the rules of its kind; null where it says nothing of any dimension. */
export function contributionOf(signal: Signal, papers: ReadonlyMap<string, Paper>): Contribution | null {
  const rules: readonly SignalRule[] = SIGNAL_RULES[signal.kind];
  const rule = rules.find(({ when }) => when.takes(signal));
  const told = rule?.level.of(signal, papers);
  if (!rule || !told) return null;
  const about = told.subject ? [told.subject] : signal.paper_ids.filter((id) => papers.has(id));
  return {
    group: rule.group,
    amount: bounded(told.level * rule.amount, signal),
    papers: about,
    subject: rule.once === "per signal" ? signal.signal_id : about.join(" ") || [...signal.topics].sort().join(" "),
    ...(told.figure === undefined ? {} : { figure: told.figure }),
    signal,
  };
}

/**
 * The polarity bounds the sign: a supporting signal never counts against, an opposing one never for, whatever their numbers. A retraction
 * always counts against.
 */
function bounded(amount: number, { polarity, kind }: Signal): number {
  if (kind === "retraction") return amount;
  if (polarity === "supports") return Math.max(0, amount);
  return polarity === "against" ? Math.min(0, amount) : amount;
}
