import type { Paper } from "../documents/paper.ts";
import type { SentenceFlag } from "../citations/citation.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Reading } from "../reranking/port.ts";
import type { Span } from "../text/sentences.ts";

/** A sentence that may be quoted, with its place in the paper's abstract. */
export interface Passage extends Span {
  paper: EvidencePaper;
  /** 0 for the first sentence of the abstract, 1 for the last. */
  position: number;
}

export interface SummaryRequest {
  question: string;
  /** The question's vector in the embedder's space, where there is one. */
  vector: Float32Array | null;
  papers: EvidencePaper[];
  /** The most sentences. */
  limit: number;
  /** What kind of answer is asked for (`how_much`, `which_exist`, …), where it is known. */
  kind?: string;
  /** The question as it was read, where it was. */
  read?: ReadQuestion;
}

/** A span of an abstract, and what was made of it where it was read together with the question. */
export interface Quote {
  paper: Paper;
  start: number;
  end: number;
  reading?: Reading | null;
}

export interface SummarySentence {
  text: string;
  /** What it rests on: spans of abstracts. */
  quotes: Quote[];
  /** What was noticed about it. */
  flags?: SentenceFlag[];
  /** Sentences of one number are about the same, from 1; left out where nobody grouped them. */
  point?: number;
  /** How well it answers the question, as a share of an outright answer, where that was predicted. */
  answers?: number;
  /** Whether that was predicted after it was read together with the question. */
  wasRead?: boolean;
}

/**
 * Writes the sentences of an answer from evidence papers. Every sentence names the spans that it rests on; whoever asks checks them.
 * The same request gives the same sentences where `deterministic`.
 */
export interface Summarizer {
  readonly name: "extractive";
  readonly model: string | null;
  summarize(request: SummaryRequest, signal?: AbortSignal): Promise<SummarySentence[]>;
}
