import type { Paper } from "../documents/paper.ts";
import { foldText } from "../documents/text.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { isCommon } from "../text/rarity.ts";
import { contentTerms } from "../text/terms.ts";
import type { Library } from "./library.ts";
import { MAX_BY_AUTHOR } from "./named-papers.ts";
import { familyWord, nameWords, peopleSoon, type People } from "./people.ts";
import { fusedSearch, type Retrieval } from "./search.ts";
import type { MissingWord } from "./spelling.ts";

/** What a query says beside the names of authors in it. */
interface NamedAuthors {
  /** For each name or surname the authors it may mean; a paper must have one of each. */
  groups: string[][];
  family: string;
  year: number | null;
  rest: string;
}

const MAX_FIRST = 10;
/** The first to ask for names may have to wait for them, but not longer. */
const PATIENCE_MS = 1_500;

/**
 * Ids of papers by the authors that a query names among its other words, as `karpukhin et al. 2020` and `goldberg word embeddings` do, best first. `missing`: the
 * words that no paper found has; others are taken for what is searched for.
 */
export async function papersByNamedAuthors(
  library: Library,
  request: { text: string; filters: PaperFilters; retrieval: Retrieval; missing: readonly MissingWord[] },
  signal?: AbortSignal,
): Promise<string[]> {
  const people = await peopleSoon(library.engine, PATIENCE_MS);
  const named = people && authorsIn(request.text, request.missing, people);
  if (named === null) return [];
  const authors = named.groups.reduce<PaperFilters>((also, names) => ({ authors: names, also }), request.filters);
  const ofYear = named.year === null ? [] : await search(library, named, { ...authors, ...span(named.year) }, request, signal);
  return ofYear.length > 0 ? ofYear : search(library, named, authors, request, signal);
}

/** Ids of papers by the author whose name, a letter aside, the query is; newest first. */
export async function papersByMisspelledAuthor(
  library: Library,
  text: string,
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<string[]> {
  const names = (await peopleSoon(library.engine, PATIENCE_MS))?.nearlyNamed(nameWords(text)) ?? [];
  return names.length === 0 ? [] : listed(library, "", { authors: names, also: filters }, signal);
}

/** `et al.`, which makes the words before it a surname whatever else they mean. */
const ET_AL = /^[\s(]*(?<names>\p{L}[\p{L}'’-]+)(?:,?\s+et\.?\s+al\b\.?)/iu;
const YEAR = /(?<![\d.])(?<year>(?:19|20)\d{2})[a-z]?(?![\d.])/u;

function authorsIn(text: string, missing: readonly MissingWord[], people: People): NamedAuthors | null {
  const cited = ET_AL.exec(text);
  const before = cited?.groups?.names === undefined ? [] : nameWords(cited.groups.names);
  const unknown = missing.map(({ word }) => word).filter((word) => word !== "et" && word !== "al");
  const groups: string[][] = [];
  const names = new Set<string>();
  const add = (words: readonly string[], meant: string[]): void => {
    if (meant.length === 0) return;
    groups.push(meant);
    for (const word of words) names.add(word);
  };
  for (const run of runsWith(text, unknown)) add(run, people.named(run));
  for (const word of [...before, ...unknown]) if (!names.has(word)) add([word], people.ofFamily(word));
  if (groups.length === 0) return null;
  const year = YEAR.exec(text)?.groups?.year;
  const rest = text
    .replace(cited?.[0] ?? "", " ")
    .replace(YEAR, " ")
    .replace(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu, (word) => (nameWords(word).every((part) => names.has(part)) ? " " : word));
  return { groups, family: before[0] ?? [...names].at(-1) ?? "", year: year === undefined ? null : Number(year), rest };
}

/** Neighboring words of a text that are no everyday words of research, two or three at a time, at least one of them unknown. */
function runsWith(text: string, unknown: readonly string[]): string[][] {
  const words = contentTerms(text);
  const uncommon = words.map(({ stem, start, end }) => (isCommon(stem) ? null : foldText(text.slice(start, end))));
  return [3, 2].flatMap((length) =>
    uncommon.flatMap((_, from) => {
      const run = uncommon.slice(from, from + length).filter((word) => word !== null);
      return run.length === length && run.some((word) => unknown.includes(word)) ? [run] : [];
    }),
  );
}

async function search(
  library: Library,
  { rest, family }: NamedAuthors,
  filters: PaperFilters,
  { retrieval }: { retrieval: Retrieval },
  signal?: AbortSignal,
): Promise<string[]> {
  if (contentTerms(rest).length === 0) return listed(library, family, filters, signal);
  const found = await fusedSearch(
    library,
    "papers",
    library.engine.papers,
    { query: rest, retrieval, filters, depth: MAX_BY_AUTHOR },
    signal,
  );
  return found.hits.slice(0, MAX_FIRST).map(({ id }) => id);
}

/** Newest first; those whose first author has this surname before all others. */
async function listed(library: Library, family: string, filters: PaperFilters, signal?: AbortSignal): Promise<string[]> {
  const { documents } = await library.engine.papers.list({ filters, sort: "newest", limit: MAX_BY_AUTHOR }, { signal });
  const isFirst = ({ authors }: Paper) => family !== "" && familyWord(authors[0] ?? "") === family;
  return documents.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))).map(({ paper_id }) => paper_id);
}

function span(year: number): PaperFilters {
  return { year_from: year, year_to: year };
}
