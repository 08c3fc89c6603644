import type { Paper } from "../../documents/paper.ts";
import type { PaperFilters } from "../../engine/filters.ts";
import { joined } from "../../text/list.ts";
import type { QuestionConstraints, ReadQuestion } from "../question/schema.ts";

/** Which papers a question about records is about. */
export interface RecordScope {
  filters: PaperFilters;
  /** The one paper that the question names, in all its records; empty where it asks about many. */
  named: Paper[];
  venues: string[];
  /** Both included; undefined for no bound. */
  years: { from: number | undefined; to: number | undefined };
  /** `on “parsing” at ACL in 2019`, with a space before it; empty where every paper counts. */
  about: string;
  /** The same as conditions of a query. */
  conditions: string;
  /** What “on” a subject means here, as a sentence with a space before it; empty without a subject. */
  meaning: string;
  /** Constraints of the question that a query over records cannot apply. */
  notApplied: string[];
}

/**
 * The scope of a question. `given`: years and papers that the request sets; `named`: the records of the paper that the question names. Papers on a
 * subject are those whose title and abstract have all of its words.
 */
export function scopeOf(read: ReadQuestion, given: PaperFilters, named: Paper[]): RecordScope {
  const { year_from: from, year_to: to } = given;
  const venues = read.constraints.venues ?? [];
  const years = { from, to };
  const [first] = named;
  if (first !== undefined) {
    const ids = named.map(({ paper_id }) => paper_id);
    const title = `“${first.title}”`;
    const filters = { paper_ids: ids };
    return {
      filters,
      named,
      venues: [],
      years: NO_YEARS,
      about: ` for ${title}`,
      conditions: `the paper ${title}`,
      meaning: "",
      notApplied: [],
    };
  }
  const words = subjectWords(read);
  return {
    filters: { ...given, ...(venues.length > 0 ? { venues } : {}), ...(words === "" ? {} : { words }) },
    named,
    venues,
    years,
    about: [words === "" ? "" : ` on “${words}”`, venues.length > 0 ? ` at ${joined(venues)}` : "", yearsPhrase(years)].join(""),
    conditions: conditionsOf(words, venues, years),
    meaning: words === "" ? "" : ` Papers on “${words}” are those whose title and abstract contain all of these words.`,
    notApplied: notApplied(read.constraints),
  };
}

const NO_YEARS = { from: undefined, to: undefined };

/** The words that a paper on the subject must have. */
function subjectWords({ subject, constraints }: ReadQuestion): string {
  const text = subject.text.toLowerCase();
  const languages = (constraints.languages ?? []).filter((language) => !text.includes(language.toLowerCase()));
  return [subject.text, ...languages].filter((part) => part !== "").join(" ");
}

function conditionsOf(words: string, venues: readonly string[], { from, to }: RecordScope["years"]): string {
  const conditions = [
    ...(words === "" ? [] : [`all words of “${words}” in title and abstract`]),
    ...(venues.length === 0 ? [] : [`venue ${venues.join(" or ")}`]),
    ...(from === undefined ? [] : [`year ≥ ${from}`]),
    ...(to === undefined ? [] : [`year ≤ ${to}`]),
  ];
  return conditions.length === 0 ? "all papers" : `papers with ${conditions.join(", ")}`;
}

function yearsPhrase({ from, to }: RecordScope["years"]): string {
  if (from === undefined) return to === undefined ? "" : ` up to ${to}`;
  if (to === undefined) return ` since ${from}`;
  return from === to ? ` in ${from}` : ` from ${from} to ${to}`;
}

function notApplied({ without = [], size, negative_results: negative }: QuestionConstraints): string[] {
  const left = [
    ...without.map((what) => `without ${what}`),
    ...(size ? [size.text] : []),
    ...(negative ? ["negative results"] : []),
  ];
  return left.length === 0 ? [] : [`Ignored (not covered by records): “${left.join("”, “")}”.`];
}
