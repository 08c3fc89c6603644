import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import type { EvidencePaper } from "./summarizer.ts";

export interface EvidenceRequest {
  query: string;
  mode: "corpus" | "paper";
  /** In paper mode: the paper that the question is about, in any spelling of its id. */
  paper_id?: string;
  filters: PaperFilters;
  /** How many papers to read. */
  match_count: number;
}

/** What was found for a question. */
export interface Evidence {
  papers: EvidencePaper[];
  /** Papers that would have been evidence, had they not been retracted. */
  retracted: Paper[];
  /** Every signal about those papers, newest first. */
  signals: Signal[];
  vector: Float32Array | null;
  /** Words of the question (as it spells them) that stand in no paper of the evidence. */
  missing: string[];
  /** Share of the question's words that stand in some paper of the evidence, 0 to 1. */
  coverage: number;
  /** The best cosine between question and library; null where only words were compared. */
  bestCosine: number | null;
  degraded: Degradation[];
}

const DEPTH = 200;
const RETRACTED_RESERVE = 5;
const SIGNALS_READ = 500;

/** Finds the papers that bear on a question, with their signals: one round trip for the search, one for papers, one for signals. */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const found = await fusedSearch(
    library,
    "papers",
    library.engine.papers,
    { query: request.query, retrieval: "hybrid", filters: request.filters, depth: DEPTH },
    signal,
  );
  const hits = found.hits.filter((hit) => hit.id !== anchorId).slice(0, request.match_count + RETRACTED_RESERVE);
  const ids = [...(anchorId === null ? [] : [anchorId]), ...hits.map((hit) => hit.id)];
  const [documents, signals] = await Promise.all([
    library.engine.papers.get(ids, { signal }),
    ids.length === 0
      ? { documents: [] }
      : library.engine.signals.list({ filters: { paper_ids: ids }, sort: "newest", limit: SIGNALS_READ }, { signal }),
  ]);
  const candidates = ids.flatMap((id): EvidencePaper[] => {
    const paper = documents.get(id);
    const hit = hits.find((other) => other.id === id);
    return paper ? [{ paper, score: hit?.score ?? 1, cosine: hit?.semantic?.score ?? null, anchor: id === anchorId }] : [];
  });
  const papers = candidates.filter((candidate) => candidate.anchor || !candidate.paper.retracted).slice(0, request.match_count);
  const retracted = candidates.filter((candidate) => candidate.paper.retracted).map((candidate) => candidate.paper);
  const considered = new Set([...papers.map((item) => item.paper.paper_id), ...retracted.map((paper) => paper.paper_id)]);
  return {
    papers,
    retracted,
    signals: signals.documents.filter((item) => item.paper_ids.some((id) => considered.has(id))),
    vector: found.vector,
    ...coverageOf(request.query, papers),
    bestCosine: found.bestCosine,
    degraded: found.degraded,
  };
}

async function anchorOf(library: Library, paperId: string | undefined, signal?: AbortSignal): Promise<string> {
  if (paperId === undefined) {
    throw new PublicError("invalid_argument", {
      field: "paper_id",
      message: "Mode paper needs a paper_id.",
      allowed: "a paper_id from a search result",
    });
  }
  return requirePaperId(library, paperId, signal);
}

function coverageOf(question: string, papers: readonly EvidencePaper[]): Pick<Evidence, "missing" | "coverage"> {
  const held = new Set(
    papers.flatMap(({ paper }) => contentTerms(`${paper.title} ${paper.abstract ?? ""}`).map((term) => term.stem)),
  );
  const stems = questionStems(question);
  const missing = stems.filter((stem) => !held.has(stem));
  const spelling = new Map(contentTerms(question).map((term) => [term.stem, question.slice(term.start, term.end)]));
  return {
    missing: missing.map((stem) => spelling.get(stem) ?? stem),
    coverage: stems.length === 0 ? 0 : 1 - missing.length / stems.length,
  };
}
