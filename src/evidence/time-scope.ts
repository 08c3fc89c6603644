import { z } from "zod";
import { firstDay, lastDay } from "../documents/dates.ts";
import { yearOrDay } from "../documents/fields.ts";
import type { PaperFilters } from "../engine/filters.ts";

/** Which years of publication an answer draws from: two years or days (either may be left out), or a named stretch up to today. */
export const TimeScope = z.union([
  z.enum(["last_12_months", "last_3_years", "all"]),
  z
    .strictObject({ from: yearOrDay.optional(), to: yearOrDay.optional() })
    .refine(({ from, to }) => from === undefined || to === undefined || firstDay(from) <= lastDay(to), {
      path: ["to"],
      message: "must not be before from",
    }),
]);
export type TimeScope = z.infer<typeof TimeScope>;

/** The scope as two days, `YYYY-MM-DD`, null for no bound. `today`: `YYYY-MM-DD`. */
export function scopeDates(scope: TimeScope, today: string): { from: string | null; to: string | null } {
  if (scope === "all") return { from: null, to: null };
  if (typeof scope === "object") {
    const { from, to } = scope;
    return { from: from === undefined ? null : firstDay(from), to: to === undefined ? null : lastDay(to) };
  }
  const back = scope === "last_12_months" ? 1 : 3;
  const from = new Date(`${today}T00:00:00Z`);
  from.setUTCFullYear(from.getUTCFullYear() - back);
  return { from: from.toISOString().slice(0, 10), to: null };
}

/** The scope as a filter. Most papers state only a year: a scope takes in every year that it touches. */
export function scopeFilters({ from, to }: { from: string | null; to: string | null }): PaperFilters {
  return {
    ...(from === null ? {} : { year_from: Number(from.slice(0, 4)) }),
    ...(to === null ? {} : { year_to: Number(to.slice(0, 4)) }),
  };
}
