import { agreement } from "../../evidence/relevance.ts";
import type { ReadQuestion } from "../question/schema.ts";

/** A quote with its title names this share of the subject, by rarity, and the quote itself this much, to speak about what is asked. */
const NAMED = { withTitle: 0.6, alone: 0.3 } as const;

/** Whether a quote speaks about the subject of a question: only then does it count for a yes or a no. Pure. */
export function speaksOfSubject({ subject }: Pick<ReadQuestion, "subject">, quote: string, title: string): boolean {
  if (subject.terms.length === 0) return true;
  const alone = agreement(subject.terms, { title: quote, abstract: null }).coverage;
  return alone >= NAMED.alone && agreement(subject.terms, { title, abstract: quote }).coverage >= NAMED.withTitle;
}
