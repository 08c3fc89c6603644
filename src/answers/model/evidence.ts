import { createHmac, randomBytes } from "node:crypto";
import type { Paper } from "../../documents/paper.ts";
import { estimatedTokens } from "../../documents/tokens.ts";
import { sentences } from "../../text/sentences.ts";
import { contentTerms, questionStems } from "../../text/terms.ts";
import { bm25 } from "../extractive/bm25.ts";
import type { SummaryRequest } from "../summarizer.ts";
import type { EvidencePaper } from "../../evidence/evidence-paper.ts";
import { pairs } from "../../shared/pairs.ts";

/** A sentence of an abstract as a model gets it: `text === paper.abstract.slice(start, end)`. */
export interface EvidenceSpan {
  /** What the model calls it. It says nothing about the paper, and nobody outside this process can foretell it. */
  id: string;
  paper: Paper;
  text: string;
  start: number;
  end: number;
}

/** What a model is given to write from. */
export interface ModelEvidence {
  spans: EvidenceSpan[];
  /** The question and the spans as JSON: every text is a JSON string, so none of them can end it or pass for anything else. */
  data: string;
}

const SPAN_WORDS = { min: 5, max: 120 } as const;
const ID_LENGTH = 8;
/** Ids are drawn from what is sent, so that the same evidence is sent the same way; the secret keeps an abstract from naming a neighbor's. */
const SECRET = randomBytes(32);

/**
 * The sentences of the papers' abstracts, the best for the question where not all fit `tokens` (estimated; all of the data counts).
 * Papers keep their order, sentences that of their abstract. Without a span where nothing fits.
 */
export function modelEvidence(request: SummaryRequest, tokens: number): ModelEvidence {
  const candidates = request.papers.flatMap((paper, rank) =>
    spansOf(paper).map((span) => ({ ...span, rank, about: paper.anchor })),
  );
  const chosen = fitting(request, candidates, tokens);
  const seed = createHmac("sha256", SECRET).update(JSON.stringify([request.question, chosen.map((span) => span.text)]));
  const key = seed.digest();
  const spans = chosen.map(({ rank: _rank, about: _about, ...span }, index) => ({ id: spanId(key, index), ...span }));
  return { spans, data: dataOf(request, spans) };
}

type Candidate = Omit<EvidenceSpan, "id"> & { rank: number; about: boolean };

function spansOf({ paper }: EvidencePaper): Omit<EvidenceSpan, "id">[] {
  return sentences(paper.abstract ?? "")
    .map((span) => ({ ...span, paper }))
    .filter(({ text }) => {
      const words = text.split(" ").length;
      return words >= SPAN_WORDS.min && words <= SPAN_WORDS.max;
    });
}

/** The candidates that fit, in their order; chosen by the question's words, those of better papers first where they hold none. */
function fitting({ question, papers }: SummaryRequest, candidates: Candidate[], tokens: number): Candidate[] {
  const stems = candidates.map((span) => contentTerms(span.text).map((term) => term.stem));
  const words = bm25(stems, questionStems(question));
  const best = Math.max(1e-9, ...words);
  const ordered = pairs(candidates, words)
    .map(([span, score]) => ({ span, worth: score / best + (span.about ? 1 : 0) - span.rank / papers.length }))
    .sort((a, b) => b.worth - a.worth);
  const chosen = new Set<Candidate>();
  const named = new Set<string>();
  let left = tokens - textTokens(question);
  for (const { span } of ordered) {
    const { paper, text } = span;
    const cost = textTokens(text) + (named.has(paper.paper_id) ? 0 : textTokens(paper.title));
    if (cost > left) continue;
    left -= cost;
    chosen.add(span);
    named.add(paper.paper_id);
  }
  return candidates.filter((span) => chosen.has(span));
}

/** With the id or name and the JSON around it. */
function textTokens(text: string): number {
  return estimatedTokens(JSON.stringify(text)) + 12;
}

function spanId(key: Buffer, index: number): string {
  const digest = createHmac("sha256", key).update(String(index)).digest("hex");
  return `s${digest.slice(0, ID_LENGTH)}`;
}

function dataOf({ question, papers }: SummaryRequest, spans: readonly EvidenceSpan[]): string {
  const evidence = papers
    .map(({ paper, anchor }) => ({
      title: paper.title,
      ...(anchor ? { the_paper_asked_about: true } : {}),
      spans: spans.filter((span) => span.paper.paper_id === paper.paper_id).map(({ id, text }) => ({ id, text })),
    }))
    .filter((paper) => paper.spans.length > 0);
  return JSON.stringify({ question, evidence });
}
