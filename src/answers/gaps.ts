import { saidBy, type EvidencePaper } from "../evidence/evidence-paper.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { agreementOf } from "../evidence/relevance.ts";
import { contentTerms } from "../text/terms.ts";
import { namesLanguage } from "./question/languages.ts";
import { namedTitle } from "./extractive/wording.ts";
import type { MatchTerm } from "./question/match-terms.ts";
import { isKnownCondition, isSaidOtherwise } from "./question/said-otherwise.ts";
import type { QuestionKind, SubjectTerm } from "./question/schema.ts";

/** From this share on, of all papers close to the question, those without an abstract may hold what the answer lacks. */
const MANY_BLIND = 0.5;

/** What the evidence does not tell; where nothing is relevant to the question (`answered` false), only the terms of its subject that nothing mentions. `untold`: what no paper quoted mentions, see `untoldTerms`; `titles`: papers without an abstract that are about the subject by their titles. */
export function gaps(
  { missing, papers, without_abstract: blind, signals }: Evidence,
  {
    kind,
    answered,
    untold = [],
    titles = [],
  }: { kind: QuestionKind; answered: boolean; untold?: readonly string[]; titles?: readonly EvidencePaper[] },
): string[] {
  const unmentioned =
    missing.length > 0 ? [`None of the papers read mentions ${missing.map((word) => `“${word}”`).join(", ")}.`] : [];
  const many = answered && blind > 0 && blind >= MANY_BLIND * (papers.length + blind);
  const unread = many || titles.length > 0 ? [unreadSentence(Math.max(blind, titles.length), titles)] : [];
  if (!answered) return [...unmentioned, ...unread];
  return [
    ...unmentioned,
    ...untold,
    ...unread,
    ...(signals.length === 0 && kind === "readiness" ? ["The library has no signals for the papers read."] : []),
    ...(signals.length > 0 && kind === "readiness" && !signals.some((signal) => signal.kind === "reproduction")
      ? ["The library has no independent reproductions of the papers read."]
      : []),
  ];
}

/** So many titles are named of papers that could not be read. */
const TITLES = 3;

function unreadSentence(count: number, titles: readonly EvidencePaper[]): string {
  const named = titles
    .slice(0, TITLES)
    .map(({ paper }) => namedTitle(paper))
    .join("; ");
  const which = named === "" ? "." : count === titles.length && count <= TITLES ? `: ${named}.` : `, among them ${named}.`;
  return count === 1
    ? `1 paper close to the question has no abstract in the library, so it could not be quoted${which}`
    : `${count} papers close to the question have no abstract in the library, so they could not be quoted${which}`;
}

/** A paper mentions a term from this share of its stems on, by their rarity. */
const MENTIONS = 0.6;
/** Of so many papers quoted, a single one that mentions a term is worth telling. */
const SEVERAL = 4;
/** Longer terms tell a story: “someone's social media posts”. */
const MAX_TERM_WORDS = 3;
/** “BERT”, “OntoNotes”, “GPT-4” are not said in other words; what papers write out as often as not is no such name. */
const NAME = /\p{Lu}.*\p{Lu}|\p{Lu}\S*\p{N}/u;
/** “LLMs checked”: what is done to them is no part of the name. */
const DONE = /\s\p{L}+ed$/u;
const WRITTEN_OUT = /^(?:AI|ASR|IE|IR|KG|LM|ML|MT|NER|NLG|NLI|NLP|NLU|NMT|PLM|POS|QA|RAG|RL|SMT|SRL|ST|TTS|VLM|VQA|WSD)s?$/u;
/** “data collected”, “resolvers trained”, “multiple languages”, “fall short”: no terms of their own. */
const NO_TERM =
  /\b(?!(?:feed|need|seed|speed)$)\p{L}+ed$|^(?:all|any|best|current|different|freely|many|multiple|new|off-the-shelf|open-source|other|publicly|ready-made|several|some|various|fewer|less|worse|go(?:es)?|falls?|wrong|short|good)\b|\b(?:wrong|short|enough|public|available|online|distort|hurt|harm|help|affect|degrade|matter|differ)$|^(?:(?:large|neural|deep|statistical|existing) )*(?:language models?|networks?|models?|systems?|methods?)$/iu;
/** “plain SGD”, “flaky tests automatically”, “detecting test smells”: how, and what is to be done, not what. */
const HOW =
  /^(?:plain|detecting|predicting|measuring|evaluating|identifying|recogni[sz]ing|estimating|classifying|extracting|assessing|handling|improving|reducing|building)\s+|\s+(?:automatically|reliably|correctly|accurately|efficiently|effectively|consistently|robustly|properly|explicitly|directly)$/giu;

/** What the quoted papers leave unsaid of a question, by its terms as the question writes them. */
interface Untold {
  papers: number;
  /** Terms that none of them mentions in title or abstract; that only one of several does. */
  none: string[];
  one: string[];
  /** Of `none` names, languages and conditions that are not said in other words. */
  names: string[];
}

interface Known {
  /** Languages that the question names. */
  languages?: readonly string[];
  /** Words that are told already. */
  known?: readonly string[];
}

/**
 * Conditions of the question that the quotes may not meet: terms of several words, names, languages and conditions whose other words are known, that none of the papers quoted mentions in title or abstract, or but
 * one of several. Other single words stand for others too often to be told, and English is seldom named. Pure.
 */
export function untoldOf(
  terms: readonly MatchTerm[],
  quoted: readonly Pick<EvidencePaper, "paper" | "passage">[],
  { languages = [], known = [] }: Known,
): Untold {
  // A paper whose full text was read stands here more than once, with a passage in the place of its abstract.
  const papers = [...Map.groupBy(quoted, ({ paper }) => paper.paper_id).values()];
  if (papers.length === 0) return { papers: 0, none: [], one: [], names: [] };
  const isLanguage = ({ text }: SubjectTerm) => languages.includes(text);
  const conditions = terms.map(withoutHow).filter((term) => {
    const { text, stems, weight = 1 } = term;
    if (weight < 1 || text === "English" || text.split(/\s+/u).some((word) => known.includes(word)) || known.includes(text))
      return false;
    if (isLanguage(term)) return true;
    return (
      (isKnownCondition(text) && stems.length <= MAX_TERM_WORDS && !NO_TERM.test(text)) ||
      (NAME.test(text) && !WRITTEN_OUT.test(text) && !DONE.test(text)) ||
      (stems.length > 1 && stems.length <= MAX_TERM_WORDS && text.includes(" ") && !NO_TERM.test(text))
    );
  });
  const mentioning = conditions.map((term) => {
    // What narrows a term comes before what it narrows, which is often said in other words: “virtual reality headsets” are displays, “web pages” are the web.
    const narrowing = { ...term, stems: term.stems.slice(0, -1) };
    const mentions = (item: Pick<EvidencePaper, "paper" | "passage">) =>
      isLanguage(term)
        ? namesLanguage(term.text, `${item.paper.title} ${saidBy(item) ?? ""}`)
        : agreementOf([term], item).coverage >= MENTIONS ||
          (narrowing.stems.length > 0 && agreementOf([narrowing], item).coverage === 1) ||
          isSaidOtherwise(term.text, `${item.paper.title} ${saidBy(item) ?? ""}`);
    return { text: term.text, count: papers.filter((items) => items.some(mentions)).length };
  });
  const said = (wanted: number) => mentioning.filter(({ count }) => count === wanted).map(({ text }) => text);
  const none = said(0);
  const names = none.filter((text) => NAME.test(text) || languages.includes(text) || isKnownCondition(text));
  return { papers: papers.length, none, one: papers.length < SEVERAL ? [] : said(1), names };
}

/** A term without how something is done, and what is to be done with it: “flaky tests” of “detecting flaky tests automatically”. Pure. */
export function withoutHow(term: MatchTerm): MatchTerm {
  const text = term.exact ? term.text : term.text.replace(HOW, "");
  return text === term.text ? term : { ...term, text, stems: [...new Set(contentTerms(text).map(({ stem }) => stem))] };
}

/** The same in sentences, as `gaps` tells it. Pure. */
export function untoldTerms(...asked: Parameters<typeof untoldOf>): string[] {
  const { papers, none, one } = untoldOf(...asked);
  const nobody = papers === 1 ? "The paper quoted does not mention" : `None of the ${papers} papers quoted mentions`;
  return [
    ...(none.length === 0 ? [] : [`${nobody} ${none.map((text) => `“${text}”`).join(" or ")}.`]),
    ...one.map((text) => `Only 1 of the ${papers} papers quoted mentions “${text}”.`),
  ];
}
