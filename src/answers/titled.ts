import type { CitationBook } from "../citations/book.ts";
import { shortAuthors } from "../documents/names.ts";
import { titleKey } from "../documents/text.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import { agreement, type SubjectTerm } from "../evidence/relevance.ts";
import type { Embedder } from "../embedding/port.ts";
import { counted } from "../shared/thousands.ts";
import { isTitleOf } from "./extractive/cues.ts";
import { LISTED } from "./extractive/extractive.ts";
import { withoutHow } from "./gaps.ts";
import type { MatchTerm } from "./question/match-terms.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { Answer, AnswerSentence, Support } from "./schema.ts";
import { namedSides } from "./stance/comparison-stance.ts";

/* The numbers here were chosen by reading answers, not measured apart. */

/** A title is about a subject of which it has this share of the words, by rarity; one that is shown as an entry has more. */
const NAMES = { near: 0.7, entry: 0.8 } as const;
/** The most titles that a list shows. */
const ENTRIES = 5;
/** So many titles make a list where no sentence that was read does. */
const ENOUGH = 2;
/** What is left out, or how large something is, a title seldom tells. */
const EXCEPTS = /\b(?:other than|except|excluding|besides|beyond|not)\b/iu;

/**
 * Papers without an abstract whose titles are about the subject, have one of its other names whole, or name both sides of a comparison, and that are as near to the question as evidence is, the first of the
 * search first; none where something is excepted or has to have a size, nor of papers that were read in another version. Pure.
 */
export function titlesAbout(
  { answerThreshold }: Pick<Embedder, "answerThreshold">,
  { titled = [], papers }: Pick<Evidence, "titled" | "papers">,
  terms: readonly MatchTerm[],
  {
    kind,
    sides,
    constraints: { size },
    subject: { also = [] },
  }: Pick<ReadQuestion, "kind" | "sides" | "constraints" | "subject">,
  question: string,
): EvidencePaper[] {
  if (terms.length === 0 || size !== undefined || EXCEPTS.test(question)) return [];
  const subject = terms.map(withoutHow);
  const least = LISTED.has(kind) ? NAMES.entry : NAMES.near;
  const names = (wanted: readonly SubjectTerm[], title: string, share: number) =>
    agreement(wanted, { title, abstract: null }).coverage >= share;
  const fitting = titled.filter(
    ({ paper, cosine }) =>
      !paper.retracted &&
      (cosine === null || cosine >= answerThreshold) &&
      (names(subject, paper.title, least) ||
        also.some((term) => names([term], paper.title, 1)) ||
        (sides !== undefined && namedSides(sides, paper.title).every(Boolean))),
  );
  return unreadOnce(fitting, papers);
}

/** Of papers without an abstract one of each title, but for titles of papers that were read in another version: versions whose authors differ on record were not taken for one. */
export function unreadOnce(titled: readonly EvidencePaper[], papers: readonly EvidencePaper[]): EvidencePaper[] {
  const known = new Set(papers.filter(({ paper }) => paper.abstract !== null).map(({ paper }) => titleKey(paper.title)));
  const once = [...Map.groupBy(titled, ({ paper }) => titleKey(paper.title))];
  return once.flatMap(([key, [first]]) => (known.has(key) ? [] : [first!]));
}

/**
 * A list with entries that are titles alone behind those that were read; where no sentence answers, titles make one. A question with a condition that titles seldom tell keeps the list that it has. Pure but for
 * the book.
 */
export function withTitles(
  answer: Answer,
  titles: readonly EvidencePaper[],
  { artifact, constraints }: Pick<ReadQuestion, "artifact" | "constraints">,
  book: CitationBook,
): Answer {
  if (constraints.without?.length || constraints.negative_results) return answer;
  const fitting = titles.filter(({ paper }) => artifact === undefined || isTitleOf(paper.title, artifact)).slice(0, ENTRIES);
  const isList = answer.state !== "no_evidence";
  if (fitting.length === 0 || (!isList && fitting.length < ENOUGH)) return answer;
  const entries = titleSentences(answer, fitting, book);
  return {
    ...answer,
    ...(isList ? {} : { state: "weak" }),
    reason: isList
      ? `${answer.reason} ${counted(entries.length, "more paper")} without an abstract ${entries.length === 1 ? "is" : "are"} listed by title.`
      : "No sentence found fits what is asked for. These papers, of which the library has no abstract, are listed by their titles.",
    sentences: [...answer.sentences, ...entries],
  };
}

/** That no paper quoted brings its own is not said of a list whose titles name some: `titles` stand in it by title alone. Pure. */
export function besideTitles(support: Support | null, titles: number): Support | null {
  if (support === null || titles === 0) return support;
  const those =
    titles === 1 ? "the one listed by title does, by that title" : `the ${titles} listed by title do, by their titles`;
  const sentence = support.sentence.replace(
    /^(?:None of the \d+ papers quoted presents|The one paper quoted does not present) [^.]+ of its own(?=\.)/u,
    (none) => `${none}; ${those}`,
  );
  return { ...support, sentence };
}

/** Sentences that quote papers' titles behind those of an answer. Pure but for the book. */
export function titleSentences(
  { sentences }: Pick<Answer, "sentences">,
  titles: readonly EvidencePaper[],
  book: CitationBook,
): AnswerSentence[] {
  const first = Math.max(0, ...sentences.map(({ point = 0 }) => point)) + 1;
  return titles.map(({ paper }, at) => ({
    text: `${byTitle(shortAuthors(paper.authors))}: “${paper.title}”`,
    citations: [book.paper(paper, "title", { start: 0, end: paper.title.length })],
    flags: [],
    point: first + at,
  }));
}

function byTitle(authors: string): string {
  return authors === "" ? "By its title alone" : `From ${authors}, by its title alone`;
}
