import { text } from "./paperlists-row.ts";
import { rounded } from "../../src/shared/rounding.ts";

export interface Ratings {
  /** One a reviewer, in the order of the list. */
  scores: number[];
  /** Rounded to two decimals. */
  mean: number;
}

/** Reads `6;8;5` into the reviewers' ratings and their mean; null where there are none, or one lies outside 1 … `scale`. */
export function meanRating(value: unknown, scale: number): Ratings | null {
  const texts = text(value)
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const scores = texts.map((part) => (/^\d{1,2}(?:\.\d{1,4})?$/u.test(part) ? Number(part) : Number.NaN));
  if (scores.length === 0 || !scores.every((score) => score >= 1 && score <= scale)) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { scores, mean: rounded(mean, 2) };
}

/** Of how many in a hundred values a value is above, equal ones counted half; `sorted` ascends. 0 to 100, a whole number. */
export function percentile(sorted: Float64Array, value: number): number {
  const below = firstIndex(sorted, (other) => other >= value);
  const upTo = firstIndex(sorted, (other) => other > value);
  return Math.round((100 * (below + (upTo - below) / 2)) / sorted.length);
}

function firstIndex(sorted: Float64Array, holds: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a mean rating on a scale from 1 says of a submission. */
export function reviewPolarity(mean: number, scale: number): "against" | "neutral" | "supports" {
  if (mean < scale / 2) return "against";
  return mean < 0.6 * scale ? "neutral" : "supports";
}
