import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { CITATIONS } from "./judgment-constants.ts";

/** How fast a paper is cited, in citations a year. */
export interface CitationPace {
  paper_id: string;
  recent: number;
  /** Of the same paper before, where counts at three dates tell it; else of any paper of its age. */
  expected: number;
}

/**
 * The pace that a count of citations tells: lately against before, from counts at three dates, or since publication against what is
 * expected of any paper. Null where the count or the paper's year is unknown.
 */
export function citationPace(signal: Signal, papers: ReadonlyMap<string, Paper>): CitationPace | null {
  const paper = signal.paper_ids.map((id) => papers.get(id)).find((found) => found !== undefined);
  if (!paper || signal.value === null) return null;
  if (/\byear\b/iu.test(signal.unit ?? "")) return yearly(signal, paper.paper_id);
  const rates = growth(signal);
  if (rates) return { paper_id: paper.paper_id, ...rates };
  const age = ageAt(paper, signal.observed_at);
  return age === null ? null : { paper_id: paper.paper_id, recent: signal.value / age, expected: CITATIONS.expectedPerYear };
}

const YEAR_MS = 365.25 * 86_400_000;

function yearsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / YEAR_MS;
}

/** Citations a year over the last stretch between two counts, and on average before it. */
function growth({ history, observed_at, value }: Signal): { recent: number; expected: number } | null {
  const previous = history.filter((observation) => observation.value !== null);
  if (value === null || previous.length < 2) return null;
  const [first, last] = [previous[0], previous.at(-1)!];
  const [older, recent] = [yearsBetween(first.observed_at, last.observed_at), yearsBetween(last.observed_at, observed_at)];
  if (older <= 0.05 || recent <= 0.05) return null;
  return { recent: Math.max(0, (value - last.value!) / recent), expected: Math.max(0, (last.value! - first.value!) / older) };
}

/** Counts of single years: the last whole year against the mean of those before it. */
function yearly({ history, observed_at, value }: Signal, paperId: string): CitationPace | null {
  const counts = [...history, { observed_at, value }]
    .filter((count) => count.value !== null && count.observed_at.endsWith("-12-31"))
    .map((count) => count.value!);
  const [last, ...before] = counts.reverse();
  if (last === undefined) return null;
  const mean = before.reduce((sum, count) => sum + count, 0) / before.length;
  return { paper_id: paperId, recent: last, expected: before.length === 0 ? CITATIONS.expectedPerYear : mean };
}

/** The years between a paper's publication and a day, at least one; a paper of which only the year is known counts from its middle. */
function ageAt({ published_at, year }: Paper, day: string): number | null {
  const from = published_at ?? (year === null ? null : `${year}-07-01`);
  return from === null ? null : Math.max(1, yearsBetween(from, day));
}
