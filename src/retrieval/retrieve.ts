import { parseExternalId, idKey } from "../documents/ids.ts";
import type { Paper } from "../documents/paper.ts";
import { titleKey } from "../documents/text.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import { checkFilterValues } from "./filter-values.ts";
import { foundPaper, type FoundPaper } from "./found-paper.ts";
import type { FusedHit } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { pageOf, type Window } from "./paging.ts";
import { fusedSearch, type Retrieval } from "./search.ts";
import type { SourceContext } from "./source-context.ts";
import { questionStems } from "../text/terms.ts";

export type { FoundPaper };

export const PAPER_SORTS = ["relevance", "newest", "most_cited"] as const;
export type PaperSearchSort = (typeof PAPER_SORTS)[number];

export interface PaperSearchRequest {
  query: string;
  limit: number;
  cursor?: string;
  retrieval: Retrieval;
  filters: PaperFilters;
  sort: PaperSearchSort;
  facets: boolean;
  detail: "concise" | "full";
  /** Who asks; the cursors that are issued serve nobody else. */
  owner?: string;
}

export interface PaperSearchResult {
  papers: FoundPaper[];
  total: { value: number; relation: "eq" | "gte" };
  applied_filters: PaperFilters;
  facets?: Record<"year" | "venue" | "categories", { value: string; count: number }[]>;
  next_cursor?: string;
  degraded: Degradation[];
  source_context: SourceContext;
}

/** The most hits a leg, and so the window that is fused, paged, sorted and counted. */
export const WINDOW = 1_000;
/** Sorting by date or citations orders the best of the window: further down, matches are matches in name only. */
const SORTED_WINDOW = 100;
const FACET_VALUES = 20;

/**
 * Hybrid search over papers. A query that is an id, a DOI or an exact title puts that paper first. Costs one round trip for both legs
 * and one for the page shown; sorts and facets read the window once more. Throws `bad_cursor`, and `invalid_argument` for filter values
 * that no paper has.
 */
export async function searchPapers(
  library: Library,
  request: PaperSearchRequest,
  signal?: AbortSignal,
): Promise<PaperSearchResult> {
  const { papers } = library.engine;
  const { limit, cursor, detail, facets: wantsFacets, owner = "", ...search } = request;
  const generation = (await liveStatus(library, "papers", signal)).generation ?? "";
  const [page] = await Promise.all([
    pageOf(library, { cursor, limit, scope: { search, generation, owner } }, () => searchWindow(library, search, signal), signal),
    checkFilterValues(library, request.filters, signal),
  ]);
  const { window, shownBefore } = page;
  const [documents, facets] = await Promise.all([
    papers.get(
      page.hits.map((hit) => hit.id),
      { signal },
    ),
    wantsFacets ? windowFacets(library, window.hits, signal) : undefined,
  ]);
  const stems = new Set(questionStems(request.query));
  const shown = page.hits.flatMap((hit, index) => {
    const paper = documents.get(hit.id);
    return paper ? [foundPaper(paper, hit, shownBefore + index + 1, stems, detail)] : [];
  });
  return {
    papers: shown,
    total: window.total,
    applied_filters: request.filters,
    ...(facets ? { facets } : {}),
    ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }),
    degraded: window.degraded,
    source_context: {
      version: 1,
      query: request.query,
      mode: "search",
      generation,
      paper_ids: shown.map((paper) => paper.paper_id),
      signal_ids: [],
      time_scope: null,
    },
  };
}

/** All that is found, in the order asked for; a paper that the query names comes first. */
async function searchWindow(
  library: Library,
  request: Pick<PaperSearchRequest, "query" | "retrieval" | "filters" | "sort">,
  signal?: AbortSignal,
): Promise<Window> {
  const [first, found] = await Promise.all([
    namedPapers(library, request.query, signal)
      .then((named) => passing(library, named, request.filters, signal))
      .catch(nullIfAway),
    fusedSearch(library, "papers", library.engine.papers, { ...request, depth: WINDOW }, signal),
  ]);
  const all = withFirst(found.hits, first ?? []);
  const total = { value: all.length, relation: found.total.relation };
  const hits = request.sort === "relevance" ? all : await sorted(library, all.slice(0, SORTED_WINDOW), request.sort, signal);
  return { hits, total, degraded: first === null ? [...found.degraded, NAMED_PAPER_UNKNOWN] : found.degraded };
}

const NAMED_PAPER_UNKNOWN: Degradation = {
  part: "engine",
  reason: "Whether a paper has exactly this title or ID could not be looked up; if it has, it may not come first.",
};

/** For what a search can do without where the engine, or a part of it, does not answer. */
function nullIfAway(error: unknown): null {
  if (error instanceof PublicError && error.code === "engine_unavailable") return null;
  throw error;
}

/** Stored ids of the papers that the query names by id, URL or exact title. */
async function namedPapers(library: Library, query: string, signal?: AbortSignal): Promise<string[]> {
  const { papers } = library.engine;
  const keys = idKeys(query);
  if (keys.length > 0) {
    const resolved = await papers.resolve(keys, { signal });
    const ids = keys.flatMap((key) => resolved.get(key) ?? []);
    if (ids.length > 0) return [...new Set(ids)];
  }
  const key = titleKey(query);
  return key.includes(" ") ? papers.byTitle(key, 5, { signal }) : [];
}

/** The id keys that a text may mean, most likely first: its canonical form, our own id, and a bare OpenReview id. */
export function idKeys(text: string): string[] {
  const trimmed = text.trim();
  const parsed = parseExternalId(trimmed);
  if (parsed) return [idKey(parsed)];
  if (/^title:[0-9a-f]{32}$/u.test(trimmed)) return [trimmed];
  const openreview = /^(?=.*[\d_-])[\w-]{8,14}$/u.test(trimmed) ? parseExternalId(trimmed, "openreview") : null;
  return openreview ? [idKey(openreview)] : [];
}

/** Of the ids given, those whose papers pass the filters. */
async function passing(library: Library, ids: string[], filters: PaperFilters, signal?: AbortSignal): Promise<string[]> {
  if (ids.length === 0 || Object.keys(filters).length === 0) return ids;
  const allowed = filters.paper_ids ? ids.filter((id) => filters.paper_ids?.includes(id)) : ids;
  if (allowed.length === 0) return [];
  const list = await library.engine.papers.list(
    { filters: { ...filters, paper_ids: allowed }, sort: "paper_id", limit: allowed.length },
    { signal },
  );
  return list.documents.map((paper) => paper.paper_id);
}

function withFirst(hits: FusedHit[], first: string[]): FusedHit[] {
  const named = first.map((id) => ({
    ...(hits.find((hit) => hit.id === id) ?? { id, lexical: null, semantic: null }),
    score: 1,
  }));
  return [...named, ...hits.filter((hit) => !first.includes(hit.id))];
}

async function sorted(
  library: Library,
  hits: FusedHit[],
  sort: "newest" | "most_cited",
  signal?: AbortSignal,
): Promise<FusedHit[]> {
  const documents = await library.engine.papers.get(
    hits.map((hit) => hit.id),
    { signal },
  );
  const value = (hit: FusedHit) => {
    const paper = documents.get(hit.id);
    if (sort === "most_cited") return paper?.citation_count ?? -1;
    return Number((paper?.published_at ?? `${paper?.year ?? 0}-00-00`).replaceAll("-", ""));
  };
  return hits.toSorted((a, b) => value(b) - value(a) || b.score - a.score);
}

async function windowFacets(library: Library, hits: FusedHit[], signal?: AbortSignal) {
  const documents = await library.engine.papers.get(
    hits.map((hit) => hit.id),
    { signal },
  );
  const counted = (valuesOf: (paper: Paper) => (string | null)[]) => {
    const counts = new Map<string, number>();
    for (const paper of documents.values()) {
      for (const value of valuesOf(paper)) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, FACET_VALUES);
  };
  return {
    year: counted((paper) => [paper.year === null ? null : String(paper.year)]),
    venue: counted((paper) => [paper.venue]),
    categories: counted((paper) => paper.categories),
  };
}
