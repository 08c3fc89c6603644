import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { CITATIONS } from "./constants.ts";
import { DAY_MS } from "../shared/time.ts";

/** How often a paper is cited, beside what was to be expected; both a year, or both since publication. */
export interface CitationPace {
  paper_id: string;
  count: number;
  /** Of the same paper before, where counts at three dates tell it; else of a paper of its age. */
  expected: number;
  /** Both in words. */
  says: string;
}

/** Whether a count of citations was too old when it was loaded to tell of momentum. */
export function wasOldWhenLoaded({ observed_at, ingested_at }: Pick<Signal, "observed_at" | "ingested_at">): boolean {
  return yearsBetween(observed_at, ingested_at) > CITATIONS.recentYears;
}

/**
 * The pace that a count of citations tells: lately against before, from counts at three dates, or since publication against what is
 * expected of a paper of that age. Null where the count or the paper's year is unknown, or an old paper was found nowhere.
 */
export function citationPace(signal: Signal, papers: ReadonlyMap<string, Paper>): CitationPace | null {
  const paper = signal.paper_ids.map((id) => papers.get(id)).find((found) => found !== undefined);
  if (!paper || signal.value === null) return null;
  if (/\byear\b/iu.test(signal.unit ?? "")) return yearly(signal, paper.paper_id);
  const rates = growth(signal);
  if (rates) return { paper_id: paper.paper_id, ...rates };
  const age = ageAt(paper, signal.observed_at);
  if (age === null || (signal.value === 0 && age >= CITATIONS.zeroTellsNothingFrom)) return null;
  const expected = atAge(CITATIONS.expectedAtAge, age);
  const says = `${signal.value} ${signal.value === 1 ? "citation" : "citations"}, ${Math.round(expected)} expected for its age`;
  return { paper_id: paper.paper_id, count: signal.value, expected, says };
}

const YEAR_MS = 365.25 * DAY_MS;

function yearsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / YEAR_MS;
}

/** Citations a year over the last stretch between two counts, and on average before it. */
function growth({ history, observed_at, value }: Signal): Omit<CitationPace, "paper_id"> | null {
  const previous = history.filter((observation) => observation.value !== null);
  const [first, last] = [previous.at(0), previous.at(-1)];
  if (value === null || !first || !last || previous.length < 2) return null;
  const [older, recent] = [yearsBetween(first.observed_at, last.observed_at), yearsBetween(last.observed_at, observed_at)];
  if (older <= 0.05 || recent <= 0.05) return null;
  const [count, expected] = [Math.max(0, (value - last.value!) / recent), Math.max(0, (last.value! - first.value!) / older)];
  return { count, expected, says: `${Math.round(count)} citations a year recently, ${Math.round(expected)} a year before` };
}

/** Counts of single years: the last whole year against the mean of those before it. */
function yearly({ history, observed_at, value }: Signal, paperId: string): CitationPace | null {
  const counts = [...history, { observed_at, value }]
    .filter((count) => count.value !== null && count.observed_at.endsWith("-12-31"))
    .map((count) => count.value!);
  const [last, ...before] = counts.reverse();
  if (last === undefined) return null;
  const mean = before.reduce((sum, count) => sum + count, 0) / before.length;
  if (before.length === 0) return null;
  const says = `${last} citations in the last whole year, ${Math.round(mean)} a year before`;
  return { paper_id: paperId, count: last, expected: mean, says };
}

/** The value that a table gives for an age in years: a straight line between its points, level after its last. */
export function atAge(points: readonly (readonly [age: number, value: number])[], age: number): number {
  const next = points.findIndex(([years]) => years >= age);
  const [toAge, to] = points[next] ?? points.at(-1)!;
  if (next === -1) return to;
  const [fromAge, from] = points[next - 1] ?? [0, 0];
  return toAge === fromAge ? to : from + ((to - from) * (age - fromAge)) / (toAge - fromAge);
}

/** The years between a paper's publication and a day, at least none; a paper of which only the year is known counts from its middle. */
export function ageAt({ published_at, year }: Paper, day: string): number | null {
  const from = published_at ?? (year === null ? null : `${year}-07-01`);
  return from === null ? null : Math.max(0, yearsBetween(from, day));
}
