import { passageSeen } from "../../documents/passage.ts";
import { agreement, type SubjectTerm } from "../../evidence/relevance.ts";
import { rarity } from "../../text/rarity.ts";
import { contentTerms } from "../../text/terms.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { namedSides } from "../stance/comparison-stance.ts";
import { CUES, SAYS, tellsLimit, THINGS } from "./cues.ts";
import type { RankedPassage } from "./ranked-passages.ts";
import { outcome } from "./roles.ts";

/*
 * What a kind of question wants of a sentence, beyond its likeness to the question. The factors were chosen by reading answers over the ACL Anthology; docs/answers.md
 * says what grading them showed.
 */

/** From here on a sentence is taken for an outcome. */
const OUTCOME = 0.5;
/** Neither the sentence nor its paper's title has the rarest word of the subject. */
const BESIDE_SUBJECT = 0.4;
/** The sentence itself lacks it. */
const SUBJECT_IN_TITLE = 0.85;
/** By the share of the subject that the sentence names: none of it, and the rest for all of it. */
const NAMED = { base: 0.5, share: 0.5 } as const;
/** That a method beats others answers only who asks for that. */
const BOAST = 0.5;
/** An entry of a list says what the paper brings; background and results of others' data say less. */
const PRESENTS = { thing: 2.5, anything: 1.5, nothing: 0.6 } as const;
/** Questions for limits want what fails; questions for an amount want a figure. */
const TELLS_LIMIT = 1.6;
const TELLS_FIGURE = 1.5;
/** How something is done is told by its means or its outcome; that it was looked into tells little. */
const AIM_ALONE = 0.4;
/** The question asks for it to be done without, and the sentence says so. */
const TELLS_WITHOUT = 1.8;

/** Of a comparison, by how many of its two sides the sentence names. */
const SIDES = { 0: 0.4, 1: 1, 2: 2.5 } as const;

/** Kinds of questions that gains over others answer. */
const ASK_FOR_GAINS: ReadonlySet<ReadQuestion["kind"]> = new Set([
  "comparison",
  "how_well",
  "how_much",
  "which_exist",
  "artifact",
]);

/** Ranked passages about one paper in the order of what this question wants; what has nothing to do with its subject far behind. Pure. */
export function forQuestion(ranked: readonly RankedPassage[], read: ReadQuestion): RankedPassage[] {
  const rarest = rarestStem(read);
  return ranked
    .map((passage) => ({
      ...passage,
      relevance: passage.relevance * subjectFactor(passage, rarest, read.subject.terms) * kindFactor(passage, read),
    }))
    .sort((a, b) => Number(b.paper.anchor) - Number(a.paper.anchor) || b.relevance - a.relevance);
}

function rarestStem({ subject }: ReadQuestion): string | null {
  const stems = subject.terms.flatMap((term) => term.stems);
  return stems.length === 0 ? null : stems.reduce((a, b) => (rarity(b) > rarity(a) ? b : a));
}

/** How much of the subject the sentence itself names, and whether it or its paper's title has the rarest word. */
function subjectFactor({ text, paper }: RankedPassage, rarest: string | null, terms: readonly SubjectTerm[]): number {
  if (rarest === null || paper.anchor) return 1;
  const named = NAMED.base + NAMED.share * agreement(terms, { title: text, abstract: null }).title;
  const has = (words: string) => contentTerms(words).some(({ stem }) => stem === rarest);
  if (has(text)) return named;
  return named * (has(paper.paper.title) ? SUBJECT_IN_TITLE : BESIDE_SUBJECT);
}

function kindFactor(passage: RankedPassage, { kind, artifact, sides, constraints }: ReadQuestion): number {
  const { text } = passage;
  const without = constraints.without?.length && SAYS.without.test(text) ? TELLS_WITHOUT : 1;
  const negative = constraints.negative_results && tellsLimit(text) ? TELLS_LIMIT : 1;
  const compared = sides === undefined ? 1 : SIDES[namedSides(sides, text).filter(Boolean).length as 0 | 1 | 2];
  const boast = SAYS.boasts.test(text) && !ASK_FOR_GAINS.has(kind) ? BOAST : 1;
  return boast * without * negative * compared * ofKind(text, outcomeOf(passage), { kind, artifact });
}

/** How likely a passage says what was found. Roles are those of sentences in abstracts; in a paper's text any sentence may be what is asked for. */
function outcomeOf({ roles, paper }: RankedPassage): number {
  return passageSeen(paper.paper) === null ? outcome(roles) : 1;
}

function ofKind(text: string, found: number, { kind, artifact }: Pick<ReadQuestion, "kind" | "artifact">): number {
  switch (kind) {
    case "which_exist":
    case "artifact":
      if (!SAYS.presents.test(text)) return artifact === undefined ? 0.5 + found / 2 : PRESENTS.nothing;
      return artifact !== undefined && THINGS[artifact].test(text) ? PRESENTS.thing : PRESENTS.anything;
    case "state_limits":
      return tellsLimit(text) ? TELLS_LIMIT : 1;
    case "how_done":
    case "what_is":
      return found >= OUTCOME || SAYS.by_means.test(text) ? 1 : AIM_ALONE;
    case "how_much":
    case "how_well":
      return CUES.digits.test(text) ? TELLS_FIGURE : 1;
    default:
      return 1;
  }
}

/** Kinds that only an outcome answers. */
const WANT_OUTCOMES: ReadonlySet<ReadQuestion["kind"]> = new Set([
  "does_it",
  "how_well",
  "how_much",
  "comparison",
  "state_limits",
  "readiness",
]);
/** Where fewer outcomes are at hand, other sentences stand in. */
const ENOUGH_OUTCOMES = 2;

/** Of passages that may be quoted, the outcomes alone, where the question wants outcomes and there are enough. Pure. */
export function outcomesFor(worthy: readonly RankedPassage[], { kind }: ReadQuestion): readonly RankedPassage[] {
  if (!WANT_OUTCOMES.has(kind)) return worthy;
  const outcomes = worthy.filter((passage) => outcomeOf(passage) >= OUTCOME);
  return outcomes.length >= ENOUGH_OUTCOMES ? outcomes : worthy;
}
