import { rounded } from "../shared/rounding.ts";
/** Papers by year of publication. */
export type YearCounts = Readonly<Record<string, number>>;

export interface Momentum {
  /** Growth of the topic over growth of the library: 1 keeps pace, 2 doubled its share; null where the years do not allow to tell. */
  ratio: number | null;
  /** The years compared, with the papers of the topic and of the library in them. */
  recent: Stretch | null;
  before: Stretch | null;
  /** The formula with its numbers, or why there is none. */
  formula: string;
}

interface Stretch {
  from: number;
  to: number;
  papers: number;
  library: number;
}

/** The last two years against the three before them. */
const RECENT_YEARS = 2;
const YEARS_BEFORE = 3;
/** Papers added to each side at the topic's overall share, so that small numbers say little. */
const SHRINKAGE = 3;
/** A last year with fewer of the library's papers than this is a stray or hardly begun. */
const MIN_OF_LAST_YEAR = 0.005;

/**
 * How a topic's share of the library moved: (a+3)/(A+3) over (b+3)/(B+3), where a and b are its papers in the last two years and in the three
 * before, A and B the papers that its share of all years would give it there. A year that has only begun, or was loaded in part, touches topic and
 * library alike. Pure.
 */
export function momentum(topic: YearCounts, library: YearCounts): Momentum {
  const unknown = (formula: string): Momentum => ({ ratio: null, recent: null, before: null, formula });
  const last = lastYear(library);
  if (last === null) return unknown("No paper in the library has a year.");
  const recent = stretch(topic, library, last - RECENT_YEARS + 1, last);
  const before = stretch(topic, library, recent.from - YEARS_BEFORE, recent.from - 1);
  const [mine, all] = [total(topic), total(library)];
  if (recent.library === 0 || before.library === 0)
    return unknown(`The library has no papers from ${before.from} to ${before.to} to compare with.`);
  if (mine === 0) return unknown("No paper in this topic has a year.");
  const share = mine / all;
  const against = ({ papers, library: papersThen }: Stretch) => (papers + SHRINKAGE) / (papersThen * share + SHRINKAGE);
  const ratio = rounded(against(recent) / against(before), 2);
  const side = ({ papers, library: papersThen }: Stretch) =>
    `(${papers}+${SHRINKAGE})/(${(papersThen * share).toFixed(1)}+${SHRINKAGE})`;
  return { ratio, recent, before, formula: `${side(recent)} ÷ ${side(before)} = ${ratio}` };
}

/** The last year that counts. */
function lastYear(library: YearCounts): number | null {
  const all = total(library);
  const years = Object.entries(library)
    .filter(([, papers]) => papers >= MIN_OF_LAST_YEAR * all)
    .map(([year]) => Number(year));
  return years.length === 0 ? null : Math.max(...years);
}

function stretch(topic: YearCounts, library: YearCounts, from: number, to: number): Stretch {
  let [papers, inLibrary] = [0, 0];
  for (let year = from; year <= to; year += 1) {
    papers += topic[year] ?? 0;
    inLibrary += library[year] ?? 0;
  }
  return { from, to, papers, library: inLibrary };
}

function total(counts: YearCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
