import { CUT } from "./cut.ts";
import type { QuestionConstraints } from "./schema.ts";

type Years = NonNullable<QuestionConstraints["years"]>;

const YEAR = "((?:19|20)\\d\\d)(?![\\d-]|\\.\\d)";
const IN = "(?:(?:published|written|released|appeared|from|in|over|within|during|of|for)\\s+)*";
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** How many years “a few years” are. */
const A_FEW = 3;

/** What a stretch of time has in it, however it is said. */
const MAYBE = /(?:19|20)\d\d|\b(?:years?|decades?|months)\b/iu;

/** Ways to say a stretch of time, the most specific first; each gives the years, the year of today known. */
const WAYS: readonly (readonly [RegExp, (match: RegExpExecArray, thisYear: number) => Years | null])[] = [
  [way(`${IN}between\\s+${YEAR}\\s+(?:and|to)\\s+${YEAR}`), ([, a, b]) => between(Number(a), Number(b))],
  [way(`${IN}((?:19|20)\\d\\d)\\s*(?:-|–|—|to|until|till|through)\\s*${YEAR}`), ([, a, b]) => between(Number(a), Number(b))],
  // Years between two that are named: “2020 and 2021”, “2020 or ACL 2021”.
  [way(`${IN}${YEAR}\\s*(?:and|or|&)\\s*(?:in\\s+)?(?:;\\s*)?${YEAR}`), ([, a, b]) => between(Number(a), Number(b))],
  [way(`(?:since|starting(?:\\s+in)?|as of)\\s+${YEAR}`), ([, year]) => ({ from: Number(year), to: null })],
  [
    way(`${IN}${YEAR}\\s+(?:onwards?|or\\s+later|and\\s+later|on(?=\\s*[?.,;]|$))`),
    ([, year]) => ({ from: Number(year), to: null }),
  ],
  [way(`(?:after|post|newer than|later than)[\\s-]+${YEAR}`), ([, year]) => ({ from: Number(year) + 1, to: null })],
  [way(`(?:before|prior to|pre|older than|earlier than)[\\s-]+${YEAR}`), ([, year]) => ({ from: null, to: Number(year) - 1 })],
  [way(`(?:until|till|up to|through|by)\\s+${YEAR}`), ([, year]) => ({ from: null, to: Number(year) })],
  [way(`${IN}(?:the\\s+)?((?:19|20)\\d0)s`), ([, year]) => ({ from: Number(year), to: Number(year) + 9 })],
  [way(`(?:published|written|released|appeared|from|in|during|of)\\s+(?:the year\\s+)?${YEAR}`), ([, year]) => one(Number(year))],
  [
    way(
      `${IN}(?:the\\s+)?(?:last|past|previous)\\s+(?:(\\d{1,2}|${NUMBERS.join("|")}|few|couple of)\\s+)?(years?|decade|months)`,
    ),
    ([, count, unit = ""], thisYear) => lastYears(count, unit, thisYear),
  ],
  [way("since last year"), (_, thisYear) => ({ from: thisYear - 1, to: null })],
  [way(`${IN}this year`), (_, thisYear) => one(thisYear)],
  [way(`${IN}(?:the\\s+)?(?:very\\s+)?recent years`), () => null],
  // A bare year is one of publication at either end of a search; behind a name (“WMT 2014”) it belongs to the name.
  [/^((?:19|20)\d\d)(?=\s+\p{L})/iu, ([, year]) => one(Number(year))],
  [/(?<=\p{Ll}\s|;\s*)((?:19|20)\d\d)(?=\s*[?.]?\s*$)/u, ([, year]) => one(Number(year))],
];

/** The years of publication that a question names, and the question without them. `today`: `YYYY-MM-DD`. */
export function readYears(text: string, today: string): { years: Years | undefined; rest: string } {
  if (!MAYBE.test(text)) return { years: undefined, rest: text };
  const thisYear = Number(today.slice(0, 4));
  for (const [pattern, yearsOf] of WAYS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const years = yearsOf(match, thisYear);
    // What lies ahead is a subject (“demand in 2050”), not a date of publication.
    if ((years?.from ?? 0) > thisYear + 1 || (years?.to ?? 0) > thisYear + 1) continue;
    return { years: years ?? undefined, rest: text.replace(pattern, CUT) };
  }
  return { years: undefined, rest: text };
}

function way(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}(?![\\p{L}\\p{N}])`, "iu");
}

function one(year: number): Years {
  return { from: year, to: year };
}

function between(a: number, b: number): Years {
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** Like a time scope of the last years: it begins in the year that lies so many years back. */
function lastYears(count: string | undefined, unit: string, thisYear: number): Years {
  const number = count === undefined ? 1 : countOf(count.toLowerCase());
  if (/^year$/iu.test(unit) && count === undefined) return one(thisYear - 1);
  if (/^decade/iu.test(unit)) return { from: thisYear - 10 * number, to: null };
  if (/^months/iu.test(unit)) return { from: thisYear - Math.ceil(number / 12), to: null };
  return { from: thisYear - (count === undefined ? A_FEW : number), to: null };
}

function countOf(word: string): number {
  if (word === "few") return A_FEW;
  if (word === "couple of") return 2;
  return /^\d/u.test(word) ? Number(word) : NUMBERS.indexOf(word) + 1;
}
