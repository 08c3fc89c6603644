import { randomUUID } from "node:crypto";
import { liveStatus, type Library } from "../retrieval/library.ts";
import type { SourceContext } from "../retrieval/source-context.ts";
import { CitationBook } from "./citation-book.ts";
import { checkAnswer } from "./citations.ts";
import { counterEvidence, freshness, gaps, groundOf, nearestMatches } from "./findings.ts";
import { opportunities } from "./opportunities.ts";
import { gatherEvidence, type Evidence } from "./evidence.ts";
import type { EvidencePaper } from "./summarizer.ts";
import { extractiveSummarizer } from "./extractive.ts";
import { judge } from "./judgment.ts";
import { scopeDates, scopeFilters, type TimeScope } from "./time-scope.ts";
import type { Answer, CanvasAnswer } from "./types.ts";

export interface CanvasRequest {
  query: string;
  mode: "corpus" | "paper";
  paper_id?: string;
  time_scope: TimeScope;
  /** How many papers to read, 1 to 30. */
  match_count: number;
  /** Of an earlier answer: only its evidence is considered. */
  source_context?: SourceContext;
  /** Who asks; the run belongs to this account. */
  account: string;
}

/** A canvas answer as it was given, kept so that it can be looked at again. */
export interface CanvasRun {
  account: string;
  asked_at: string;
  request: Omit<CanvasRequest, "account">;
  answer: CanvasAnswer;
}

/** Days that a run is kept. */
const RUN_LIFETIME_DAYS = 90;
const SENTENCES = 5;
/** Below this share of the question's words the evidence is about something else, at least in part. */
const ENOUGH_WORDS = 0.5;
/** How far below the threshold a second paper may lie and still count as bearing on the question. */
const SUPPORT_MARGIN = 0.1;

/**
 * Answers a question from the library: evidence, sentences each with checked citations, a judgment from the signals, and what speaks
 * against it or is missing. Says `no_evidence` where nothing bears on the question. The run is kept for 90 days. Throws
 * `not_found` for an unknown `paper_id`, `engine_unavailable`, `index_missing`, `records_unavailable`.
 */
export async function askCanvas(library: Library, request: CanvasRequest, signal?: AbortSignal): Promise<CanvasAnswer> {
  const askedAt = new Date();
  const scope = scopeDates(request.time_scope, askedAt.toISOString().slice(0, 10));
  const status = await liveStatus(library, "papers", signal);
  const evidence = await gatherEvidence(
    library,
    {
      ...request,
      filters: { ...scopeFilters(scope), ...(request.source_context ? { paper_ids: request.source_context.paper_ids } : {}) },
    },
    signal,
  );
  const summarizer = extractiveSummarizer(library.embedder);
  const book = new CitationBook();
  const state = stateOf(library, evidence, request.mode);
  const answer: Answer = { ...state, sentences: [] };
  if (state.state !== "no_evidence") {
    const summary = await summarizer.summarize(
      { question: request.query, vector: evidence.vector, papers: bearingOn(library, evidence), limit: SENTENCES },
      signal,
    );
    answer.sentences = summary.map(({ text, quotes }) => ({
      text: state.state === "weak" ? text.slice(text.indexOf("“")) : text,
      citations: quotes.map(({ paper, start, end }) => book.paper(paper, "abstract", { start, end })),
      flags: [],
    }));
    if (answer.sentences.length === 0) {
      answer.state = "no_evidence";
      answer.reason = "The nearest papers have no abstract that could be quoted.";
    }
  }
  const grounded = answer.state !== "no_evidence";
  const signals = grounded ? evidence.signals : [];
  const judgment = judge({ papers: grounded ? evidence.papers.map((item) => item.paper) : [], signals }, book);
  const counter_evidence = grounded ? counterEvidence(evidence, book) : [];
  const ranked = grounded
    ? opportunities(
        evidence.papers.map((item) => item.paper),
        signals,
        book,
      )
    : [];
  const draft: CanvasAnswer = {
    query: request.query,
    mode: request.mode,
    answer,
    citations: book.citations,
    judgment,
    opportunities: ranked,
    counter_evidence,
    gaps: gaps(evidence, grounded),
    nearest_matches: grounded ? [] : nearestMatches(evidence),
    ground: groundOf(evidence),
    summarizer: { name: summarizer.name, model: summarizer.model },
    degraded: evidence.degraded,
    freshness: freshness(evidence),
    source_context: {
      version: 1,
      query: request.query,
      mode: request.mode,
      generation: status.generation ?? "",
      paper_ids: evidence.papers.map((item) => item.paper.paper_id),
      signal_ids: signals.slice(0, 500).map((item) => item.signal_id),
      time_scope: request.time_scope === "all" ? null : scope,
    },
    run_id: `run_${randomUUID()}`,
  };
  const { checked } = checkAnswer(draft, {
    papers: new Map(
      [...evidence.papers.map((item) => item.paper), ...evidence.retracted].map((paper) => [paper.paper_id, paper]),
    ),
    signals: new Map(evidence.signals.map((item) => [item.signal_id, item])),
  });
  await keepRun(library, request, checked, askedAt, signal);
  return checked;
}

async function keepRun(
  library: Library,
  request: CanvasRequest,
  answer: CanvasAnswer,
  askedAt: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { account, ...asked } = request;
  const run: CanvasRun = { account, asked_at: askedAt.toISOString(), request: asked, answer };
  const expiresAt = new Date(askedAt.getTime() + RUN_LIFETIME_DAYS * 86_400_000).toISOString();
  await library.records.put("run", answer.run_id, run, { expectedVersion: 0, expiresAt }, signal);
}

function stateOf(library: Library, evidence: Evidence, mode: CanvasRequest["mode"]): Pick<Answer, "state" | "reason"> {
  const { papers, bestCosine, coverage } = evidence;
  if (papers.length === 0) return { state: "no_evidence", reason: "No paper in the library matches." };
  if (mode === "paper")
    return { state: "answered", reason: "Drawn from the paper itself first, then from what is nearest to it." };
  const bearing = bearingOn(library, evidence);
  if (bearing.length === 0 || (bestCosine === null && coverage < ENOUGH_WORDS)) {
    const unread = bestCosine !== null && bestCosine >= library.embedder.answerThreshold;
    return {
      state: "no_evidence",
      reason: unread
        ? "The papers nearest to this question have no abstract that could be quoted."
        : "Nothing in the library bears on this question closely enough to be quoted as evidence.",
    };
  }
  if (bearing.length < 2)
    return { state: "weak", reason: "Fewer than two papers bear on this question; what follows is the nearest evidence." };
  if (coverage < ENOUGH_WORDS) {
    return {
      state: "weak",
      reason: "Much of what the question asks about is not in the nearest papers; what follows is the nearest evidence.",
    };
  }
  return { state: "answered", reason: `Drawn from the ${bearing.length} papers of the library that bear most on the question.` };
}

/**
 * The papers that can be quoted as evidence: those with an abstract whose cosine with the question reaches the embedder's threshold, and
 * with at least one of them, those a little below it. Where only words were compared, all that were read.
 */
function bearingOn(library: Library, { papers, vector }: Evidence): EvidencePaper[] {
  const threshold = library.embedder.answerThreshold;
  const readable = papers.filter((item) => item.anchor || item.paper.abstract !== null);
  if (vector === null) return readable;
  const reaches = (item: EvidencePaper, least: number) => item.anchor || (item.cosine !== null && item.cosine >= least);
  return readable.some((item) => reaches(item, threshold))
    ? readable.filter((item) => reaches(item, threshold - SUPPORT_MARGIN))
    : [];
}
