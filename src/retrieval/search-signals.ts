import type { Signal } from "../documents/signal.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import type { SignalFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import { checkTopic } from "./filter-values.ts";
import type { FusedHit } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { pageOf, type Window } from "./paging.ts";
import { WINDOW } from "./retrieve.ts";
import { fusedSearch } from "./search.ts";
import { contextSignals, type Narrowing } from "./source-context.ts";
import { requirePaperId } from "./views.ts";

export interface SignalSearchRequest {
  /** Left out: every signal that passes the filters, newest first. */
  query?: string;
  kinds?: SignalKind[];
  paper_id?: string;
  topic?: string;
  /** Observed on or after this day, `YYYY-MM-DD`. */
  since?: string;
  /** Of an earlier result: only its evidence. */
  source_context?: Narrowing;
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
  const { source_context: context } = request;
  if (request.query === undefined && !request.paper_id && !request.topic && !request.kinds && !request.since && !context) {
    throw new PublicError("invalid_argument", {
      field: "query",
      message: "query, kinds, paper_id, topic, since or source_context must be given.",
      allowed: "a query of 1 to 2,000 characters, or at least one filter",
    });
  }
  const { limit, cursor, owner = "", ...search } = request;
  const generation = (await liveStatus(library, "signals", signal)).generation ?? "";
  const filters: SignalFilters = {
    ...contextSignals(context),
    ...(request.kinds ? { kinds: request.kinds } : {}),
    ...(request.paper_id ? { paper_ids: [await requirePaperId(library, request.paper_id, signal)] } : {}),
    ...(request.topic ? { topics: [request.topic] } : {}),
    ...(request.since ? { since: request.since } : {}),
  };
  const { query } = request;
  const [page] = await Promise.all([
    pageOf(
      library,
      { cursor, limit, scope: { search, generation, owner } },
      () => (query === undefined ? newest(library, filters, signal) : matching(library, query, filters, signal)),
      signal,
    ),
    request.topic ? checkTopic(library, request.topic, signal) : undefined,
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
