import type { estypes } from "@elastic/elasticsearch";
import { cleanText } from "../../documents/text.ts";
import type { PaperFilters, PassageFilters, SignalFilters } from "../filters.ts";
import type { PaperSort, PassageSort, SignalSort } from "../port.ts";
import type { SearchRequest } from "../searches.ts";

type Query = estypes.QueryDslQueryContainer;

/** Clauses that a paper must pass; none where every paper passes. */
export function paperClauses(filters: PaperFilters): Query[] {
  const { year_from, year_to, venues, categories, authors, has_code, min_citations, signal_kinds, retracted, paper_ids } =
    filters;
  const { sources, words, phrases, without, also } = filters;
  return [
    ...given(year_from, (year) => ({ range: { year: { gte: year } } })),
    ...given(year_to, (year) => ({ range: { year: { lte: year } } })),
    ...given(venues, (values) => anyOfNames("venue", values)),
    ...given(categories, (values) => anyOfNames("categories", values)),
    ...given(authors, (values) => anyOfNames("authors", values)),
    ...given(has_code, (value) => ({ term: { has_code: value } })),
    ...given(min_citations, (count) => ({ range: { citation_count: { gte: count } } })),
    ...given(signal_kinds, (kinds) => anyOf(kinds.map((kind) => ({ range: { [`signal_counts.${kind}`]: { gte: 1 } } })))),
    ...given(retracted, (value) => ({ term: { retracted: value } })),
    ...given(paper_ids, (ids) => ({ terms: { paper_id: ids } })),
    ...given(sources, (names) => ({ terms: { "sources.name": names } })),
    ...given(words, allWords),
    ...(phrases ?? []).map(phrase),
    ...given(without, (texts) => ({ bool: { must_not: texts.map(phrase) } })),
    ...(also === undefined ? [] : paperClauses(also)),
  ];
}

/** Clauses that a signal must pass; none where every signal passes. */
export function signalClauses(filters: SignalFilters): Query[] {
  const { kinds, polarities, paper_ids, topics, since, until, signal_ids, sources, words } = filters;
  return [
    ...given(kinds, (values) => ({ terms: { kind: values } })),
    ...given(polarities, (values) => ({ terms: { polarity: values } })),
    ...given(paper_ids, (ids) => ({ terms: { paper_ids: ids } })),
    ...given(topics, (values) => anyOfNames("topics", values)),
    ...given(since, (day) => ({ range: { observed_at: { gte: day } } })),
    ...given(until, (day) => ({ range: { observed_at: { lte: day } } })),
    ...given(signal_ids, (ids) => ({ terms: { signal_id: ids } })),
    ...given(sources, (names) => ({ terms: { "source.name": names } })),
    ...given(words, allWords),
  ];
}

/** Clauses that a passage must pass; none where every passage passes. */
export function passageClauses({ paper_ids, kinds, year_from, year_to, sources, words }: PassageFilters): Query[] {
  return [
    ...given(paper_ids, (ids) => ({ terms: { paper_id: ids } })),
    ...given(kinds, (values) => ({ terms: { kind: values } })),
    ...given(year_from, (year) => ({ range: { year: { gte: year } } })),
    ...given(year_to, (year) => ({ range: { year: { lte: year } } })),
    ...given(sources, (names) => ({ terms: { "source.name": names } })),
    ...given(words, allWords),
  ];
}

/** Unknown values come last, ties in the order of ids. */
export const PAPER_SORTS: Record<PaperSort, estypes.SortCombinations[]> = {
  newest: [
    { year: { order: "desc", missing: "_last" } },
    { published_at: { order: "desc", missing: "_last" } },
    { paper_id: { order: "asc" } },
  ],
  most_cited: [{ citation_count: { order: "desc", missing: "_last" } }, { paper_id: { order: "asc" } }],
  paper_id: [{ paper_id: { order: "asc" } }],
};

export const SIGNAL_SORTS: Record<SignalSort, estypes.SortCombinations[]> = {
  newest: [{ observed_at: { order: "desc", missing: "_last" } }, { signal_id: { order: "asc" } }],
  signal_id: [{ signal_id: { order: "asc" } }],
};

export const PASSAGE_SORTS: Record<PassageSort, estypes.SortCombinations[]> = {
  place: [{ paper_id: { order: "asc" } }, { index: { order: "asc" } }, { passage_id: { order: "asc" } }],
};

/** The filter clauses as one query. */
export function filterQuery(clauses: Query[]): Query {
  return clauses.length === 0 ? { match_all: {} } : { bool: { filter: clauses } };
}

/** Hits are counted exactly up to this many. */
const COUNTED_HITS = 10_000;

/**
 * The search of the lexical leg: any word of the text in title or body together, with `title` words in the title counting a quarter more.
 * The title clause only adds to scores: `text` holds the title too, so that it never widens what matches.
 */
export function lexicalBody(
  text: string,
  clauses: Query[],
  depth: number,
  columns: readonly string[],
  { title = true, misspelled }: { title?: boolean; misspelled?: string } = {},
) {
  const query = cappedText(text);
  const words = anyWord(text);
  const must = misspelled === undefined ? words : anyOf([words, nearWords(misspelled)]);
  return {
    query: {
      bool: { must, ...(title ? { should: { match: { title: { query, boost: 0.25 } } } } : {}), filter: clauses },
    },
    size: depth,
    track_total_hits: COUNTED_HITS,
    ...idsAlone(columns),
  } satisfies estypes.SearchRequest;
}

/** The search of the semantic leg: the nearest `depth` documents among those that pass. */
export function semanticBody(vector: Float32Array, clauses: Query[], depth: number, columns: readonly string[]) {
  return {
    knn: {
      field: "embedding",
      query_vector: Array.from(vector),
      k: depth,
      num_candidates: candidates(depth),
      // The graph holds vectors of 8-bit components; the hits are scored again by the exact ones.
      rescore_vector: { oversample: 1 },
      filter: clauses,
    },
    size: depth,
    ...idsAlone(columns),
  } satisfies estypes.SearchRequest;
}

/** The bodies of a search request, lexical before semantic, those that are asked for. `columns`: what hits are named by. */
export function searchBodies<Filters>(
  { text, misspelled, vector, depth }: Omit<SearchRequest<Filters>, "vector"> & { vector?: Float32Array | undefined },
  clauses: Query[],
  columns: readonly string[],
  title?: boolean,
) {
  return [
    ...(text === undefined ? [] : [lexicalBody(text, clauses, depth, columns, { title, misspelled })]),
    ...(vector === undefined ? [] : [semanticBody(vector, clauses, depth, columns)]),
  ];
}

const MAX_TEXT_LENGTH = 2_000;
const MAX_TERMS = 256;
/** What the standard tokenizer makes at least one term of: a word, an ideograph, a pictograph. */
const TERM =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Extended_Pictographic}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}]]+/gv;

/** User text within what a query may cost: well-formed, at most 2,000 characters and 256 terms. */
export function cappedText(text: string): string {
  const short = text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
  let terms = 0;
  for (const { index } of short.matchAll(TERM)) {
    if (++terms > MAX_TERMS) return short.slice(0, index);
  }
  return short;
}

/** More candidates than hits: at a depth of 200 one and a half times as many found 97 % of the nearest where as many found 95 %. */
function candidates(depth: number): number {
  return Math.max(Math.ceil(1.5 * depth), 100);
}

/**
 * Ids come from their column. The `_id` of a hit is stored beside the document, which would be unpacked for each: at a depth of
 * 1,000 that takes three times as long.
 */
function idsAlone(columns: readonly string[]) {
  return { _source: false, stored_fields: "_none_", docvalue_fields: [...columns] };
}

/** Names are stored folded beside their own form; the field's normalizer folds the query as well. */
function anyOfNames(field: string, names: string[]): Query {
  return { terms: { [`${field}.folded`]: names.map(cleanText) } };
}

/** What matches in the lexical leg of a search for this text. */
function anyWord(text: string): Query {
  return { match: { text: { query: cappedText(text) } } };
}

export function allWords(text: string): Query {
  return { match: { text: { query: cappedText(text), operator: "and" } } };
}

/** The words of a text one after another, as the text of documents is analyzed. */
function phrase(text: string): Query {
  return { match_phrase: { text: { query: cappedText(text) } } };
}

/** Words within one edit of those of a text (two for words from six letters on). */
function nearWords(text: string): Query {
  return { match: { text: { query: cappedText(text), fuzziness: "AUTO", max_expansions: 50 } } };
}

function anyOf(clauses: Query[]): Query {
  return clauses.length === 0 ? { match_none: {} } : { bool: { should: clauses, minimum_should_match: 1 } };
}

function given<Value>(value: Value | undefined, clause: (value: Value) => Query): Query[] {
  return value === undefined ? [] : [clause(value)];
}
