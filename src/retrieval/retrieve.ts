import type { Paper } from "../documents/paper.ts";
import type { PaperFilters } from "../engine/port.ts";
import { checkFilterValues } from "./filter-values.ts";
import { foundPaper, type FoundPaper } from "./found-paper.ts";
import type { FusedHit } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { pageOf } from "./paging.ts";
import type { Retrieval } from "./search.ts";
import {
  FIRST_PAGE,
  PAPER_SORTS,
  readPapers,
  readPassages,
  searchWindow,
  type Known,
  type PaperSearchSort,
  WINDOW,
} from "./search-window.ts";
import type { SourceContext } from "./source-context.ts";
import { questionStems } from "../text/terms.ts";
import { understandQuery } from "./understood.ts";

export type { FoundPaper };

export { PAPER_SORTS, type PaperSearchSort };

export interface PaperSearchRequest {
  query: string;
  limit: number;
  cursor?: string;
  retrieval: Retrieval;
  filters: PaperFilters;
  sort: PaperSearchSort;
  facets: boolean;
  /** Whether the result also names the page before. */
  previous?: boolean;
  detail: "concise" | "full";
  /** Who asks; the cursors that are issued serve nobody else. */
  owner?: string;
}

/** What matches are counted by; `has_code` and `retracted` only where that is so. */
export type PaperFacet = "year" | "venue" | "categories" | "signal_kinds" | "has_code" | "retracted";

export interface PaperSearchResult {
  papers: FoundPaper[];
  total: { value: number; relation: "eq" | "gte" };
  /** How many further papers match, but lie below the floor of relevance; absent where that cannot be told. */
  weak_matches?: number;
  /** The filters that were given and those that the query typed. */
  applied_filters: PaperFilters;
  /** What was searched for instead of the query, where a word of it was a slip. */
  corrected_query?: string;
  /** Where it was asked for; absent on the first two pages: what comes before the second is the search without a cursor. */
  previous_cursor?: string;
  facets?: Record<PaperFacet, { value: string; count: number }[]>;
  next_cursor?: string;
  degraded: Degradation[];
  source_context: SourceContext;
}

const FACET_VALUES = 20;

/**
 * Hybrid search over papers. Fields, phrases and unwanted words in the query narrow it; the paper or author that it names comes first. Costs one round trip
 * for all legs and one for the papers shown; words that no paper found has cost two more, sorts and facets read the window once more. Throws `bad_cursor`, and
 * `invalid_argument` for filter values that no paper has.
 */
export async function searchPapers(
  library: Library,
  request: PaperSearchRequest,
  signal?: AbortSignal,
): Promise<PaperSearchResult> {
  const { limit, cursor, detail, facets: wantsFacets, previous = false, owner = "", ...search } = request;
  const generation = (await liveStatus(library, "papers", signal)).generation ?? "";
  const { text, filters } = await understandQuery(library, request.query, request.filters, signal);
  const known: Known = { papers: new Map(), passages: new Map() };
  // Whoever pages on, or counts, wants the whole window.
  const depth = cursor === undefined && !wantsFacets ? FIRST_PAGE : WINDOW;
  const windowRequest = { text, filters, retrieval: request.retrieval, sort: request.sort, depth };
  const [page] = await Promise.all([
    pageOf(
      library,
      { cursor, limit, scope: { search, generation, owner } },
      () => searchWindow(library, windowRequest, known, signal),
      signal,
    ),
    checkFilterValues(library, request.filters, signal),
  ]);
  const { window, shownBefore } = page;
  const ids = page.hits.map((hit) => hit.id);
  await Promise.all([readPapers(library, ids, known, signal), readPassages(library, page.hits, known, signal)]);
  const facets = wantsFacets
    ? await windowFacets(
        library,
        window.hits.filter((hit) => !hit.weak),
        signal,
      )
    : undefined;
  const stems = new Set(questionStems(window.corrected_query ?? text));
  const shown = page.hits.flatMap((hit, index) => {
    const paper = known.papers.get(hit.id);
    const passage = hit.passage && known.passages.get(hit.passage.id);
    return paper ? [foundPaper(paper, hit, shownBefore + index + 1, stems, detail, passage)] : [];
  });
  return {
    papers: shown,
    total: window.total,
    ...(window.weak_matches === undefined ? {} : { weak_matches: window.weak_matches }),
    applied_filters: filters,
    ...(window.corrected_query === undefined ? {} : { corrected_query: window.corrected_query }),
    ...(facets ? { facets } : {}),
    ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }),
    ...(previous && page.previous_cursor !== undefined ? { previous_cursor: page.previous_cursor } : {}),
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

/** What facets count. */
const COUNTED = ["year", "venue", "categories", "signal_counts", "has_code", "retracted"] as const;

async function windowFacets(library: Library, hits: FusedHit[], signal?: AbortSignal) {
  const documents = await library.engine.papers.fields(
    hits.map((hit) => hit.id),
    COUNTED,
    { signal },
  );
  const counted = (valuesOf: (paper: Pick<Paper, (typeof COUNTED)[number]>) => (string | null)[]) => {
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
    signal_kinds: counted((paper) => Object.keys(paper.signal_counts)),
    has_code: counted((paper) => [paper.has_code ? "true" : null]),
    retracted: counted((paper) => [paper.retracted ? "true" : null]),
  };
}
