import { parseExternalId, idKey } from "../documents/ids.ts";
import type { Paper, SignalCounts } from "../documents/paper.ts";
import { titleKey } from "../documents/text.ts";
import type { PaperFilters } from "../engine/port.ts";
import { cursorsOf } from "./cursor.ts";
import type { FusedHit, LegRank } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { fusedSearch, type Retrieval } from "./search.ts";
import { snippet, type Snippet } from "./snippet.ts";
import type { SourceContext } from "./source-context.ts";
import { questionStems } from "./terms.ts";

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
}

export interface FoundPaper {
  rank: number;
  paper_id: string;
  title: string;
  authors: string[];
  year: number | null;
  venue: string | null;
  url: string | null;
  retracted: boolean;
  /** False where only the title could be searched. */
  has_abstract: boolean;
  snippet: Snippet;
  abstract?: string | null;
  citation_count: number | null;
  signal_counts: SignalCounts;
  scores: { fused: number; lexical: LegRank | null; semantic: LegRank | null };
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
 * and one for the page shown; sorts and facets read the window once more.
 */
export async function searchPapers(
  library: Library,
  request: PaperSearchRequest,
  signal?: AbortSignal,
): Promise<PaperSearchResult> {
  const { papers } = library.engine;
  const status = await liveStatus(library, "papers", signal);
  const generation = status.generation ?? "";
  const { limit: _limit, cursor: _cursor, detail: _detail, facets: _facets, ...search } = request;
  const cursors = await cursorsOf(library.records);
  const offset = request.cursor ? cursors.read(request.cursor, search, generation) : 0;

  const [named, found] = await Promise.all([
    namedPapers(library, request.query, signal),
    fusedSearch(library, "papers", papers, { ...request, depth: WINDOW }, signal),
  ]);
  const first = await passing(library, named, request.filters, signal);
  let window = withFirst(found.hits, first);
  if (request.sort !== "relevance") window = await sorted(library, window.slice(0, SORTED_WINDOW), request.sort, signal);

  const page = window.slice(offset, offset + request.limit);
  const [documents, facets] = await Promise.all([
    papers.get(
      page.map((hit) => hit.id),
      { signal },
    ),
    request.facets ? windowFacets(library, window, signal) : undefined,
  ]);
  const stems = new Set(questionStems(request.query));
  const shown = page.flatMap((hit, index) => {
    const paper = documents.get(hit.id);
    return paper ? [foundPaper(paper, hit, offset + index + 1, stems, request.detail)] : [];
  });
  const next = offset + request.limit;
  return {
    papers: shown,
    total: { value: window.length, relation: found.total.relation },
    applied_filters: request.filters,
    ...(facets ? { facets } : {}),
    ...(next < window.length ? { next_cursor: cursors.issue(next, search, generation) } : {}),
    degraded: found.degraded,
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

/** Stored ids of the papers that the query names by id, URL or exact title. */
export async function namedPapers(library: Library, query: string, signal?: AbortSignal): Promise<string[]> {
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

function foundPaper(
  paper: Paper,
  hit: FusedHit,
  rank: number,
  stems: ReadonlySet<string>,
  detail: "concise" | "full",
): FoundPaper {
  return {
    rank,
    paper_id: paper.paper_id,
    title: paper.title,
    authors: paper.authors,
    year: paper.year,
    venue: paper.venue,
    url: paper.url,
    retracted: paper.retracted,
    has_abstract: paper.abstract !== null,
    snippet: snippet(paper, stems),
    ...(detail === "full" ? { abstract: paper.abstract } : {}),
    citation_count: paper.citation_count,
    signal_counts: paper.signal_counts,
    scores: { fused: rounded(hit.score), lexical: leg(hit.lexical), semantic: leg(hit.semantic) },
  };
}

function leg(rank: LegRank | null): LegRank | null {
  return rank && { rank: rank.rank, score: rounded(rank.score) };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
