import type { Figures } from "./figures.ts";
import { rounded } from "../shared/rounding.ts";
import { holds, verdictWords, ways, type Verdict, type Way } from "./verdict.ts";

export interface Margin {
  /** The other verdict that is nearest. */
  to: Verdict;
  /** How far the figure that is furthest away has to move, 0 to 1. */
  by: number;
  /** In words, with the figures. */
  says: string;
}

/** The nearest other verdict, up or down, and how far off it is. Pure. */
export function marginOf(figures: Figures): Margin {
  const all = ways(figures);
  const taken = all.findIndex(holds);
  // The last of the ways always holds.
  const { verdict } = all[taken]!;
  const better = all.slice(0, taken).filter((way) => way.verdict !== verdict);
  const below = all.find((way, index) => index > taken && way.verdict !== verdict && holds(way));
  const same = all.filter((way) => way.verdict === verdict);
  const margins = [...better.map(upTo), ...(below ? [downTo(below.verdict, same)] : [])];
  const nearest = margins.reduce((a, b) => (b.by < a.by ? b : a));
  return { ...nearest, by: rounded(nearest.by, 2) };
}

function upTo({ verdict, conditions }: Way): Margin {
  const missing = conditions.filter(({ value, minimum }) => value < minimum);
  const needs = missing.map(
    ({ figure, value, minimum }) => `${figure} of at least ${minimum} (now ${justBelow(value, minimum)})`,
  );
  return {
    to: verdict,
    by: Math.max(...missing.map(({ value, minimum }) => minimum - value)),
    says: `${verdictWords(verdict)} needs ${needs.join(" and ")}`,
  };
}

/** A verdict is lost once none of its ways holds: the figure with the least to spare falls in each. */
function downTo(verdict: Verdict, same: readonly Way[]): Margin {
  const weakest = same.map(({ conditions }) =>
    conditions
      .map(({ figure, value, minimum }) => ({ figure, spare: value - minimum }))
      .reduce((a, b) => (b.spare < a.spare ? b : a)),
  );
  const holding = weakest.filter(({ spare }) => spare >= 0);
  const by = Math.max(...holding.map(({ spare }) => spare));
  const figures = [...new Set(holding.map(({ figure }) => figure))].join(" and ");
  return {
    to: verdict,
    by,
    says: `it becomes ${verdictWords(verdict)} with a drop of ${visible(by)} in ${holding.length > 1 ? "each of " : ""}${figures}`,
  };
}

/** Digits after the point, as few as possible. */
const DIGITS = [2, 3, 4];

/** A distance with as many digits as it takes to see it. */
function visible(value: number): string {
  return String(DIGITS.map((digits) => rounded(value, digits)).find((candidate) => candidate > 0) ?? 0);
}

/** A figure that is too low, with as many digits as it takes to see it. */
function justBelow(value: number, minimum: number): string {
  const below = DIGITS.map((digits) => rounded(value, digits)).find((candidate) => candidate < minimum);
  return below?.toString() ?? "just below";
}
