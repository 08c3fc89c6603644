import { agreement, type SubjectTerm } from "../../evidence/relevance.ts";
import { rarity } from "../../text/rarity.ts";
import { contentTerms } from "../../text/terms.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { namedSides } from "../stance/comparison-stance.ts";
import { matchTerms } from "../question/match-terms.ts";
import { CUE_NAMES, cuesOf, SAYS, tellsLimit, THINGS } from "./cues.ts";
import { demandsMet, isOfOtherLanguage, tellsFailure } from "./demands.ts";
import type { Features } from "./linear.ts";
import type { RankedPassage } from "./ranked-passages.ts";
import read from "./sentence-answers-read.json" with { type: "json" };
import words from "./sentence-answers-words.json" with { type: "json" };
import weights from "./sentence-answers.json" with { type: "json" };
import { boosted, type Trees } from "./trees.ts";
import { pairs } from "../../shared/pairs.ts";

/** The highest grade: a sentence that answers the question outright. */
const OUTRIGHT = 3;
/** `NAME: …` and names with a capital inside begin titles of data sets, tools and models. */
const NAMED = /^[A-Z][\w-]*[A-Z]\w*/u;
const LISTING = /, \w+,? and /u;

/**
 * How well each passage answers the question, as a share of an outright answer: the grade that a careful reader would give it, as gradient-boosted trees predict it
 * from what the sentence says and what this kind of question asks. Trained by `models/sentences/train.py answers`.
 */
export function answering(passages: readonly RankedPassage[], read: ReadQuestion, question: string): number[] {
  const askedOf = askedFeatures(read, question);
  return pairs(passages, answeringFeatures(passages, read)).map(([passage, features]) => {
    const { reading } = passage;
    const grade =
      reading === null ? boosted(UNREAD, features) : boosted(READ, { ...features, ...askedOf(passage), reading: reading.grade });
    return Math.min(1, Math.max(0, grade / OUTRIGHT));
  });
}

/** The same by words alone, as the grade itself: which sentences are worth reading. */
export function gradesByWords(passages: readonly RankedPassage[], question: ReadQuestion): number[] {
  return answeringFeatures(passages, question).map((features) => boosted(WORDS, features));
}

/** By words alone: without the features that an embedding gives. */
const WORDS = words as unknown as Trees;
/** Of sentences that were only compared with the question, and of those that were read together with it. */
const UNREAD = weights as unknown as Trees;
const READ = read as unknown as Trees;

/** What the model looks at, for each passage of a question. */
export function answeringFeatures(passages: readonly RankedPassage[], read: ReadQuestion): Features[] {
  const bestCosine = Math.max(0, ...passages.map(({ paper }) => paper.cosine ?? 0));
  const papers = new Map<object, { own: ReadQuestion; rare: RareStems; features: Features }>();
  const looked = (paper: RankedPassage["paper"]) => {
    const own = namedAs(read, paper);
    const [rarest, second] = [...new Set(own.subject.terms.flatMap(({ stems }) => stems))].sort((a, b) => rarity(b) - rarity(a));
    const rare = { rarest, second };
    return { own, rare, features: paperFeatures(paper, own, { bestCosine, ...rare }) };
  };
  return passages.map((passage) => {
    const { paper } = passage;
    const found = papers.get(paper) ?? looked(paper);
    papers.set(paper, found);
    return { ...found.features, ...sentenceFeatures(passage, found.own, found.rare) };
  });
}

/** The question as a paper speaks of it: by the other names for its subject that the paper has whole, where it has any. */
function namedAs(read: ReadQuestion, { paper }: Pick<RankedPassage["paper"], "paper">): ReadQuestion {
  const names = (read.subject.also ?? []).filter((name) => agreement([name], paper).coverage === 1);
  return names.length === 0 ? read : { ...read, subject: { ...read.subject, terms: names } };
}

/** A term of which a text has less than this share of its stems, by their rarity, is not in it. */
const HAS_TERM = 0.5;

/** What is besides looked at of a sentence that was read: how much of each term of the subject it and its paper have, and whether it meets what the kind of question demands. */
export function askedFeatures(read: ReadQuestion, question: string): (passage: RankedPassage) => Features {
  const termsOf = (own: ReadQuestion) => matchTerms(own).filter(({ weight = 1 }) => weight === 1);
  const sharesOf = (text: string, terms: readonly SubjectTerm[]) => terms.map((term) => agreementOf([term], text));
  const lacking = (shares: readonly number[]) => shares.filter((share) => share < HAS_TERM).length;
  const ofPapers = new Map<object, { terms: readonly SubjectTerm[]; features: Features }>();
  const ofPaper = (item: RankedPassage["paper"]) => {
    const terms = termsOf(namedAs(read, item));
    const shares = sharesOf(`${item.paper.title} ${item.paper.abstract ?? ""}`, terms);
    return { terms, features: { least_in_paper: Math.min(1, ...shares), terms_absent: lacking(shares) } };
  };
  return (passage) => {
    const { text, paper } = passage;
    const inPaper = ofPapers.get(paper) ?? ofPaper(paper);
    ofPapers.set(paper, inPaper);
    const told = sharesOf(`${paper.paper.title} ${text}`, inPaper.terms);
    return {
      ...inPaper.features,
      least_told: Math.min(1, ...told),
      terms_untold: lacking(told),
      other_language: Number(isOfOtherLanguage(passage, read, question)),
      demands: demandsMet(passage, read, question),
      failure: Number(tellsFailure(text)),
    };
  };
}

interface RareStems {
  rarest: string | undefined;
  second: string | undefined;
}

function paperFeatures(
  { paper, cosine }: RankedPassage["paper"],
  { kind, artifact, sides, constraints, subject }: ReadQuestion,
  { bestCosine, ...rare }: RareStems & { bestCosine: number },
): Features {
  const { coverage, title, proximity } = agreement(subject.terms, paper);
  const [rarest, second] = has(paper.title, rare);
  return {
    [`kind_${kind}`]: 1,
    paper_cosine: cosine ?? 0,
    paper_cosine_gap: bestCosine - (cosine ?? 0),
    paper_subject: coverage,
    title_subject: title,
    subject_proximity: proximity,
    title_rarest: rarest,
    title_second: second,
    title_thing: artifact === undefined ? 0 : Number(THINGS[artifact].test(paper.title)),
    title_named: Number(NAMED.test(paper.title)),
    title_colon: Number(paper.title.includes(":")),
    title_sides: sidesNamed(sides, paper.title),
    has_sides: sides === undefined ? 0 : 1,
    without: constraints.without?.length ? 1 : 0,
    negative_results: constraints.negative_results ? 1 : 0,
  };
}

function sentenceFeatures(
  { text, roles, position, candidate, relevance }: RankedPassage,
  { artifact, sides, outcome, subject }: ReadQuestion,
  rare: RareStems,
): Features {
  const words = text.split(" ").length;
  const cues = cuesOf(text);
  const [rarest, second] = has(text, rare);
  const presents = Number(SAYS.presents.test(text));
  const thing = artifact === undefined ? 0 : Number(THINGS[artifact].test(text));
  return {
    relevance,
    words: candidate.words,
    coverage: candidate.coverage,
    paper_coverage: candidate.paperCoverage,
    cosine: candidate.cosine ?? 0,
    cosine_gap: candidate.cosineGap,
    outcome_share: candidate.outcomeShare,
    ...Object.fromEntries(Object.entries(roles).map(([role, share]) => [`role_${role}`, share])),
    ...Object.fromEntries(CUE_NAMES.map((name) => [name, Number(cues.has(name))])),
    position,
    length: words,
    subject: agreementOf(subject.terms, text),
    rarest,
    second,
    presents,
    thing,
    presents_thing: presents * thing,
    boasting: Number(SAYS.boasts.test(text)),
    limit: Number(tellsLimit(text)),
    means: Number(SAYS.by_means.test(text)),
    sides: sidesNamed(sides, text),
    outcome_named: outcome === undefined ? 0 : Number(text.toLowerCase().includes(outcome.text.toLowerCase().slice(0, 5))),
    listing: Number(LISTING.test(text)),
  };
}

function agreementOf(terms: readonly SubjectTerm[], text: string): number {
  return agreement(terms, { title: text, abstract: null }).title;
}

function has(text: string, { rarest, second }: RareStems): [rarest: number, second: number] {
  const own = new Set(contentTerms(text).map(({ stem }) => stem));
  const held = (stem: string | undefined) => Number(stem !== undefined && own.has(stem));
  return [held(rarest), held(second)];
}

function sidesNamed(sides: ReadQuestion["sides"], text: string): number {
  return sides === undefined ? 0 : namedSides(sides, text).filter(Boolean).length;
}
