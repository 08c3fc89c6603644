import type { PaperFilters } from "../engine/filters.ts";
import { checkFilterValues } from "./filter-values.ts";
import { foundPaper, type FoundPaper } from "./found-paper.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { matchFacets, NOT_COUNTED, type PaperFacets } from "./match-facets.ts";
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
  /** As `matchFacets` counts them. */
  facets?: PaperFacets;
  next_cursor?: string;
  degraded: Degradation[];
  source_context: SourceContext;
}

/**
 * Hybrid search over papers. Fields, phrases and unwanted words in the query narrow it; the paper or author that it names comes first. Costs one round trip
 * for all legs, with one for facets beside it (and one more where few papers have all words), and one for the papers shown; words that no paper found has cost two more, and sorts read the window once more. Throws `bad_cursor`, and
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
  // Whoever pages on wants the whole window.
  const depth = cursor === undefined ? FIRST_PAGE : WINDOW;
  const windowRequest = { text, filters, retrieval: request.retrieval, sort: request.sort, depth };
  const page = pageOf(
    library,
    { cursor, limit, scope: { search, generation, owner } },
    () => searchWindow(library, windowRequest, known, signal),
    signal,
  );
  const relevant = async () => (await page).window.hits.flatMap(({ id, weak }) => (weak ? [] : [id]));
  const facetsOf = (searched: string) =>
    matchFacets(library, { text: searched, retrieval: request.retrieval, filters }, relevant, signal);
  const [{ window, shownBefore, ...places }, , besides] = await Promise.all([
    page,
    checkFilterValues(library, request.filters, signal),
    wantsFacets ? facetsOf(text) : null,
  ]);
  const ids = places.hits.map((hit) => hit.id);
  await Promise.all([readPapers(library, ids, known, signal), readPassages(library, places.hits, known, signal)]);
  const facets = wantsFacets && window.corrected_query !== undefined ? await facetsOf(window.corrected_query) : besides;
  const stems = new Set(questionStems(window.corrected_query ?? text));
  const shown = places.hits.flatMap((hit, index) => {
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
    ...(places.next_cursor === undefined ? {} : { next_cursor: places.next_cursor }),
    ...(previous && places.previous_cursor !== undefined ? { previous_cursor: places.previous_cursor } : {}),
    degraded: wantsFacets && facets === null ? [...window.degraded, NOT_COUNTED] : window.degraded,
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
