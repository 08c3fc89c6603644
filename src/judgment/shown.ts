import { INTERVAL } from "./constants.ts";
import { rounded } from "../shared/rounding.ts";

/** How much of a score's distribution its interval covers, in percent. */
export const INTERVAL_PERCENT = rounded(100 * (INTERVAL.high - INTERVAL.low), 0);

/** A figure as reasons and formulas print it: with two digits. */
export function shown(value: number): string {
  return String(rounded(value, 2));
}
