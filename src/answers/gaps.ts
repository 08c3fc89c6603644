import { saidBy, type EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { agreement } from "../evidence/relevance.ts";
import { counted } from "../shared/thousands.ts";
import type { QuestionKind, SubjectTerm } from "./question/schema.ts";

/** From this share on, of all papers close to the question, those without an abstract may hold what the answer lacks. */
const MANY_BLIND = 0.5;

/** What the evidence does not tell; where nothing is relevant to the question (`answered` false), only the terms of its subject that nothing mentions. `untold`: what no paper quoted mentions, see `untoldTerms`. */
export function gaps(
  { missing, papers, without_abstract: blind, signals }: Evidence,
  { kind, answered, untold = [] }: { kind: QuestionKind; answered: boolean; untold?: readonly string[] },
): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  if (!answered) return unmentioned;
  const many = blind > 0 && blind >= MANY_BLIND * (papers.length + blind);
  return [
    ...unmentioned,
    ...untold,
    ...(many
      ? [
          blind === 1
            ? "1 paper close to the question has no abstract in the library, so it could not be quoted."
            : `${blind} papers close to the question have no abstract in the library, so they could not be quoted.`,
        ]
      : []),
    ...(signals.length === 0 && kind === "readiness" ? ["The library has no signals for the papers read."] : []),
    ...(signals.length > 0 && kind === "readiness" && !signals.some((signal) => signal.kind === "reproduction")
      ? ["The library has no independent reproductions of the papers read."]
      : []),
  ];
}

/** A paper mentions a term from this share of its stems on, by their rarity. */
const MENTIONS = 0.6;
/** Of so many papers quoted, a single one that mentions a term is worth telling. */
const SEVERAL = 4;
/** “BERT”, “OntoNotes”, “GPT-4”: not in other words. */
const NAME = /\p{Lu}.*\p{Lu}|\p{N}/u;
/** “data collected”, “resolvers trained”, “multiple languages”: no terms of their own. */
const NO_TERM =
  /\p{L}ed$|^(?:all|any|best|current|different|freely|many|multiple|new|off-the-shelf|open-source|other|public\w*|ready-made|several|some|various)\b/iu;

/**
 * Conditions of the question that the answer may not meet: terms of several words, names and languages that none of the papers quoted mentions in title or abstract, or but one of several. Words stand for other
 * words too often to be told. `known`: what is told already. Pure.
 */
export function untoldTerms(
  terms: readonly SubjectTerm[],
  quoted: readonly EvidencePaper[],
  { languages = [], known = [] }: { languages?: readonly string[]; known?: readonly string[] },
): string[] {
  const papers = [...new Map(quoted.map((item) => [item.paper.paper_id, item])).values()];
  if (papers.length === 0) return [];
  const told = terms.filter(
    ({ text, stems, weight = 1 }) =>
      weight === 1 &&
      !known.some((word) => text.includes(word)) &&
      (languages.includes(text) || NAME.test(text) || (stems.length > 1 && text.includes(" ") && !NO_TERM.test(text))),
  );
  const mentioning = told.map((term) => {
    const mentions = (item: EvidencePaper) =>
      agreement([term], { title: item.paper.title, abstract: saidBy(item) }).coverage >= MENTIONS;
    return { name: `“${term.text}”`, count: papers.filter(mentions).length };
  });
  const none = mentioning.filter(({ count }) => count === 0).map(({ name }) => name);
  const one = papers.length < SEVERAL ? [] : mentioning.filter(({ count }) => count === 1);
  return [
    ...(none.length === 0
      ? []
      : [
          `${papers.length === 1 ? "The paper quoted does not mention" : `None of the ${counted(papers.length, "paper")} quoted mentions`} ${none.join(" or ")}.`,
        ]),
    ...one.map(({ name }) => `Only 1 of the ${papers.length} papers quoted mentions ${name}.`),
  ];
}
