import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { requirePaperId } from "../retrieval/views.ts";
import { focusedSearch, type Focus } from "./focus.ts";
import type { EvidencePaper } from "./summarizer.ts";

export interface EvidenceRequest {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about, in any spelling of its id. */
  paper_id?: string;
  /** In workspace mode: what the question is asked within. */
  focus?: Focus;
  filters: PaperFilters;
  /** How many papers with an abstract to read. */
  match_count: number;
}

/** What was found for a question. */
export interface Evidence {
  papers: EvidencePaper[];
  /** How many papers ranked among them, or nearer, have no abstract that could be read. */
  without_abstract: number;
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
/** How far down the ranking papers with an abstract are looked for, as a multiple of how many are wanted. */
const REACH = 8;
const SIGNALS_READ = 500;

/** Finds the papers that bear on a question, with their signals: one round trip for the search, one for papers, one for signals. Papers with an abstract are preferred, as there is something to read. */
export async function gatherEvidence(library: Library, request: EvidenceRequest, signal?: AbortSignal): Promise<Evidence> {
  const anchorId = request.mode === "paper" ? await anchorOf(library, request.paper_id, signal) : null;
  const { query, filters, focus } = request;
  const reach = REACH * request.match_count;
  const found = focus
    ? await focusedSearch(library, focus, { query, filters, depth: DEPTH, reach }, signal)
    : await fusedSearch(library, "papers", library.engine.papers, { query, retrieval: "hybrid", filters, depth: DEPTH }, signal);
  const hits = found.hits.filter((hit) => hit.id !== anchorId).slice(0, reach);
  const ids = [...(anchorId === null ? [] : [anchorId]), ...hits.map((hit) => hit.id)];
  const documents = await library.engine.papers.get(ids, { signal });
  const candidates = ids.flatMap((id): EvidencePaper[] => {
    const paper = documents.get(id);
    const hit = hits.find((other) => other.id === id);
    return paper ? [{ paper, score: hit?.score ?? 1, cosine: hit?.semantic?.score ?? null, anchor: id === anchorId }] : [];
  });
  const { papers, retracted, without_abstract } = chosen(candidates, request.match_count);
  const signals =
    papers.length + retracted.length === 0
      ? { documents: [] }
      : await library.engine.signals.list(
          {
            filters: { paper_ids: [...papers.map(({ paper }) => paper), ...retracted].map((paper) => paper.paper_id) },
            sort: "newest",
            limit: SIGNALS_READ,
          },
          { signal },
        );
  return {
    papers,
    retracted,
    without_abstract,
    signals: await withSaved(library, signals.documents, focus, papers, signal),
    vector: found.vector,
    ...coverageOf(request.query, papers),
    bestCosine: found.bestCosine,
    degraded: found.degraded,
  };
}

/** The signals with the saved ones about these papers first, which are read however many signals there are. */
async function withSaved(
  library: Library,
  signals: Signal[],
  focus: Focus | undefined,
  papers: readonly EvidencePaper[],
  signal?: AbortSignal,
): Promise<Signal[]> {
  if (!focus || focus.signal_ids.length === 0) return signals;
  const read = new Set(papers.map(({ paper }) => paper.paper_id));
  const found = await library.engine.signals.get(focus.signal_ids, { signal });
  const saved = [...found.values()].filter((item) => item.paper_ids.some((id) => read.has(id)));
  return [...saved, ...signals.filter((item) => !saved.some((other) => other.signal_id === item.signal_id))];
}

/** From the ranking: the first papers with an abstract, the retracted ones passed on the way, and how many had nothing to read. */
function chosen(candidates: EvidencePaper[], count: number): Pick<Evidence, "papers" | "retracted" | "without_abstract"> {
  const papers: EvidencePaper[] = [];
  const retracted: Paper[] = [];
  const blind: EvidencePaper[] = [];
  for (const candidate of candidates) {
    if (papers.length === count) break;
    if (candidate.paper.retracted) retracted.push(candidate.paper);
    if (candidate.paper.retracted && !candidate.anchor) continue;
    if (candidate.paper.abstract === null && !candidate.anchor) blind.push(candidate);
    else papers.push(candidate);
  }
  return papers.length > 0
    ? { papers, retracted, without_abstract: blind.length + papers.filter(({ paper }) => paper.abstract === null).length }
    : { papers: blind.slice(0, count), retracted, without_abstract: Math.min(blind.length, count) };
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
