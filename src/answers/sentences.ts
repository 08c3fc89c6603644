import type { CitationBook } from "../citations/book.ts";
import type { Sufficiency } from "../evidence/sufficiency.ts";
import type { Answer, AnswerSentence } from "./schema.ts";
import type { SummarySentence } from "./summarizer.ts";

/** The sentences of an answer with their citations in `book`; where none could be written, there is no evidence after all. */
export function sentencesOf({ state, reason }: Sufficiency, summary: readonly SummarySentence[], book: CitationBook): Answer {
  if (state === "no_evidence") return { state, reason, sentences: [] };
  if (summary.length === 0)
    return { state: "no_evidence", reason: "The nearest papers have no abstract that could be quoted.", sentences: [] };
  const quoted = summary.map(({ text, quotes, flags = [], point }): AnswerSentence => ({
    text: state === "weak" ? text.slice(text.indexOf("“")) : text,
    citations: quotes.map(({ paper, start, end }) => book.paper(paper, "abstract", { start, end })),
    flags,
    ...(point === undefined ? {} : { point }),
  }));
  return { state, reason, sentences: quoted };
}
