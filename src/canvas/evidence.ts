import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { readAround } from "./around.ts";
import { focusedSearch, type Focus } from "./focus.ts";
import { readPapers, reach, type ReadPapers } from "./read-papers.ts";
import { signalsAbout } from "./signals-about.ts";
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
  /** In workspace mode: what the question is asked within. */
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

/**
 * Finds the papers that bear on a question, with their signals. Papers with an abstract are preferred, as there is something to read. One
 * round trip for the search, one or two for papers, one for signals; two more in paper mode, up to four in workspace mode. Throws `not_found` for an unknown `paper_id`.
 */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const { query, filters, focus, match_count: count } = request;
  const [found, around] = await Promise.all([
    focus
      ? focusedSearch(library, focus, { query, filters, depth: DEPTH, reach: reach(count) }, signal)
      : fusedSearch(library, "papers", library.engine.papers, { query, retrieval: "hybrid", filters, depth: DEPTH }, signal),
    anchorId === null ? undefined : readAround(library, anchorId, filters, signal),
  ]);
  const hits = around ? steeredHits(found.hits, around) : found.hits;
  const read = await readPapers(library, hits, { around, vector: found.vector, count }, signal);
  return {
    ...read,
    signals: await signalsAbout(library, read, { only: request.signal_ids, first: focus?.signal_ids }, signal),
    vector: found.vector,
    ...coverageOf(request.query, read.papers),
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
