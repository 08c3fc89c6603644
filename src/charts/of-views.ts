import type { Drawing } from "./drawing.ts";
import { kindsChart, type KindCount } from "./kinds.ts";
import { yearsChart, type YearCount } from "./years.ts";

/** The charts of a topic: years, signals by kind. */
export function topicCharts(
  view: {
    papers_per_year: readonly YearCount[];
    signals_by_kind: Readonly<Record<string, Omit<KindCount, "kind">>>;
  },
  yearsWidth?: number,
): [years: Drawing, kinds: Drawing] {
  const kinds = Object.entries(view.signals_by_kind).map(([kind, { supports, against, neutral }]) => ({
    kind,
    supports,
    against,
    neutral,
  }));
  return [yearsChart(view.papers_per_year, undefined, yearsWidth), kindsChart(kinds)];
}

/** The signals of a paper by kind. */
export function paperKindsChart(signals: readonly { kind: string; polarity: "supports" | "against" | "neutral" }[]): Drawing {
  const kinds = new Map<string, KindCount>();
  for (const { kind, polarity } of signals) {
    const count = kinds.get(kind) ?? { kind, supports: 0, against: 0, neutral: 0 };
    count[polarity] += 1;
    kinds.set(kind, count);
  }
  return kindsChart([...kinds.values()]);
}

/** Signals by the year of their observation (`YYYY-…`). */
export function signalYearsChart(signals: readonly { observed_at: string }[]): Drawing {
  const years = new Map<number, number>();
  for (const { observed_at: day } of signals) {
    const year = Number(day.slice(0, 4));
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  const counts = [...years].map(([year, papers]) => ({ year, papers })).sort((a, b) => a.year - b.year);
  return yearsChart(counts, "Signals per year");
}
