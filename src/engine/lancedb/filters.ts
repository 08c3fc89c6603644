import { foldText } from "../../documents/text.ts";
import type { PaperFilters, PassageFilters, SignalFilters } from "../filters.ts";
import { foldedColumn } from "./schema.ts";
import { all, compare, containsAnyOf, hasAnyOf, isOneOf } from "./sql.ts";

/** The SQL condition of paper filters; undefined where every paper passes. */
export function paperCondition(filters: PaperFilters): string | undefined {
  const { year_from, year_to, venues, categories, authors, has_code, min_citations, signal_kinds, retracted, paper_ids } =
    filters;
  const { sources } = filters;
  return all([
    ...given(year_from, (year) => compare("year", ">=", year)),
    ...given(year_to, (year) => compare("year", "<=", year)),
    ...given(venues, (values) => isOneOf(foldedColumn("venue"), values.map(foldText))),
    ...given(categories, (values) => hasAnyOf(foldedColumn("categories"), values.map(foldText))),
    ...given(authors, (values) => hasAnyOf(foldedColumn("authors"), values.map(foldText))),
    ...given(has_code, (value) => compare("has_code", "=", value)),
    ...given(min_citations, (count) => compare("citation_count", ">=", count)),
    ...given(signal_kinds, (values) => hasAnyOf("signal_kinds", values)),
    ...given(retracted, (value) => compare("retracted", "=", value)),
    ...given(paper_ids, (values) => isOneOf("paper_id", values)),
    ...given(sources, (names) => namesSource("sources", names)),
  ]);
}

/** The SQL condition of signal filters; undefined where every signal passes. */
export function signalCondition(filters: SignalFilters): string | undefined {
  const { kinds, polarities, paper_ids, topics, since, until, signal_ids, sources } = filters;
  return all([
    ...given(kinds, (values) => isOneOf("kind", values)),
    ...given(polarities, (values) => isOneOf("polarity", values)),
    ...given(paper_ids, (values) => hasAnyOf("paper_ids", values)),
    ...given(topics, (values) => hasAnyOf(foldedColumn("topics"), values.map(foldText))),
    ...given(since, (day) => compare("observed_at", ">=", day)),
    ...given(until, (day) => compare("observed_at", "<=", day)),
    ...given(signal_ids, (values) => isOneOf("signal_id", values)),
    ...given(sources, (names) => namesSource("source", names)),
  ]);
}

/** The SQL condition of passage filters; undefined where every passage passes. */
export function passageCondition({ paper_ids, kinds, year_from, year_to, sources }: PassageFilters): string | undefined {
  return all([
    ...given(paper_ids, (values) => isOneOf("paper_id", values)),
    ...given(kinds, (values) => isOneOf("kind", values)),
    ...given(year_from, (year) => compare("year", ">=", year)),
    ...given(year_to, (year) => compare("year", "<=", year)),
    ...given(sources, (names) => namesSource("source", names)),
  ]);
}

/** Sources are kept as JSON; their name is the first member. */
function namesSource(column: string, names: readonly string[]): string {
  return containsAnyOf(
    column,
    names.map((name) => `{"name":${JSON.stringify(name)},`),
  );
}

function given<Value>(value: Value | undefined, condition: (value: Value) => string): string[] {
  return value === undefined ? [] : [condition(value)];
}
