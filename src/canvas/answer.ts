import { liveStatus, type Library } from "../retrieval/library.ts";
import { contextPapers, type SourceContext } from "../retrieval/source-context.ts";
import { CitationBook } from "./citation-book.ts";
import { checkAnswer } from "./citations.ts";
import { counterEvidence, freshness, gaps, groundOf, nearestMatches } from "./findings.ts";
import { gatherEvidence, type Evidence } from "./evidence.ts";
import { boundOf, type Focus } from "./focus.ts";
import { standing, type Ground } from "./dimensions.ts";
import { judge } from "./judgment.ts";
import { opportunities } from "./opportunities.ts";
import { opposingPassages } from "./opposing.ts";
import { keepRun, newRunId } from "./run.ts";
import { signalStatements } from "./signal-statements.ts";
import { bearingOn, stateOf } from "./state.ts";
import { summarize } from "./summarize.ts";
import type { EvidencePaper, SummarySentence } from "./summarizer.ts";
import { scopeDates, scopeFilters, type TimeScope } from "./time-scope.ts";
import { groundWithVersions } from "./versions.ts";
import type { Answer, AnswerSentence, CanvasAnswer } from "./types.ts";

export interface CanvasRequest {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about. */
  paper_id?: string;
  /** In workspace mode: what the question is asked within. */
  focus?: Focus;
  time_scope: TimeScope;
  /** How many papers to read, 1 to 30. */
  match_count: number;
  /** Of an earlier answer: only its evidence is considered. */
  source_context?: SourceContext;
  /** Who asks; the run belongs to this account. */
  account: string;
}

const SENTENCES = 5;
/** The most signals that a source context names. */
const SIGNALS_NAMED = 500;

/**
 * Answers a question from the library: evidence, sentences each with checked citations, a judgment from the signals, and what speaks
 * against it or is missing. Says `no_evidence` where nothing bears on the question. The run is kept for 90 days. Throws
 * `not_found` for an unknown `paper_id`, `engine_unavailable`, `index_missing`, `records_unavailable`.
 */
export async function askCanvas(library: Library, request: CanvasRequest, signal?: AbortSignal): Promise<CanvasAnswer> {
  const askedAt = new Date();
  const scope = scopeDates(request.time_scope, askedAt.toISOString().slice(0, 10));
  const context = request.source_context;
  const status = await liveStatus(library, "papers", signal);
  const evidence = await gatherEvidence(
    library,
    {
      ...request,
      filters: { ...scopeFilters(scope), ...contextPapers(context) },
      signal_ids: context?.signal_ids,
    },
    signal,
  );
  const book = new CitationBook();
  const state = stateOf(library.embedder, evidence);
  const task = {
    question: request.query,
    vector: evidence.vector,
    papers: state.state === "no_evidence" ? [] : bearingOn(library.embedder, evidence),
    limit: SENTENCES,
  };
  const { summarizer, sentences, degraded } = await summarize(library, task, { quotesOnly: state.state !== "answered" }, signal);
  const answer = answerOf(request.query, state, sentences, evidence, book);
  const grounded = answer.state !== "no_evidence";
  const opposing = grounded ? await opposingPassages(task, sentences, library.embedder, signal) : [];
  const signals = grounded ? evidence.signals : [];
  const papers = evidence.papers.map((item) => item.paper);
  const ground = grounded ? judgedGround(task.papers, evidence) : { papers: [], signals: [] };
  const judgment = judge(ground, book);
  const bound = request.focus === undefined ? null : boundOf(request.focus, evidence);
  const draft: CanvasAnswer = {
    query: request.query,
    mode: request.mode,
    answer: bound === null ? answer : { ...answer, reason: `${answer.reason} ${bound.sentence}` },
    counter_evidence: grounded ? counterEvidence(evidence, ground.papers, opposing, book) : [],
    citations: book.citations,
    judgment,
    opportunities: grounded ? opportunities(standing(ground), signals, book) : [],
    gaps: gaps(evidence, grounded),
    nearest_matches: grounded ? [] : nearestMatches(evidence),
    ground: groundOf(evidence),
    ...(bound === null ? {} : { bounded_by: bound }),
    summarizer,
    degraded: [...evidence.degraded, ...degraded],
    freshness: freshness(evidence),
    source_context: {
      version: 1,
      query: request.query,
      mode: request.mode,
      generation: status.generation ?? "",
      paper_ids: papers.map((paper) => paper.paper_id),
      signal_ids: signals.slice(0, SIGNALS_NAMED).map((item) => item.signal_id),
      time_scope: request.time_scope === "all" ? null : scope,
    },
    run_id: newRunId(askedAt),
  };
  const read = [...papers, ...evidence.folded.map((version) => version.paper), ...evidence.retracted];
  const { checked } = checkAnswer(
    { ...draft, citations: book.citations },
    {
      papers: new Map(read.map((paper) => [paper.paper_id, paper])),
      signals: new Map(evidence.signals.map((item) => [item.signal_id, item])),
    },
  );
  await keepRun(library, { request, answer: checked, read, askedAt }, signal);
  return checked;
}

/** The sentences with their citations in `book`; where none could be written, there is no evidence after all. */
function answerOf(
  question: string,
  state: Pick<Answer, "state" | "reason">,
  summary: readonly SummarySentence[],
  evidence: Evidence,
  book: CitationBook,
): Answer {
  if (state.state === "no_evidence") return { ...state, sentences: [] };
  if (summary.length === 0)
    return { state: "no_evidence", reason: "The nearest papers have no abstract that could be quoted.", sentences: [] };
  const quoted = summary.map(({ text, quotes, flags = [], point }): AnswerSentence => ({
    text: state.state === "weak" ? text.slice(text.indexOf("“")) : text,
    citations: quotes.map(({ paper, start, end }) => book.paper(paper, "abstract", { start, end })),
    flags,
    ...(point === undefined ? {} : { point }),
  }));
  const points = Math.max(0, ...quoted.map(({ point = 0 }) => point));
  const asked = signalStatements(question, evidence).map(({ text, signal }): AnswerSentence => ({
    text,
    citations: [book.signal(signal)],
    flags: [],
    point: points + 1,
  }));
  return { ...state, sentences: [...quoted, ...asked] };
}

/** A question about one paper is judged by that paper, any other by all papers that bear on it. */
function judgedGround(bearing: readonly EvidencePaper[], { signals, folded }: Evidence): Ground {
  const anchor = bearing.find((item) => item.anchor);
  const papers = (anchor ? [anchor] : bearing).map((item) => item.paper);
  const ids = new Set(papers.map((paper) => paper.paper_id));
  return groundWithVersions(
    papers,
    folded.filter(({ into }) => ids.has(into)),
    signals.filter((item) => item.paper_ids.some((id) => ids.has(id))),
  );
}
