import type { SummarySentence } from "./summarizer.ts";

/** Is told how an answer comes about, by whoever shows it meanwhile. The answer alone counts; nothing here throws. */
export interface AnswerWatch {
  /** The evidence is read: so many papers. A language model may write now. */
  read(papers: number): void;
  /** A sentence of a language model that has passed the check against its sources, as soon as it has. */
  sentence(sentence: SummarySentence): void;
  /** The sentences so far do not count: the model begins again, or quotes stand in for it. */
  withdrawn(): void;
}
