import type { Passage } from "../documents/passage.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { isEngineSilent } from "../errors.ts";
import { papersByMisspelledAuthor, papersByNamedAuthors } from "./authors-named.ts";
import { READ_FIELDS, type ReadPaper } from "./found-paper.ts";
import type { FusedHit } from "./fusion.ts";
import type { Degradation, Library } from "./library.ts";
import { looksLikeName, namedPapers, papersOfName, papersByAuthor, passing, titledLike } from "./named-papers.ts";
import type { Window } from "./paging.ts";
import { peopleSoon } from "./people.ts";
import { relevantHits } from "./relevance-floor.ts";
import { rerank } from "./reranked.ts";
import { rankedPaperSearch } from "./learned-ranking.ts";
import type { FusedSearch, Retrieval } from "./search.ts";
import { corrected, missingWords } from "./spelling.ts";

export const PAPER_SORTS = ["relevance", "newest", "most_cited"] as const;
export type PaperSearchSort = (typeof PAPER_SORTS)[number];

/** The most hits a leg, and so the window that is fused, paged and counted. */
export const WINDOW = 1_000;
/** Hits a leg for a first page: a fifth of the window finds as well, and in about half the time. */
export const FIRST_PAGE = 200;
/** Sorting by date or citations orders the best of the window: further down, matches are matches in name only. */
const SORTED_WINDOW = 100;
/** So many of the first hits are read to see whether the query names one of them, or has words that none of them has. */
const READ = 20;
/** Where a query narrows alone, so many of the papers that pass make its window, newest first. */
const LISTED = 200;
/** A longer query is a question or a text: its words are not looked up as names and slips. */
const MAX_NAMING_LENGTH = 100;

export interface WindowRequest {
  /** What to search for; empty: whatever passes the filters. */
  text: string;
  retrieval: Retrieval;
  filters: PaperFilters;
  sort: PaperSearchSort;
  /** The most hits a leg. */
  depth: number;
}

/** What is read of the passages by which papers are found: snippet and floor of relevance need no more, and whole documents take twice as long to read. */
const OF_PASSAGES = ["passage_id", "paper_id", "title", "section", "kind", "page", "content"] as const;
type FoundPassage = Pick<Passage, (typeof OF_PASSAGES)[number]>;

/** What was read already, by id. */
export interface Known {
  papers: Map<string, ReadPaper>;
  passages: Map<string, FoundPassage>;
}

/** All that is found, in the order asked for; what the query names comes first. What is read on the way goes into `known`. */
export async function searchWindow(
  library: Library,
  request: WindowRequest,
  known: Known,
  signal?: AbortSignal,
): Promise<Window> {
  const window =
    request.text === "" ? await listed(library, request, known, signal) : await searched(library, request, known, signal);
  if (request.sort === "relevance") return window;
  return { ...window, hits: await sorted(library, window.hits.slice(0, SORTED_WINDOW), request.sort, known, signal) };
}

async function searched(library: Library, request: WindowRequest, known: Known, signal?: AbortSignal): Promise<Window> {
  const found = await findNamed(library, request, known, signal);
  if (found.first === null || found.first.length > 0 || request.text.length > MAX_NAMING_LENGTH)
    return windowOf(found, request, library);
  const looked = await lookUpWords(library, request, found, known, signal).catch(nullIfAway);
  return looked ?? windowOf({ ...found, first: null }, request, library);
}

/** What is found where words that no paper read has are taken for names or slips. */
async function lookUpWords(
  library: Library,
  request: WindowRequest,
  found: Found,
  known: Known,
  signal?: AbortSignal,
): Promise<Window> {
  const { text, filters, retrieval } = request;
  const missing = missingWords(text, found.read);
  if (missing.length === 0 && !/\bet\.? al\b/iu.test(text)) return windowOf(found, request, library);
  const byAuthors = await papersByNamedAuthors(library, { text, filters, retrieval, missing }, signal);
  if (byAuthors.length > 0) return windowOf({ ...found, first: byAuthors }, request, library);
  const byAuthor = looksLikeName(text) ? await papersByMisspelledAuthor(library, text, filters, signal) : [];
  if (byAuthor.length > 0) return windowOf({ ...found, first: byAuthor }, request, library);
  const people = await peopleSoon(library.engine, 0);
  const slips = missing.filter(({ word }) => people?.has(word) !== true);
  const right = await corrected(library, text, slips, filters, signal);
  if (right === null) return windowOf(found, request, library);
  const again = { ...request, text: right };
  return { ...windowOf(await findNamed(library, again, known, signal), again, library), corrected_query: right };
}

/** What the legs found, the papers read of it, and those of it or beside it that the query names; null: they could not be looked up. */
interface Found {
  search: FusedSearch;
  read: ReadPaper[];
  /** The passages by which the first papers were found. */
  passages: FoundPassage[];
  first: string[] | null;
}

async function findNamed(library: Library, request: WindowRequest, known: Known, signal?: AbortSignal): Promise<Found> {
  const { text, filters, retrieval, depth } = request;
  const bring = (brought: ReadonlyMap<string, object>) => {
    for (const [id, paper] of brought) known.papers.set(id, paper as ReadPaper);
  };
  const named = Promise.all([
    namedPapers(library, text, signal).then((ids) => passing(library, ids, filters, signal)),
    papersOfName(library, text, signal),
    papersByAuthor(library, text, filters, signal),
  ]).catch(nullIfAway);
  const [found, answered] = await Promise.all([
    rankedPaperSearch(library, { query: text, retrieval, filters, depth, reads: { fields: READ_FIELDS, bring } }, signal),
    named,
  ]);
  const ranked = await rerank(library, text, found.hits, (ids) => readPapers(library, ids, known, signal), signal);
  const search = { ...found, hits: ranked.hits, degraded: [...found.degraded, ...ranked.degraded] };
  const [first = [], ofName = [], byAuthor = []] = answered ?? [];
  const looked = search.hits.slice(0, READ);
  const ids = new Set([...looked.map(({ id }) => id), ...ofName]);
  const [read, passages] = await Promise.all([
    readPapers(library, [...ids], known, signal),
    readPassages(library, looked, known, signal),
  ]);
  if (answered === null || first.length > 0) return { search, read, passages, first: answered && first };
  const titled = titledLike(text, read).map((paper) => paper.paper_id);
  const passed = await passing(library, titled, filters, signal).catch(nullIfAway);
  for (const paper of byAuthor) known.papers.set(paper.paper_id, paper);
  return { search, read, passages, first: passed?.length === 0 ? byAuthor.map((paper) => paper.paper_id) : passed };
}

const NAMED_PAPER_UNKNOWN: Degradation = {
  part: "engine",
  reason: "Could not check whether the query names a paper or author, so an exact match may not be first.",
};

/** For what a search can do without where the engine, or a part of it, does not answer. */
function nullIfAway(error: unknown): null {
  if (isEngineSilent(error)) return null;
  throw error;
}

/** Of the papers with these ids, in their order, what a search reads; the known ones as they are known. */
export async function readPapers(
  library: Library,
  ids: readonly string[],
  known: Known,
  signal?: AbortSignal,
): Promise<ReadPaper[]> {
  const unknown = ids.filter((id) => !known.papers.has(id));
  if (unknown.length > 0) {
    for (const [id, paper] of await library.engine.papers.fields(unknown, READ_FIELDS, { signal })) known.papers.set(id, paper);
  }
  return ids.flatMap((id) => known.papers.get(id) ?? []);
}

/** The best passages of these hits, as far as there are any. */
export async function readPassages(
  library: Library,
  hits: readonly FusedHit[],
  known: Known,
  signal?: AbortSignal,
): Promise<FoundPassage[]> {
  const ids = hits.flatMap(({ passage }) => passage?.id ?? []);
  const unknown = ids.filter((id) => !known.passages.has(id));
  if (unknown.length > 0) {
    const found = await library.engine.passages.fields(unknown, OF_PASSAGES, { signal }).catch(nullIfAway);
    for (const [id, passage] of found ?? []) known.passages.set(id, passage);
  }
  return ids.flatMap((id) => known.passages.get(id) ?? []);
}

/** The window of what was found: named papers first, hits below the floor of relevance marked and counted apart. */
function windowOf({ search, read, passages, first }: Found, { text }: WindowRequest, { embedder }: Library): Window {
  const hits = withFirst(search.hits, first ?? []);
  const degraded = first === null ? [...search.degraded, NAMED_PAPER_UNKNOWN] : search.degraded;
  const { relation } = search.total;
  const relevant = relevantHits(search.hits, { text, papers: read, passages, bestCosine: search.bestCosine }, embedder);
  if (relevant === null) return { hits, total: { value: hits.length, relation }, degraded };
  const marked = hits.map((hit): FusedHit => (relevant.has(hit.id) || first?.includes(hit.id) ? hit : { ...hit, weak: true }));
  const weak = marked.filter((hit) => hit.weak).length;
  // Where the nearest ones go on below the floor, all relevant ones are in the window.
  const isWhole = marked.some((hit) => hit.semantic !== null && hit.weak);
  return {
    hits: marked,
    total: { value: hits.length - weak, relation: isWhole ? "eq" : relation },
    weak_matches: weak,
    degraded,
  };
}

function withFirst(hits: FusedHit[], first: readonly string[]): FusedHit[] {
  if (first.length === 0) return hits;
  const found = new Map(hits.map((hit) => [hit.id, hit]));
  const named = first.map((id) => ({ ...(found.get(id) ?? { id, lexical: null, semantic: null }), score: 1 }));
  return [...named, ...hits.filter((hit) => !first.includes(hit.id))];
}

async function listed(library: Library, { filters }: WindowRequest, known: Known, signal?: AbortSignal): Promise<Window> {
  const { documents, total } = await library.engine.papers.list({ filters, sort: "newest", limit: LISTED }, { signal });
  for (const paper of documents) known.papers.set(paper.paper_id, paper);
  const hits = documents.map(({ paper_id }): FusedHit => ({ id: paper_id, score: 1, lexical: null, semantic: null }));
  return { hits, total: { value: total, relation: "eq" }, weak_matches: 0, degraded: [] };
}

async function sorted(
  library: Library,
  hits: FusedHit[],
  sort: "newest" | "most_cited",
  known: Known,
  signal?: AbortSignal,
): Promise<FusedHit[]> {
  await readPapers(
    library,
    hits.map((hit) => hit.id),
    known,
    signal,
  );
  const value = (hit: FusedHit) => {
    const paper = known.papers.get(hit.id);
    if (sort === "most_cited") return paper?.citation_count ?? -1;
    return Number((paper?.published_at ?? `${paper?.year ?? 0}-00-00`).replaceAll("-", ""));
  };
  return hits.toSorted((a, b) => value(b) - value(a) || b.score - a.score);
}
