import type { Signal } from "../documents/signal.ts";
import type { SignalKind } from "../documents/signal-kinds.ts";
import type { SignalFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import { cursorsOf } from "./cursor.ts";
import type { FusedHit } from "./fusion.ts";
import { liveStatus, type Degradation, type Library } from "./library.ts";
import { requirePaperId } from "./views.ts";
import { fusedSearch } from "./search.ts";
import { WINDOW } from "./retrieve.ts";

export interface SignalSearchRequest {
  /** Left out: every signal that passes the filters, newest first. */
  query?: string;
  kinds?: SignalKind[];
  paper_id?: string;
  topic?: string;
  /** Observed on or after this day, `YYYY-MM-DD`. */
  since?: string;
  limit: number;
  cursor?: string;
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
  if (request.query === undefined && !request.paper_id && !request.topic && !request.kinds && !request.since) {
    throw new PublicError("invalid_argument", {
      field: "query",
      message: "query, kinds, paper_id, topic or since must be given.",
      allowed: "a query of 1 to 2,000 characters, or at least one filter",
    });
  }
  const { generation } = await liveStatus(library, "signals", signal);
  const cursors = await cursorsOf(library.records);
  const { limit, cursor, ...search } = request;
  const offset = cursor ? cursors.read(cursor, search, generation ?? "") : 0;
  const filters: SignalFilters = {
    ...(request.kinds ? { kinds: request.kinds } : {}),
    ...(request.paper_id ? { paper_ids: [await requirePaperId(library, request.paper_id, signal)] } : {}),
    ...(request.topic ? { topics: [request.topic] } : {}),
    ...(request.since ? { since: request.since } : {}),
  };
  const window =
    request.query === undefined
      ? await newest(library, filters, signal)
      : await fusedSearch(
          library,
          "signals",
          library.engine.signals,
          { query: request.query, retrieval: "hybrid", filters, depth: WINDOW },
          signal,
        );
  const page = window.hits.slice(offset, offset + limit);
  const documents = await library.engine.signals.get(
    page.map((hit) => hit.id),
    { signal },
  );
  const next = offset + limit;
  return {
    signals: page.flatMap((hit, index) => {
      const document = documents.get(hit.id);
      return document ? [found(document, hit, offset + index + 1, request.query !== undefined)] : [];
    }),
    total: window.total,
    ...(next < window.hits.length ? { next_cursor: cursors.issue(next, search, generation ?? "") } : {}),
    degraded: window.degraded,
  };
}

async function newest(library: Library, filters: SignalFilters, signal?: AbortSignal) {
  const list = await library.engine.signals.list({ filters, sort: "newest", limit: WINDOW }, { signal });
  const hits: FusedHit[] = list.documents.map((document) => ({
    id: document.signal_id,
    score: 0,
    lexical: null,
    semantic: null,
  }));
  return { hits, total: { value: list.total, relation: "eq" as const }, degraded: [] };
}

function found(document: Signal, hit: FusedHit, rank: number, searched: boolean): FoundSignal {
  const { history: _history, content_hash: _hash, run_id: _run, ingested_at: _at, ...shown } = document;
  return { rank, ...shown, scores: searched ? { fused: hit.score, lexical: hit.lexical, semantic: hit.semantic } : null };
}
