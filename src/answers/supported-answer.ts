import { CitationBook } from "../citations/book.ts";
import { agreement } from "../evidence/relevance.ts";
import type { Sufficiency } from "../evidence/sufficiency.ts";
import type { Reading } from "../reranking/port.ts";
import { counted as countOf } from "../shared/thousands.ts";
import { joined } from "../text/list.ts";
import { contentTerms } from "../text/terms.ts";
import { abbreviationIn } from "../text/written-otherwise.ts";
import { isAboutThings, tellsFailure } from "./extractive/demands.ts";
import { LISTED } from "./extractive/extractive.ts";
import { ANSWERS_NOTHING, asksPapers, HARDLY_ANSWERS } from "./extractive/answers-to.ts";
import { untoldOf, withoutHow } from "./gaps.ts";
import { leadSentence, leaningSentence } from "./lead.ts";
import { isClaim } from "./question/kind.ts";
import { matchTerms, type MatchTerm } from "./question/match-terms.ts";
import { doneWithout, exceptedThings } from "./question/negation.ts";
import { isSaidOtherwise, meetsConditions } from "./question/said-otherwise.ts";
import type { ReadQuestion, SubjectTerm } from "./question/schema.ts";
import type { Answer, AnswerSentence, Support } from "./schema.ts";
import { sentencesOf } from "./sentences.ts";
import { comparesDirectly, sidesMissing } from "./stance/comparison-stance.ts";
import { leanOf } from "./stance/lean.ts";
import { quoteStance } from "./stance/quote-stance.ts";
import { supportOf } from "./stance/support.ts";
import type { Doubt } from "./stance/support-words.ts";
import { availabilitySentence, missingFactsReason, missingFactsSentence, tellsAsked } from "./stance/requested-facts.ts";
import type { Summary } from "./summarize.ts";

/** How many passages are shown where none answers the question. Chosen by reading answers, not measured apart. */
const NEAREST = 3;
const NEAREST_ONLY: Sufficiency = {
  state: "weak",
  reason: "The papers found are on this subject, but no passage in them clearly answers the question. Below are the closest.",
};

/** That none of the sentences read answers, by what was asked for. */
function nothingAnswers(question: string, { sides }: ReadQuestion): Sufficiency {
  const lacking =
    sides === undefined || /\bdiffer\w*/iu.test(question)
      ? "none of their sentences clearly answers it"
      : `none of their sentences clearly says which is ahead, ${sides.map((side) => `“${side}”`).join(" or ")}`;
  return { state: "no_evidence", reason: `The papers found are near this question, but ${lacking}.` };
}

/** Words of a subject up to which quotes may lean: leans were measured on questions of one clause. The number was chosen by reading answers. */
const SHORT = 8;

function isShort({ subject }: ReadQuestion): boolean {
  return new Set(subject.terms.flatMap(({ stems }) => stems)).size <= SHORT;
}

/**
 * From here on a sentence that was read answers though no paper has most of the subject's words. It did for .81 of 27 such questions, and for .85 of 151 of which papers have the words; predicted between .4 and
 * this, for .41 of 27 (docs/decisions.md, 90).
 */
const IN_OTHER_WORDS = 0.6;

/** What the evidence allows, given the sentence that would open the answer. */
function allowed(question: string, sufficiency: Sufficiency, [first]: Summary["sentences"], read: ReadQuestion): Sufficiency {
  if (sufficiency.state === "no_evidence" || first?.answers === undefined) return sufficiency;
  const list = LISTED.has(read.kind);
  // Who asks for papers gets those that may be it, and whoever states a claim all evidence.
  if (list && (!first.wasRead || asksPapers(question))) return sufficiency;
  const least = list ? HARDLY_ANSWERS.list : isClaim(question) ? ANSWERS_NOTHING : HARDLY_ANSWERS.read;
  if (first.wasRead && first.answers < least) return nothingAnswers(question, read);
  if (list) return sufficiency;
  if (sufficiency.inOtherWords !== undefined && first.wasRead && first.answers >= IN_OTHER_WORDS)
    return { state: "answered", reason: sufficiency.inOtherWords };
  const hardly = first.wasRead ? HARDLY_ANSWERS.read : HARDLY_ANSWERS.compared;
  return sufficiency.state === "answered" && first.answers < hardly ? NEAREST_ONLY : sufficiency;
}

/** A quote leans somewhere where it and its paper's title have this share of the subject's words, by rarity: “helps parsing” says nothing of whether it closes the gap between two kinds of parsing. Measured together with other changes (docs/decisions.md, 85). */
const ABOUT = 0.6;

function isAbout(read: ReadQuestion): (quote: { paper: { title: string }; text: string }) => boolean {
  const terms = matchTerms(read);
  const { size } = read.constraints;
  const [means] = read.subject.terms;
  const fits = (text: string) => size === undefined || size.minimum !== undefined || SMALL.test(text);
  return ({ paper, text }) =>
    agreement(terms, { title: paper.title, abstract: text }).coverage >= ABOUT &&
    fits(`${paper.title} ${text}`) &&
    (means === undefined || isNamed(means, paper.title) || isNamed(means, text));
}

/**
 * From this grade on that the reader expects a quote may stand behind a lean. Of 119 yes-or-no questions that no model had seen 13 leaned, 11 as their graded sentences point and one against them, and .76 of the quotes
 * behind it point that way; without a bound 20 leaned, 16 of them as the sentences do, and .59 of the quotes did.
 */
const TELLS = 2;

function tellsSurely({ reading }: { reading?: Reading | null | undefined }): boolean {
  return (reading?.grade ?? 0) >= TELLS;
}

/** A term of a question is met by a quote that has this share of its words, by rarity. */
const MET = 0.5;

/** Whether a quote has something of every term of the question: one that lacks a condition leaves its answer open. */
function hasAll(read: ReadQuestion): (quote: { paper: { title: string }; text: string }) => boolean {
  const terms = matchTerms(read).filter(({ weight = 1 }) => weight === 1);
  return ({ paper, text }) => terms.every((term) => agreement([term], { title: paper.title, abstract: text }).coverage >= MET);
}

/** Most words between two of a name, and the share of its words that name it. Chosen by reading answers, not measured apart. */
const BETWEEN = 2;
const NAMING = 0.6;

/** Whether a text has most words of a term together: “label smoothing for adversarial robustness” does not name adversarial training. */
function isNamed({ stems }: SubjectTerm, text: string): boolean {
  const said = contentTerms(text).map(({ stem }) => stem);
  return said.some((stem, at) => {
    if (!stems.includes(stem)) return false;
    const near = new Set(said.slice(at, at + stems.length + BETWEEN));
    return stems.filter((own) => near.has(own)).length >= NAMING * stems.length;
  });
}

/** That all terms of a list, each of two or three words, have these apart in all papers quoted: “test smells” in papers on code smells and tests. Null where one of them is named. */
function namedNowhere(
  terms: readonly MatchTerm[],
  quotes: readonly { paper: { title: string; abstract: string | null }; text: string }[],
): string | null {
  const phrases = terms.filter(({ weight = 1 }) => weight === 1).map(withoutHow);
  const areShort = phrases.every(({ stems, members }) => stems.length > 1 && stems.length <= 3 && members === undefined);
  const isSaid = (term: MatchTerm) =>
    quotes
      .flatMap(({ paper, text }) => [paper.title, paper.abstract ?? "", text])
      .some((said) => isNamed(term, said) || isSaidOtherwise(term.text, said) || abbreviationIn(said, term.text) !== null);
  if (phrases.length === 0 || !areShort || phrases.some(isSaid)) return null;
  return `None of the papers quoted speaks of ${phrases.map(({ text }) => `“${text}”`).join(" or ")}; they only share words with that.`;
}

/** That a model is small. */
const SMALL =
  /\b(?:small\w*|tiny|compact|light-?weight|students?|distill\w*|low-compute|(?:few|\d+(?:\.\d+)?)\s?(?:M|million)\b|[1-9](?:\.\d+)?\s?(?:B|billion)\b)/iu;

/** A question whose asking clause begins like this wants a yes or no. */
const ASKS_YES_NO = /(?:^|[,;:.–—]\s+)(?:(?:so|and|but|then)\s+)?(?:is|are|do|does|did|can|could|has|have|will|would|should)\s/iu;

function asksYesNo({ kind }: ReadQuestion, question: string): boolean {
  return kind === "does_it" || (kind === "readiness" && ASKS_YES_NO.test(question));
}

/** “from the sentence alone, or is the context needed?”: a yes would say nothing of which of the two. */
const EITHER =
  /\bor\s+(?:is|are|do|does|did|can|could|has|have|will|would|should|must)\s+(?:the|an?|it|they|this|that|these|those|there|we|you|one|people|models?)\b(?!\s+not\b)|,\s+or\s+(?:just|only|merely|simply)\b/iu;

/**
 * As a share of an outright answer: where the best quote is predicted below `hardly`, it is said that few of them may answer, and below `clear` that they may do so only in part. Of 1,188 answers to unseen questions, no lists, of which each
 * quote was graded, .29 of those predicted up to .45 had one that answers, .48 and .58 of those up to .5 and .55, .72 of those up to .6, and .87 above; of 443 lists .37, .69, .75, .77 and .93. What is said was graded in three ways
 * (docs/decisions.md, 116): where a quote answers, “only in part” is sensible for 1.00, “few may answer” for .80, a bare count for .95; where none does, for .56, .88 and .15.
 */
const DOUBTED = { list: { hardly: 0.45, clear: 0.6 }, other: { hardly: 0.5, clear: 0.7 } } as const;
/** From here on a quote more likely answers than not, and so may tell in other words what it does not mention. */
const LIKELY = { list: 0.5, other: 0.55 } as const;

function doubtOf(best: number, sort: keyof typeof DOUBTED): Doubt | null {
  const { hardly, clear } = DOUBTED[sort];
  return best < hardly ? "hardly" : best < clear ? "partly" : null;
}

/** “tagging edits on tokens”, “prune a big network and fine-tune it”: what is done, told in the asker's words, and no name. */
const DESCRIBED =
  /^(?:\p{L}\p{Ll}{2,}ing\s+(?:\p{Ll}+\s+)?(?:an?|the|each|every|all|whole|its|their|on|in|to|from|into)\s+\p{L}|(?!(?:[Aa]n?|[Tt]he)\s)\p{L}\p{Ll}+\s+(?:(?:on|in|to)\s+)?(?:an?|the|each|every|all|its|their)\s+\p{L})/u;

function isDescribed(side: string): boolean {
  return DESCRIBED.test(side);
}

function eitherSentence(papers: number): string {
  return `${countOf(papers, "paper")} quoted; read ${papers === 1 ? "it" : "them"} for which of the two it is.`;
}

/** How well the best of the quotes answers by the model that read them, as a share of an outright answer; null where nothing was predicted. */
function bestRead(summary: Summary["sentences"]): number | null {
  const read = summary.flatMap(({ answers, wasRead }) => (answers !== undefined && wasRead ? [answers] : []));
  return read.length === 0 ? null : Math.max(...read);
}

const ENOUGH = /\b(?:enough|sufficient(?:ly)?)\b/iu;

/** That something is done without something else. */
const WITHOUT =
  /\b(?:without|no|not|never|zero|instead of|rather than|avoid\w*|eliminat\w*|un(?:supervised|labell?ed|paired)|\w+-free|free of)\b/iu;

export interface SupportedAnswer {
  answer: Answer;
  /** Null where nothing is quoted. */
  support: Support | null;
  /** Ids of the papers quoted. */
  quoted: ReadonlySet<string>;
  /** The sentence of `answer` that opens it with what the quotes say; null where none does. */
  lead: AnswerSentence | null;
  /** Whether that says no. */
  leadsToNo?: boolean;
}

/**
 * The answer with what its quotes say to the question: one that asks for a yes or no, or for the better of two, opens with which way they point. A
 * comparison of which a side with a name stands in no quote is weak, and says which, unless a quote likely answers; so is an answer that opens with a sentence that hardly answers by comparison alone (one that was read is none), one to a question about doing without something that no quote speaks of, and one whose quotes are about what was to be left out. What an LLM was to write opens with its own words, or with the quotes that stand in. `withCode`: papers whose code is on record.
 */
export function supportedAnswer(
  question: string,
  read: ReadQuestion,
  sufficiency: Sufficiency,
  { sentences: written, summarizer, degraded }: Summary,
  book: CitationBook,
  withCode: ReadonlySet<string> = new Set(),
): SupportedAnswer {
  if (sufficiency.ifRead !== undefined) {
    const near: Sufficiency = { state: "answered", reason: sufficiency.ifRead };
    const summary = { sentences: written, summarizer, degraded };
    const [first] = written;
    // Whatever would make it weak leaves it refused; what is only tried cites nothing.
    const isAnswer =
      first?.wasRead === true &&
      (first.answers ?? 0) >= IN_OTHER_WORDS &&
      !isClaim(question) &&
      supportedAnswer(question, read, near, summary, new CitationBook(), withCode).answer.state === "answered";
    return isAnswer
      ? supportedAnswer(question, read, near, summary, book, withCode)
      : {
          answer: { state: "no_evidence", reason: sufficiency.reason, sentences: [] },
          support: null,
          quoted: new Set(),
          lead: null,
        };
  }
  const state = allowed(question, sufficiency, written, read);
  // Of a claim all evidence is wanted.
  const summary = state === NEAREST_ONLY && !isClaim(question) ? written.slice(0, NEAREST) : written;
  const answer = sentencesOf(state, summary, book);
  if (answer.state === "no_evidence") return { answer, support: null, quoted: new Set(), lead: null };
  const quotes = summary.flatMap((sentence) =>
    sentence.quotes.map(({ paper, start, end, reading }) => {
      const text = (paper.abstract ?? "").slice(start, end);
      return {
        paper,
        citation: book.paper(paper, "abstract", { start, end }),
        text,
        reading,
        hasCode: withCode.has(paper.paper_id),
        stance: quoteStance(question, read, { text, title: paper.title, reading }),
      };
    }),
  );
  const quoted = new Set(quotes.map(({ paper }) => paper.paper_id));
  // What hardly answers leans nowhere: it may well be about something near; nor do quotes about a question of many words, of which they may know but some.
  const asksOne = EITHER.test(question);
  const either = asksYesNo(read, question) && asksOne;
  const yesNo = asksYesNo(read, question) && !asksOne;
  const leans = yesNo && isShort(read) && summarizer.model === null && answer.state === "answered";
  const terms = matchTerms(read);
  const isOf = isAbout(read);
  const about = leans
    ? quotes.filter((quote) => isOf(quote) && meetsConditions(question, terms, `${quote.paper.title} ${quote.text}`))
    : [];
  const meetsAll = hasAll(read);
  const estimated = leanOf(question, about, tellsSurely);
  const whole = leanOf(question, about, (quote) => tellsSurely(quote) && meetsAll(quote));
  // A quote that is counted outweighs an estimate to the contrary.
  const contrary = estimated?.way === "yes" ? "against" : "supports";
  // That something works well, or better than others, is no yes to whether it is ready, or good enough.
  const tells = !(read.kind === "readiness" || ENOUGH.test(question)) || estimated?.way === "no";
  const sure = whole?.opens && whole.way === estimated?.way ? whole : estimated && { ...estimated, opens: false };
  const lean = !tells || quotes.some(({ stance }) => stance === contrary) ? null : sure;
  // Where a quote tells in so many words what is asked for, no estimate denies it.
  const best = bestRead(summary);
  const sort = LISTED.has(read.kind) ? "list" : "other";
  const doubt = best === null || tellsAsked(read, question, quotes) ? null : doubtOf(best, sort);
  const likely = best !== null && best >= LIKELY[sort];
  const unnamed = read.sides ? sidesMissing(read.sides, quotes) : [];
  // A quote that likely answers compares the sides, if by other names: “BDQN” for Bayesian deep Q-learning, “cascade” for a pipeline. What only describes a side no quote has in these words.
  const otherNames = unnamed.length > 0 && (likely || (best !== null && unnamed.every(isDescribed)));
  const missing = otherNames ? [] : unnamed;
  const apart = LISTED.has(read.kind) ? namedNowhere(terms, quotes) : null;
  const { languages = [] } = read.constraints;
  const support = supportOf(read, quotes, {
    told:
      apart ??
      missingFactsSentence(read, question, quotes, best !== null) ??
      availabilitySentence(read, question, quotes) ??
      (either && doubt === null ? eitherSentence(quoted.size) : null),
    lean,
    doubt,
    // A quote that likely answers says a term of the subject in other words; a language has no others.
    absent: untoldOf(terms, quotes, { languages }).names.filter((name) => !likely || languages.includes(name)),
    missing,
    compared:
      read.sides === undefined ||
      otherNames ||
      quotes.some(({ text, paper }) => comparesDirectly(read.sides!, text, paper.title)),
    decides: yesNo || read.kind === "comparison",
  });
  const paperOf = new Map(quotes.map(({ paper, citation }) => [citation, paper.paper_id]));
  const counts = answer.state === "answered" && summarizer.model === null && degraded.length === 0;
  const lead = counts
    ? (leadSentence(read, support, quoted.size, (number) => paperOf.get(number)!) ?? leaningSentence(support, lean))
    : null;
  const sentences = lead === null ? answer.sentences : [lead, ...answer.sentences];
  const weak = (reason: string): SupportedAnswer => ({
    answer: { state: "weak", reason, sentences: answer.sentences },
    support,
    quoted,
    lead: null,
  });
  const excepted = exceptedThings(question);
  if (excepted.length > 0 && quotes.every(({ paper, text }) => isAboutThings(excepted, { text, paper: { paper } })))
    return weak(`All passages quoted are about “${joined(excepted)}”, which was not asked for. Below is the closest evidence.`);
  const avoided = doneWithout(question, read.constraints.without ?? []);
  if (avoided.length > 0 && !quotes.some(({ paper, text }) => WITHOUT.test(`${paper.title} ${text}`)))
    return weak(`No passage quoted says “without ${joined(avoided)}”. Below is the closest evidence.`);
  const nothing = answer.state === "answered" ? missingFactsReason(read, question, quotes, best !== null) : null;
  if (nothing !== null) return weak(nothing);
  if (read.constraints.negative_results && answer.state === "answered" && !quotes.some(({ text }) => tellsFailure(text)))
    return weak("No passage quoted reports that something fails or does not help. Below is the closest evidence.");
  if (apart !== null && answer.state === "answered") return weak(`${apart} Below is the closest evidence.`);
  const leadsToNo =
    lead !== null && (support.direction === "against" || (support.direction === "unsettled" && lean?.way === "no"));
  if (missing.length === 0)
    return { answer: { ...answer, sentences }, support, quoted, lead, ...(leadsToNo ? { leadsToNo } : {}) };
  const names = joined(missing.map((side) => `“${side}”`));
  return weak(`No passage quoted mentions ${names}, so the two are not compared. Below is the closest evidence.`);
}
