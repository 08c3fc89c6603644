import type { Paper } from "../documents/paper.ts";
import type { Span } from "../retrieval/sentences.ts";
import type { SentenceFlag } from "./types.ts";

/** A paper that bears on a question, best first in any list of them. */
export interface EvidencePaper {
  paper: Paper;
  /** Fused score of the search, 0 to 1. */
  score: number;
  /** Cosine between question and paper; null where only words were compared. */
  cosine: number | null;
  /** True for the paper that a question in paper mode is about. */
  anchor: boolean;
  /** What a signal says of this paper and the one that the question is about. */
  relation?: "cites" | "named_together";
}

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
}

export interface SummarySentence {
  text: string;
  /** What it rests on: spans of abstracts. */
  quotes: { paper: Paper; start: number; end: number }[];
  /** What was noticed about it. */
  flags?: SentenceFlag[];
  /** Sentences of one number are about the same, from 1; left out where nobody grouped them. */
  point?: number;
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
