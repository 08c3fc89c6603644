import type { CitationBook } from "../citations/book.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import { LISTED } from "./extractive/extractive.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { Answer, Support } from "./schema.ts";
import { supportOfTitles, withTellingTitles } from "./telling-titles.ts";
import { besideTitles, withTitles } from "./titled.ts";

interface Told {
  answer: Answer;
  /** Null where nothing is quoted. */
  support: Support | null;
}

/**
 * An answer with papers that only their titles speak for, and what it then rests on: a list with those that are about its subject (`titles`), any other with those that state something (`telling`). `alone`: titles are all that it has: no sentence
 * was quoted before, and it is no list. Pure but for the book.
 */
export function withPapersByTitle(
  { answer, support }: Told,
  { titles, telling }: { titles: readonly EvidencePaper[]; telling: readonly EvidencePaper[] },
  read: ReadQuestion,
  book: CitationBook,
): Told & { alone: boolean } {
  if (LISTED.has(read.kind)) {
    const listed = withTitles(answer, titles, read, book);
    const added = listed.sentences.length - answer.sentences.length;
    return { answer: listed, support: besideTitles(support, added), alone: false };
  }
  const alone = answer.state === "no_evidence" && telling.length > 0;
  const quoted = withTellingTitles(answer, telling, book);
  return { answer: quoted, support: alone ? supportOfTitles(read, telling, book) : support, alone };
}
