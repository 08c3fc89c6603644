import { sentences } from "../../text/sentences.ts";
import type { EvidencePaper } from "../../evidence/evidence-paper.ts";
import type { Passage } from "../summarizer.ts";
import { outcome, sentenceRoles, type Roles } from "./roles.ts";
import { pairs } from "../../shared/pairs.ts";
import { remembered } from "../../shared/remembered.ts";

const WORDS = { min: 8, max: 80 } as const;

export interface QuotablePassage extends Passage {
  roles: Roles;
  /** How likely an outcome is the sentence of the same abstract that most likely is one, see `outcome`. */
  bestOutcome: number;
}

/** Enough for the abstracts that several questions read at once. */
const ABSTRACTS_REMEMBERED = 500;

/** The sentences of the papers' abstracts that can stand alone as a quote: whole, of 8 to 80 words, and about something. */
export function quotablePassages(papers: readonly EvidencePaper[]): QuotablePassage[] {
  return papers.flatMap((paper) => quotableSentences(paper.paper.abstract ?? "").map((passage) => ({ ...passage, paper })));
}

const quotableSentences = remembered(ABSTRACTS_REMEMBERED, (abstract): readonly Omit<QuotablePassage, "paper">[] => {
  const spans = sentences(abstract);
  const roles = sentenceRoles(spans.map(({ text }) => text));
  const bestOutcome = Math.max(0, ...roles.map(outcome));
  return pairs(spans, roles)
    .map(([span, own], index) => ({
      ...span,
      position: spans.length === 1 ? 0 : index / (spans.length - 1),
      roles: own,
      bestOutcome,
    }))
    .filter((passage) => isQuotable(passage.text));
});

function isQuotable(text: string): boolean {
  const words = text.split(" ").length;
  return (
    words >= WORDS.min &&
    words <= WORDS.max &&
    !/https?:\/\/|\b(?:code|data(?:set)?s?|models?) (?:is|are|will be) (?:made )?(?:publicly |freely )?available\b|\?$/iu.test(
      text,
    )
  );
}
