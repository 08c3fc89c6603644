import type { Degradation } from "../retrieval/library.ts";
import type { SourceContext } from "../retrieval/source-context.ts";
import type { Bound } from "./focus.ts";
import type { Judgment } from "./judgment.ts";
import type { WordingDifference } from "./wording-differences.ts";

export type CitedField = "title" | "abstract" | "statement";

/** A quote with its place: `quote === document[field].slice(start, end)`, UTF-16 units, of the document that `kind` and `id` name. */
export interface Citation {
  number: number;
  kind: "paper" | "signal";
  id: string;
  title: string;
  url: string | null;
  year: number | null;
  /** Of a paper, where its record names one. */
  venue: string | null;
  field: CitedField;
  quote: string;
  start: number;
  end: number;
}

/**
 * `figure_not_quoted`: a figure of the sentence stands in none of its quotes. `retracted`: it rests on a retracted paper. The others are about
 * sentences that a model wrote: see `wording-differences.ts`.
 */
export type SentenceFlag = "figure_not_quoted" | "retracted" | WordingDifference;

export interface AnswerSentence {
  text: string;
  /** Numbers of citations, at least one. */
  citations: number[];
  flags: SentenceFlag[];
  /** Sentences of one number are about the same, from 1. */
  point?: number;
}

export interface Answer {
  /** `answered`: sentences; `weak`: quotes only, the nearest evidence; `no_evidence`: no sentence at all. */
  state: "answered" | "weak" | "no_evidence";
  sentences: AnswerSentence[];
  /** Why the answer is weak or missing, or what it rests on. */
  reason: string;
}

export interface Opportunity {
  paper_id: string;
  title: string;
  why: string;
  /** 0 to 1: readiness times demand; unknown demand counts as one half. */
  score: number;
  citations: number[];
}

export interface CounterEvidence {
  text: string;
  citations: number[];
}

export interface NearestMatch {
  paper_id: string;
  title: string;
  year: number | null;
  url: string | null;
  /** Cosine between question and paper; null where the search was lexical. */
  cosine: number | null;
}

export interface CanvasAnswer {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  answer: Answer;
  citations: Citation[];
  judgment: Judgment;
  opportunities: Opportunity[];
  counter_evidence: CounterEvidence[];
  gaps: string[];
  /** For `no_evidence`: what came nearest, as matches and not as evidence. */
  nearest_matches: NearestMatch[];
  /** What the answer was drawn from: how many papers were looked at, how many of them have no abstract, and how many further versions of them were folded in. */
  ground: { papers: number; without_abstract: number; versions_folded: number; signals: number; sentence: string };
  /** In workspace mode: what the workspace gave to the answer. */
  bounded_by?: Bound;
  summarizer: { name: string; model: string | null };
  degraded: Degradation[];
  freshness: { newest: string | null; oldest: string | null; last_ingest: string | null };
  source_context: SourceContext;
  run_id: string;
}
