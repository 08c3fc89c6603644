import type { Passage, SummarySentence } from "./summarizer.ts";

/** Whether a passage lies within a quote of these sentences. */
export function isQuoted(passage: Passage, sentences: readonly SummarySentence[]): boolean {
  return sentences
    .flatMap(({ quotes }) => quotes)
    .some(
      ({ paper, start, end }) => paper.paper_id === passage.paper.paper.paper_id && start <= passage.start && passage.end <= end,
    );
}
