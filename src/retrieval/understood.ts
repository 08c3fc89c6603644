import type { PaperFilters } from "../engine/filters.ts";
import { PublicError } from "../errors.ts";
import { foldText } from "../documents/text.ts";
import { knownValues } from "./known-values.ts";
import type { Library } from "./library.ts";
import { isOneEdit, nearestNames } from "./nearest-names.ts";
import { nameWords, peopleOf } from "./people.ts";
import { isPlain, readTypedQuery } from "./typed-query.ts";

/** A query as it was understood. */
export interface Understood {
  /** What to search for; empty where the query narrows alone. */
  text: string;
  /** The filters that were given, and those that the query typed. */
  filters: PaperFilters;
}

/**
 * Reads fields, phrases and unwanted words out of a query and joins them to the filters that were given: each narrows what the others leave. Names are
 * those of the library that the typed ones mean, misspelled by a letter too. Throws `invalid_argument` for a value that means nothing there.
 */
export async function understandQuery(
  library: Library,
  query: string,
  given: PaperFilters,
  signal?: AbortSignal,
): Promise<Understood> {
  const typed = readTypedQuery(query);
  if (isPlain(typed)) return { text: query, filters: given };
  if (typed.wrong) throw wrongValue(typed.wrong.field, typed.wrong.value, ALLOWED[typed.wrong.field] ?? "a name");
  const [authors, venues, categories] = await Promise.all([
    Promise.all(typed.authors.map((name) => authorsMeant(library, name, signal))),
    Promise.all(typed.venues.map((name) => valuesMeant(library, "venue", name, signal))),
    Promise.all(typed.categories.map((name) => valuesMeant(library, "categories", name, signal))),
  ]);
  const narrowing: PaperFilters[] = [
    ...authors.map((names) => ({ authors: names })),
    ...venues.map((names) => ({ venues: names })),
    ...categories.map((names) => ({ categories: names })),
    ...(typed.years ? [typed.years] : []),
    ...(typed.phrases.length > 0 ? [{ phrases: typed.phrases }] : []),
    ...(typed.without.length > 0 ? [{ without: typed.without }] : []),
  ];
  return { text: typed.text, filters: narrowing.reduce(narrowed, given) };
}

const ALLOWED: Readonly<Record<string, string>> = {
  year: "a year or a span of years: 2020, 2020-2023, 2020-, -2020, >=2020, <2020",
};

/** Filters that let pass what both let pass; a filter that both have goes into `also`. */
function narrowed(filters: PaperFilters, more: PaperFilters): PaperFilters {
  const taken = Object.keys(more).some((name) => name in filters);
  if (!taken) return { ...filters, ...more };
  return { ...filters, also: filters.also ? narrowed(filters.also, more) : more };
}

const OFFERED = 10;

async function authorsMeant({ engine }: Library, typed: string, signal?: AbortSignal): Promise<string[]> {
  const words = nameWords(typed);
  const people = await peopleOf(engine);
  const family = words.length === 1 ? people.ofFamily(words[0]!) : [];
  if (family.length > 0) return family;
  const named = people.named(words);
  if (named.length > 0) return named;
  if ((await engine.papers.count({ authors: [typed] }, { signal })) > 0) return [typed];
  const nearly = people.nearlyNamed(words);
  if (nearly.length > 0) return nearly;
  throw wrongValue("author", typed, nearestNames(typed, await knownValues(engine, "papers authors", signal), OFFERED));
}

/** Values that are the typed one, whatever their case; else that have all its words; else that are one letter away. */
async function valuesMeant(
  { engine }: Library,
  field: "venue" | "categories",
  typed: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const values = await knownValues(engine, `papers ${field}`, signal);
  const wanted = foldText(typed);
  const words = nameWords(typed);
  const tests: ((value: string) => boolean)[] = [
    (value) => foldText(value) === wanted,
    (value) => words.every((word) => nameWords(value).includes(word)),
    (value) => isOneEdit(wanted, foldText(value)),
  ];
  for (const test of tests) {
    const meant = values.filter(test);
    if (meant.length > 0) return meant;
  }
  const near = nearestNames(typed, values, OFFERED);
  throw wrongValue(field === "venue" ? "venue" : "category", typed, near.length > 0 ? near : values.slice(0, OFFERED));
}

function wrongValue(field: string, value: string, allowed: string | string[]): PublicError {
  const message =
    field in ALLOWED
      ? `${field}:${value} could not be understood.`
      : `${field}:${value}: no paper in the library has this value. allowed lists the closest existing values.`;
  return new PublicError("invalid_argument", { field: "query", message, allowed });
}
