import type { Paper } from "../documents/paper.ts";
import { passageSeen } from "../documents/passage.ts";
import type { Passage, SummarySentence } from "./summarizer.ts";

/** True for the same abstract, or the same passage of a full text. */
export function isSameText(one: Paper, other: Paper): boolean {
  return one.paper_id === other.paper_id && passageSeen(one)?.passage_id === passageSeen(other)?.passage_id;
}

/** Whether a passage lies within a quote of these sentences. */
export function isQuoted(passage: Passage, sentences: readonly SummarySentence[]): boolean {
  return sentences
    .flatMap(({ quotes }) => quotes)
    .some(({ paper, start, end }) => isSameText(paper, passage.paper.paper) && start <= passage.start && passage.end <= end);
}
