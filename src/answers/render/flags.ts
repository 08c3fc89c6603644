import type { Answer, CanvasAnswer } from "../schema.ts";
import type { SentenceFlag } from "../../citations/citation.ts";

/** What stands above an answer. */
export const HEADINGS: Record<Answer["state"], string> = {
  answered: "Answer",
  weak: "Weak evidence: the closest quotes",
  no_evidence: "No evidence",
};

/** What each flag tells a reader. */
export const FLAG_MEANINGS: Record<SentenceFlag, string> = {
  figure_not_quoted: "contains a number not found in its quotes",
  retracted: "rests on a retracted paper",
  term_not_quoted: "uses terms not found in its quotes",
  negation_differs: "says “not” where its quotes do not, or the reverse",
  direction_differs: "says “more” where its quotes say “less”, or the reverse",
  figures_reordered: "gives the numbers in its quotes in a different order",
};

/** Who wrote an answer, where that was an LLM; null where it is quotes. */
export function authorship({ summarizer }: Pick<CanvasAnswer, "summarizer">): string | null {
  if (summarizer.model === null) return null;
  return `Written by the LLM ${summarizer.model}. Every sentence cites quotes that were checked word for word; read them before you rely on the wording.`;
}
