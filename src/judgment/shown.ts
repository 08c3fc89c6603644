import { rounded } from "../shared/rounding.ts";

/** A figure as reasons and formulas print it: with two digits. */
export function shown(value: number): string {
  return String(rounded(value, 2));
}
