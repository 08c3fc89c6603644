import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { readAround } from "./around.ts";
import { boundFilters, type Focus } from "./focus.ts";
import { readPapers, type ReadPapers } from "./read-papers.ts";
import { steeredHits } from "./steered-hits.ts";
import type { EvidencePaper } from "./summarizer.ts";

export interface EvidenceRequest {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about, in any spelling of its id. */
  paper_id?: string;
  filters: PaperFilters;
  /** How many papers with an abstract to read. */
  match_count: number;
  /** What steers and bounds the evidence. */
  focus?: Focus;
  /** Only these signals count; left out: every signal about the papers. */
  signal_ids?: readonly string[];
}

/** What was found for a question. */
export interface Evidence extends ReadPapers {
  /** Every signal about those papers, newest first; those about a folded version as about the paper that stands for it. */
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
const SIGNALS_READ = 500;

/**
 * Finds the papers that bear on a question, with their signals. Papers with an abstract are preferred, as there is something to read. One
 * round trip for the search, one for papers, one for signals; in paper mode two more. Throws `not_found` for an unknown `paper_id`.
 */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const filters = request.focus ? await boundFilters(library, request.filters, request.focus, signal) : request.filters;
  if (filters === null) return NOTHING;
  const search = (query: string) =>
    fusedSearch(library, "papers", library.engine.papers, { query, retrieval: "hybrid", filters, depth: DEPTH }, signal);
  const thesis = request.focus?.thesis ?? null;
  const [found, around, nearThesis] = await Promise.all([
    search(request.query),
    anchorId === null ? undefined : readAround(library, anchorId, filters, signal),
    thesis === null ? undefined : search(thesis),
  ]);
  const hits = steeredHits(found.hits, around, nearThesis?.hits);
  const read = await readPapers(library, hits, { around, vector: found.vector, count: request.match_count }, signal);
  return {
    ...read,
    signals: await signalsAbout(library, read, request.signal_ids, signal),
    vector: found.vector,
    ...coverageOf(request.query, read.papers),
    bestCosine: found.bestCosine,
    degraded: found.degraded,
  };
}

const NOTHING: Evidence = {
  papers: [],
  without_abstract: 0,
  retracted: [],
  folded: [],
  signals: [],
  vector: null,
  missing: [],
  coverage: 0,
  bestCosine: null,
  degraded: [],
};

async function signalsAbout(
  library: Library,
  { papers, retracted, folded }: ReadPapers,
  only: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<Signal[]> {
  const ids = [...papers, ...folded].map(({ paper }) => paper.paper_id).concat(retracted.map((paper) => paper.paper_id));
  if (ids.length === 0) return [];
  const filters = { paper_ids: ids, ...(only && only.length > 0 ? { signal_ids: [...only] } : {}) };
  const { documents } = await library.engine.signals.list({ filters, sort: "newest", limit: SIGNALS_READ }, { signal });
  const standsFor = new Map(folded.map(({ paper, into }) => [paper.paper_id, into]));
  if (standsFor.size === 0) return documents;
  return documents.map((item) => ({ ...item, paper_ids: [...new Set(item.paper_ids.map((id) => standsFor.get(id) ?? id))] }));
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
