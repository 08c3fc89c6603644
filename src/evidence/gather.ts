import type { PaperFilters } from "../engine/filters.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import type { FusedHit } from "../retrieval/fusion.ts";
import { rerankedHits } from "../retrieval/reranked.ts";
import { fusedPaperSearch } from "../retrieval/paper-search.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { coverageOf, type NamedTerm } from "./coverage.ts";
import { nearByPassage } from "./near-by-passage.ts";
import { readAround } from "./neighbors.ts";
import { focusedSearch, type Focus } from "./focus.ts";
import { readPapers, reach } from "./read.ts";
import { signalsAbout } from "./signals-about.ts";
import { steeredHits } from "./steered-hits.ts";
import type { Evidence } from "./evidence.ts";

export interface EvidenceRequest {
  query: string;
  /** What to search for, where that is not the question itself. */
  text?: string;
  /** What the question is about, so that papers are taken by how far they agree with it. */
  subject?: readonly NamedTerm[];
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about, in any spelling of its id. */
  paper_id?: string;
  filters: PaperFilters;
  /** How many papers with an abstract to read. */
  match_count: number;
  /** In workspace mode: what the question is asked within. */
  focus?: Focus;
  /** Only these signals count; left out: every signal about the papers. */
  signal_ids?: readonly string[];
}

const DEPTH = 200;

/**
 * Finds the papers that are relevant to a question, with their signals. Papers with an abstract are preferred, as there is something to read. One
 * round trip for the search, one or two for papers, one for signals; two more in paper mode, up to four in workspace mode. Throws `not_found` for an unknown `paper_id`.
 */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const { filters, focus, match_count: count } = request;
  const query = request.text ?? request.query;
  const [all, quoting, around] = await Promise.all([
    focus
      ? focusedSearch(library, focus, { query, filters, depth: DEPTH, reach: reach(count) }, signal)
      : fusedPaperSearch(library, { query, retrieval: "hybrid", filters, depth: DEPTH }, signal),
    focus || anchorId !== null ? null : papersQuoting(library, request, signal),
    anchorId === null ? undefined : readAround(library, anchorId, filters, signal),
  ]);
  const found = quoting === null ? all : { ...all, hits: quotingFirst(quoting, all.hits) };
  const ranked = around || focus ? { hits: found.hits, degraded: [] } : await rerankedHits(library, query, found.hits, signal);
  const hits = around ? steeredHits(found.hits, around) : ranked.hits;
  const looked = await readPapers(
    library,
    hits,
    { around, vector: found.vector, count, subject: focus ? undefined : request.subject },
    signal,
  );
  const read = { ...looked, papers: await nearByPassage(library.embedder, found.vector, looked.papers, signal) };
  return {
    ...read,
    signals: await signalsAbout(library, read, { only: request.signal_ids, first: focus?.signal_ids }, signal),
    vector: found.vector,
    ...coverageOf(request.subject ?? termsOf(request.query), read.papers),
    bestCosine:
      found.bestCosine && Math.max(ownBest(library, found.bestCosine), ...read.papers.map(({ cosine }) => cosine ?? -1)),
    degraded: [...found.degraded, ...ranked.degraded],
  };
}

/** The best cosine of a search, where it is one with the question itself. */
function ownBest({ embedder }: Library, best: number): number {
  return embedder.searchVector === undefined ? best : -1;
}

/** Papers that have every phrase that the question quotes, the best first; null where it quotes none. */
async function papersQuoting(
  library: Library,
  { query, subject = [], filters, match_count: depth }: EvidenceRequest,
  signal?: AbortSignal,
): Promise<FusedHit[] | null> {
  const phrases = subject.filter(({ exact }) => exact).map(({ text }) => text);
  if (phrases.length === 0) return null;
  const also = filters.phrases === undefined ? { ...filters, phrases } : { ...filters, also: { phrases } };
  return (await fusedPaperSearch(library, { query, retrieval: "hybrid", filters: also, depth }, signal)).hits;
}

/** Whoever quotes a phrase asks about that; the others follow it. */
function quotingFirst(quoting: readonly FusedHit[], hits: readonly FusedHit[]): FusedHit[] {
  const first = new Set(quoting.map(({ id }) => id));
  return [...quoting, ...hits.filter(({ id }) => !first.has(id))];
}

async function anchorOf(library: Library, paperId: string | undefined, signal?: AbortSignal): Promise<string> {
  if (paperId === undefined) {
    throw new PublicError("invalid_argument", {
      field: "paper_id",
      message: "Mode paper requires a paper_id.",
      allowed: "a paper_id from a search result",
    });
  }
  return requirePaperId(library, paperId, signal);
}

/** The content words of a text, each a term. */
function termsOf(text: string): NamedTerm[] {
  const spelling = new Map(contentTerms(text).map(({ stem, start, end }) => [stem, text.slice(start, end)]));
  return questionStems(text).map((stem) => ({ text: spelling.get(stem) ?? stem, stems: [stem] }));
}
