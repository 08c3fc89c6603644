import type { Signal } from "../documents/signal.ts";
import type { Polarity, SignalKind } from "../documents/signal-kinds.ts";
import type { SignalFilters } from "../engine/filters.ts";
import { PublicError } from "../errors.ts";
import { checkSource, checkTopic } from "./filter-values.ts";
import type { FusedHit } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { pageOf, type Window } from "./paging.ts";
import { WINDOW } from "./search-window.ts";
import { fusedSearch } from "./search.ts";
import { contextSignals, type Narrowing } from "./source-context.ts";
import { requirePaperId } from "./views.ts";

export interface SignalSearchRequest {
  /** Left out: every signal that passes the filters, newest first. */
  query?: string;
  kinds?: SignalKind[];
  polarity?: Polarity;
  paper_id?: string;
  /** A topic that signals name. */
  topic?: string;
  /** Only signals about at least one of these papers, by their stored ids. */
  paper_ids?: string[];
  /** The exact name of a source. */
  source?: string;
  /** Observed on or after this day, `YYYY-MM-DD`. */
  since?: string;
  /** Of an earlier result: only its evidence. */
  source_context?: Narrowing;
  /** Observed on or before this day. */
  until?: string;
  limit: number;
  cursor?: string;
  /** Who asks; the cursors that are issued serve nobody else. */
  owner?: string;
}

export interface FoundSignal extends Omit<Signal, "history" | "content_hash" | "run_id" | "ingested_at"> {
  rank: number;
  /** Null where nothing was searched for. */
  scores: { fused: number; lexical: FusedHit["lexical"]; semantic: FusedHit["semantic"] } | null;
}

export interface SignalSearchResult {
  signals: FoundSignal[];
  total: { value: number; relation: "eq" | "gte" };
  next_cursor?: string;
  degraded: Degradation[];
}

/** Hybrid search over the statements of signals, or all that pass the filters, newest first. */
export async function searchSignals(
  library: Library,
  request: SignalSearchRequest,
  signal?: AbortSignal,
): Promise<SignalSearchResult> {
  const { limit, cursor, owner = "", ...search } = request;
  if (Object.values(search).every((value) => value === undefined)) {
    throw new PublicError("invalid_argument", {
      field: "query",
      message: "Give a query, or at least one of kinds, polarity, paper_id, topic, source, since, until or source_context.",
      allowed: "a query of 1 to 2,000 characters, or at least one filter",
    });
  }
  if (request.since !== undefined && request.until !== undefined && request.since > request.until) {
    throw new PublicError("invalid_argument", {
      field: "until",
      message: "until must not be before since.",
      allowed: `${request.since} or later`,
    });
  }
  const generation = (await liveStatus(library, "signals", signal)).generation ?? "";
  const filters = await filtersOf(library, request, signal);
  const { query } = request;
  const [page] = await Promise.all([
    pageOf(
      library,
      { cursor, limit, scope: { search, generation, owner } },
      () => (query === undefined ? newest(library, filters, signal) : matching(library, query, filters, signal)),
      signal,
    ),
    request.topic ? checkTopic(library, request.topic, signal) : undefined,
    request.source ? checkSource(library, request.source, signal) : undefined,
  ]);
  const documents = await library.engine.signals.get(
    page.hits.map((hit) => hit.id),
    { signal },
  );
  return {
    signals: page.hits.flatMap((hit, index) => {
      const document = documents.get(hit.id);
      return document ? [found(document, hit, page.shownBefore + index + 1, query !== undefined)] : [];
    }),
    total: page.window.total,
    ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }),
    degraded: page.window.degraded,
  };
}

async function filtersOf(
  library: Library,
  { kinds, polarity, paper_id, topic, paper_ids, source, since, until, source_context }: SignalSearchRequest,
  signal?: AbortSignal,
): Promise<SignalFilters> {
  const about = paper_id === undefined ? undefined : [await requirePaperId(library, paper_id, signal)];
  const narrowed = contextSignals(source_context);
  const papers = inAll(about, paper_ids, narrowed.paper_ids);
  return {
    ...(narrowed.signal_ids ? { signal_ids: narrowed.signal_ids } : {}),
    ...(kinds ? { kinds } : {}),
    ...(polarity ? { polarities: [polarity] } : {}),
    ...(papers ? { paper_ids: papers } : {}),
    ...(topic ? { topics: [topic] } : {}),
    ...(source ? { sources: [source] } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

/** The ids that stand in every list that is given; undefined where none is. */
function inAll(...lists: (string[] | undefined)[]): string[] | undefined {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((id) => others.every((other) => other.includes(id)));
}

async function matching(library: Library, query: string, filters: SignalFilters, signal?: AbortSignal): Promise<Window> {
  return fusedSearch(library, "signals", library.engine.signals, { query, retrieval: "hybrid", filters, depth: WINDOW }, signal);
}

async function newest(library: Library, filters: SignalFilters, signal?: AbortSignal): Promise<Window> {
  const list = await library.engine.signals.list({ filters, sort: "newest", limit: WINDOW }, { signal });
  const hits: FusedHit[] = list.documents.map((document) => ({
    id: document.signal_id,
    score: 0,
    lexical: null,
    semantic: null,
  }));
  return { hits, total: { value: list.total, relation: "eq" }, degraded: [] };
}

function found(document: Signal, hit: FusedHit, rank: number, searched: boolean): FoundSignal {
  const { history: _history, content_hash: _hash, run_id: _run, ingested_at: _at, ...shown } = document;
  return { rank, ...shown, scores: searched ? { fused: hit.score, lexical: hit.lexical, semantic: hit.semantic } : null };
}
