import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import { mostFrequent, people, type People } from "./people.ts";
import { rounded } from "../shared/rounding.ts";

/** A part of the papers, with how it was told apart. */
export interface Share {
  name: "abstract" | "code" | "data_or_model" | "award" | "retracted";
  papers: number;
  of: number;
  /** 0 to 1; null where there is no paper. */
  share: number | null;
  counted: string;
}

export interface KindFigures {
  signals: number;
  /** Different papers of the topic that they are about. */
  papers: number;
  supports: number;
  against: number;
  neutral: number;
  /** Days of the first and the last observation. */
  first: string;
  last: string;
}

/** Values of reviews in one unit: quartiles over papers, of each paper the mean of its reviews. */
export interface ReviewFigures {
  unit: string;
  papers: number;
  reviews: number;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
}

export interface TopicFigures {
  paper_count: number;
  signal_count: number;
  papers_per_year: { year: number; papers: number; library: number }[];
  without_year: number;
  shares: Share[];
  reviews: ReviewFigures[];
  venues: { name: string; papers: number }[];
  people: People["people"];
  groups: People["groups"];
  signals_by_kind: Partial<Record<SignalKind, KindFigures>>;
}

const VENUES = 10;

/** Everything that is counted of a topic, from its papers and signals alone. `library`: papers of the whole library by year. Pure. */
export function figures(
  papers: readonly Paper[],
  signals: readonly Signal[],
  library: Readonly<Record<string, number>>,
): TopicFigures {
  return {
    paper_count: papers.length,
    signal_count: signals.length,
    papers_per_year: perYear(papers, library),
    without_year: papers.filter(({ year }) => year === null).length,
    shares: shares(papers),
    reviews: reviewFigures(signals),
    venues: mostFrequent(papers.flatMap(({ venue }) => venue ?? [])).slice(0, VENUES),
    ...people(papers),
    signals_by_kind: byKind(papers, signals),
  };
}

/** How many papers each year has; years without any are left out. */
export function yearCounts(papers: readonly Pick<Paper, "year">[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { year } of papers) if (year !== null) counts[year] = (counts[year] ?? 0) + 1;
  return counts;
}

/** Every year from the first to the last that the topic has, with those between in which it has none. */
function perYear(papers: readonly Paper[], library: Readonly<Record<string, number>>): TopicFigures["papers_per_year"] {
  const counts = yearCounts(papers);
  const years = Object.keys(counts).map(Number);
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((year) => counts[year] !== undefined || library[year] !== undefined)
    .map((year) => ({ year, papers: counts[year] ?? 0, library: library[year] ?? 0 }));
}

function shares(papers: readonly Paper[]): Share[] {
  const share = (name: Share["name"], counted: string, has: (paper: Paper) => boolean): Share => {
    const count = papers.filter(has).length;
    return { name, papers: count, of: papers.length, share: ratio(count, papers.length), counted };
  };
  return [
    share("abstract", "has an abstract", ({ abstract }) => abstract !== null),
    share("code", "has a code signal", (paper) => paper.has_code),
    share("data_or_model", "has a dataset or model signal", ({ signal_counts: counts }) =>
      Boolean(counts.dataset ?? counts.model),
    ),
    share("award", "has an award signal", ({ signal_counts: counts }) => Boolean(counts.award)),
    share("retracted", "marked as retracted", ({ retracted }) => retracted),
  ];
}

function reviewFigures(signals: readonly Signal[]): ReviewFigures[] {
  const reviews = signals.filter(({ kind, value }) => kind === "review" && value !== null);
  return mostFrequent(reviews.map(({ unit }) => unit ?? "no unit")).map(({ name }) => {
    const inUnit = reviews.filter(({ unit }) => (unit ?? "no unit") === name);
    const values = [...meansByPaper(inUnit).values()].sort((a, b) => a - b);
    const at = (share: number) => rounded(quantile(values, share), 2);
    return {
      unit: name,
      papers: values.length,
      reviews: inUnit.length,
      lower_quartile: at(0.25),
      median: at(0.5),
      upper_quartile: at(0.75),
    };
  });
}

/** For each paper the mean value of the signals about it. */
export function meansByPaper(signals: readonly Signal[]): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { paper_ids: ids, value } of signals)
    for (const id of value === null ? [] : ids) values.set(id, [...(values.get(id) ?? []), value!]);
  return new Map([...values].map(([id, list]) => [id, list.reduce((sum, value) => sum + value, 0) / list.length]));
}

/** Linear between the two nearest ranks. `sorted`: ascending, at least one. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  // `place` lies within the list.
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

function byKind(papers: readonly Paper[], signals: readonly Signal[]): TopicFigures["signals_by_kind"] {
  const ids = new Set(papers.map(({ paper_id: id }) => id));
  const kinds: TopicFigures["signals_by_kind"] = {};
  for (const kind of SIGNAL_KINDS) {
    const own = signals.filter((signal) => signal.kind === kind);
    if (own.length === 0) continue;
    const days = own.map(({ observed_at: day }) => day).sort();
    const pointing = (polarity: Signal["polarity"]) => own.filter((signal) => signal.polarity === polarity).length;
    kinds[kind] = {
      signals: own.length,
      papers: new Set(own.flatMap(({ paper_ids: about }) => about.filter((id) => ids.has(id)))).size,
      supports: pointing("supports"),
      against: pointing("against"),
      neutral: pointing("neutral"),
      first: days[0]!,
      last: days.at(-1)!,
    };
  }
  return kinds;
}

function ratio(part: number, of: number): number | null {
  return of === 0 ? null : rounded(part / of, 3);
}
