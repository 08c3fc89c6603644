import type { Answer, CanvasAnswer, SentenceFlag } from "./types.ts";

/** What stands above an answer. */
export const HEADINGS: Record<Answer["state"], string> = {
  answered: "Answer",
  weak: "Weak evidence: quotes only",
  no_evidence: "No evidence",
};

/** What each flag tells a reader. */
export const FLAG_MEANINGS: Record<SentenceFlag, string> = {
  figure_not_quoted: "a figure in it stands in none of its quotes",
  retracted: "it rests on a retracted paper",
  term_not_quoted: "it names or says things that its quotes do not",
  negation_differs: "it denies what its quotes do not deny, or the other way round",
  direction_differs: "it speaks of more where its quotes speak of less, or the other way round",
  figures_reordered: "it gives the figures of its quotes in another order",
};

/** Who worded an answer, where that was a language model; null where it is quotes. */
export function authorship({ summarizer }: Pick<CanvasAnswer, "summarizer">): string | null {
  if (summarizer.model === null) return null;
  return `Worded by the language model ${summarizer.model}. Every sentence cites what it rests on, quoted word for word and checked; read the quotes before you rely on the wording.`;
}
