import type { CitationBook } from "../citations/book.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Library } from "../retrieval/library.ts";
import { pairs } from "../shared/pairs.ts";
import { counted } from "../shared/thousands.ts";
import { isInDoubt } from "./extractive/doubt.ts";
import { LISTED } from "./extractive/extractive.ts";
import { PATIENCE_READING_ON, readingsOf } from "./extractive/read-passages.ts";
import { isClaim } from "./question/kind.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { Answer, Support } from "./schema.ts";
import { supportOf, type QuotedStance } from "./stance/support.ts";
import type { Summary } from "./summarize.ts";
import { titleSentences, unreadOnce } from "./titled.ts";

/** So many of the titles that state something are read. */
const READ = 16;
/** Quotes predicted below this, as a share of an outright answer, leave as much in doubt as none. */
const SURE = 0.55;
/** From which grade on, of 3, and how many titles are quoted, where it is in doubt whether a quote answers and where it is not; chosen by reading the titles of 400 plain questions. Of 32 gradings of such titles for unseen questions .31 found an answer, .66 one on the subject, .03 one that is off. */
const TELLS = { inDoubt: { grade: 0.9, titles: 2 }, beside: { grade: 1.6, titles: 1 } } as const;
/** A verb makes a title a statement: “Graph Neural Networks Do Not Always Oversmooth”. Many are nouns, too, if they stand behind no plural: “Image Style Transfer”, but “Diffusion Models Beat GANs”. */
const STATES =
  /\b(?:is|are|can|cannot|can['’]t|do(?:es)?\s+not|do(?:es)?n['’]t|may|might|should|must|improves|helps|hurts|fails|needs|matters|makes|beats|outperforms|generali[sz]es|leads?\s+to|reduces|increases|suffers|remains?|transfers|emerges?|enables|boosts|causes|explains?|converges?|achieves?|requires?|prevents?|degrades?|struggles?\s+to|impl(?:y|ies)|provably|impossib(?:le|ility)|(?:better|worse|faster|cheaper|harder|more\s+\p{L}+|less\s+\p{L}+)\s+than)\b|(?<=\p{L}s\s)(?:improve|help|hurt|fail|need|matter|make|beat|outperform|generali[sz]e|reduce|increase|suffer|transfer|enable|boost|cause|learn)\b(?!\s+(?:and|of|for)\b)/iu;
/** “Why Do Trees Outperform Deep Networks on Tabular Data?” says that they do. */
const STATES_WHY =
  /^why\s+(?!(?:(?:is|are|do(?:es)?|did)\s+)?(?:this|that|it|these|we|you|they)\b|(?:and|would|should|can|not|be|go|so)\b).*\s(?:fails?|helps?|matters?|outperforms?|generali[sz]es?|works?|beats?|hurts?|suffers?|behaves?|transfers?|hard|harder|difficult|effective|better|worse)\b/iu;
/** A question states nothing, nor what a paper works towards. */
const ASKS =
  /^(?:how|why|what|when|does|is|can|do|are|should|where|which|who|will|did|has|have|could|would|on|towards?)(?=\s)|\?(?:\s|$)/iu;

function states(title: string): boolean {
  return STATES_WHY.test(title) || (STATES.test(title) && !ASKS.test(title));
}

/**
 * Of papers without an abstract those whose title states what answers by the model that reads sentences, the best first: two where it is in doubt whether a quote answers, else one that is surer. None for lists, which have titles of their own,
 * claims, and what a language model wrote; nor where the reader is missing, fails or is late. Rejects with the signal's reason once that is aborted.
 */
export async function tellingTitles(
  { sentenceReader, embedder }: Pick<Library, "sentenceReader" | "embedder">,
  { titled = [], papers }: Pick<Evidence, "titled" | "papers">,
  { read: { kind }, question, written }: { read: ReadQuestion; question: string; written: Summary },
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  if (written.summarizer.model !== null || LISTED.has(kind) || kind === "record" || isClaim(question)) return [];
  const sure = written.sentences.flatMap(({ answers = 0 }) => (answers >= SURE ? [answers] : []));
  const wanted = TELLS[isInDoubt(sure) ? "inDoubt" : "beside"];
  const stating = unreadOnce(titled, papers).filter(
    ({ paper, cosine }) => !paper.retracted && states(paper.title) && (cosine === null || cosine >= embedder.answerThreshold),
  );
  const read = stating.slice(0, READ);
  if (sentenceReader === undefined || read.length === 0) return [];
  const titles = read.map(({ paper }) => paper.title);
  const readings = await readingsOf(sentenceReader, question, titles, signal, PATIENCE_READING_ON);
  if (readings === null) return [];
  return pairs(read, readings)
    .filter(([, { grade }]) => grade >= wanted.grade)
    .sort(([, a], [, b]) => b.grade - a.grade)
    .slice(0, wanted.titles)
    .map(([paper]) => paper);
}

/** An answer with the titles that tell something behind its quotes; where there are none, they make a weak one. Pure but for the book. */
export function withTellingTitles(answer: Answer, titles: readonly EvidencePaper[], book: CitationBook): Answer {
  if (titles.length === 0) return answer;
  const papers = `${counted(titles.length, "paper")} without an abstract`;
  const isAnswer = answer.state !== "no_evidence";
  return {
    ...answer,
    ...(isAnswer ? {} : { state: "weak" }),
    reason: isAnswer
      ? `${answer.reason} ${papers} ${titles.length === 1 ? "is" : "are"} quoted by title.`
      : `No sentence found clearly answers the question, but the ${titles.length === 1 ? "title" : "titles"} of ${papers} ${titles.length === 1 ? "suggests" : "suggest"} an answer.`,
    sentences: [...answer.sentences, ...titleSentences(answer, titles, book)],
  };
}

/** What an answer made of titles alone rests on; they are read, and not counted for a yes or a side. Pure but for the book. */
export function supportOfTitles(read: ReadQuestion, titles: readonly EvidencePaper[], book: CitationBook): Support {
  const quoted = titles.map(({ paper }): QuotedStance => {
    const { title } = paper;
    return { paper, text: title, citation: book.paper(paper, "title", { start: 0, end: title.length }), stance: "none" };
  });
  return supportOf(read, quoted);
}
