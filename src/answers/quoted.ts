import type { Paper } from "../documents/paper.ts";
import { passageSeen } from "../documents/passage.ts";
import type { Passage, SummarySentence } from "./summarizer.ts";

/** True for the same abstract, or the same passage of a full text. */
export function isSameText(one: Paper, other: Paper): boolean {
  return one.paper_id === other.paper_id && passageSeen(one)?.passage_id === passageSeen(other)?.passage_id;
}

/** Whether a passage lies within a quote of these sentences. */
export function isQuoted(passage: Passage, sentences: readonly SummarySentence[]): boolean {
  return quoteAround(passage, sentences) !== undefined;
}

/** A passage, or the whole quote of these sentences that it lies within, so that both are one citation. */
export function asQuoted<P extends Passage>(passage: P, sentences: readonly SummarySentence[]): P {
  const around = quoteAround(passage, sentences);
  if (around === undefined) return passage;
  const { start, end, paper } = around;
  return { ...passage, start, end, text: (paper.abstract ?? "").slice(start, end) };
}

function quoteAround(passage: Passage, sentences: readonly SummarySentence[]) {
  return sentences
    .flatMap(({ quotes }) => quotes)
    .find(({ paper, start, end }) => isSameText(paper, passage.paper.paper) && start <= passage.start && passage.end <= end);
}
