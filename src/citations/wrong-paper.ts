import { foldText } from "../documents/text.ts";
import type { Cited } from "./draft-references.ts";
import type { DraftSentence } from "./draft-sentences.ts";
import { MAX_COMPARED, stemsOf, type DraftGround, type Passage } from "./draft-sources.ts";
import type { DraftDocument } from "./named-documents.ts";

/** A document is the wrong one where another carries so much more of a statement, and it carries itself no more than this. Tuned on half of `bench/check-answer.ts`. */
const WRONG_PAPER = { ahead: 0.25, atMost: 0.6 } as const;
/** Fewer content words tell no document from another. */
const WRONG_PAPER_WORDS = 4;

/** For each stretch of a sentence whose documents do not carry it: the passage of another document that does. */
export function wrongPapers({ claim, pieces, marks }: DraftSentence, cited: readonly Cited[], ground: DraftGround): Passage[] {
  const stretches =
    new Set(marks.map(({ follows }) => follows)).size <= 1
      ? [{ text: claim, documents: cited.map(({ document }) => document) }]
      : pieces.map((text, piece) => ({
          text,
          documents: cited.filter(({ mark }) => mark.follows === piece).map(({ document }) => document),
        }));
  return stretches.flatMap(({ text, documents }) => {
    const stems = stemsOf(text.slice(0, MAX_COMPARED));
    if (documents.length === 0 || stems.size < WRONG_PAPER_WORDS || namesAuthor(text, documents)) return [];
    const own = Math.max(...documents.map((document) => ground.carries(stems, document)));
    if (own > WRONG_PAPER.atMost) return [];
    const others = ground.documents
      .filter((document) => !documents.includes(document))
      .map((document) => ({ document, share: ground.carries(stems, document) }))
      .toSorted((a, b) => b.share - a.share);
    const best = others.at(0);
    if (best === undefined || best.share < own + WRONG_PAPER.ahead) return [];
    return ground
      .ranked(stems, [best.document])
      .slice(0, 1)
      .map(({ passage }) => passage);
  });
}

/** Whether a text names the first author of one of the documents: then no other is meant. */
function namesAuthor(text: string, documents: readonly DraftDocument[]): boolean {
  const words = new Set(foldText(text).match(/\p{L}+/gu));
  return documents.some(({ authors }) =>
    words.has(
      foldText(authors[0] ?? "")
        .match(/\p{L}{3,}/gu)
        ?.at(-1) ?? "",
    ),
  );
}
