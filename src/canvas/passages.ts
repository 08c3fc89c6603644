import { sentences } from "../retrieval/sentences.ts";
import type { EvidencePaper, Passage } from "./summarizer.ts";

const WORDS = { min: 8, max: 80 } as const;

/** The sentences of the papers' abstracts that can stand alone as a quote: whole, of 8 to 80 words, and about something. */
export function passages(papers: readonly EvidencePaper[]): Passage[] {
  return papers.flatMap((paper) => {
    const spans = sentences(paper.paper.abstract ?? "");
    return spans
      .map((span, index) => ({ ...span, paper, position: spans.length === 1 ? 0 : index / (spans.length - 1) }))
      .filter((passage) => isQuotable(passage.text));
  });
}

function isQuotable(text: string): boolean {
  const words = text.split(" ").length;
  return (
    words >= WORDS.min &&
    words <= WORDS.max &&
    !/https?:\/\/|\b(?:code|data(?:set)?s?|models?) (?:is|are|will be) (?:made )?(?:publicly |freely )?available\b/iu.test(text)
  );
}
