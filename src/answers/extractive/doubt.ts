import type { ReadQuestion } from "../question/schema.ts";
import { cuesOf, tellsLimit } from "./cues.ts";
import { demandsMet } from "./demands.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/*
 * Of 240 answers to plain questions that nobody had looked at when they were graded, 40 of them lists (docs/decisions.md, 115): 737 quotes of those that are no lists, each graded twice or more.
 */

/** How often a sentence that was read answers outright, from which predicted share on. Below .55 predictions hardly tell one such sentence from another. */
const ANSWERS = [
  { from: 0.7, share: 0.86 },
  { from: 0.6, share: 0.75 },
  { from: 0.55, share: 0.5 },
  { from: -Infinity, share: 0.33 },
] as const;

/** From here on an answer is in doubt: a quote answers in .35 of 57 such answers, in .97 of the 143 others. People call .87 and more of the answers with such a quote helpful, and .01 of those without one. */
const IN_DOUBT = 0.3;

/** Whether it is likely enough that none of the quotes answers, by what is predicted of each, as a share of an outright answer. */
export function isInDoubt(predicted: readonly number[]): boolean {
  const none = predicted.reduce((product, one) => product * (1 - ANSWERS.find(({ from }) => one >= from)!.share), 1);
  return none >= IN_DOUBT;
}

/** Of 50 quotes predicted below `unsure` whose paper agrees with the subject less than this share of the best .27 are off and .29 answer, of 168 others .09 and .38. */
const FAR = { unsure: 0.5, agreement: 0.78 } as const;

function isFar({ expected, relevance, paper }: RankedPassage): boolean {
  return (expected ?? relevance) < FAR.unsure && paper.score < FAR.agreement;
}

/** Sentences worth quoting without those that are likely off, where those of at least so many papers are left. Pure. */
export function withoutFar(worthy: readonly RankedPassage[], atLeast: number): readonly RankedPassage[] {
  const near = worthy.filter((passage) => !isFar(passage));
  return new Set(near.map(({ paper }) => paper.paper.paper_id)).size >= atLeast ? near : worthy;
}

/**
 * So many sentences more, which are predicted to answer at least so much, and with what speaks for them are worth so much. Of 321 quotes of papers near the subject that were predicted .28 to .48, .34 answer and .10 are off; of 290 of them
 * that are worth .36 .36 and .10, of 234 worth .44 .40 and .08, but then fewer answers have one that answers: of 156 gradings .59 found the answer helpful, with .38 .63.
 */
const FURTHER = { sentences: 3, lowest: 0.28, worth: 0.38 } as const;
/** What settles a yes or no, or tells a cause, is seldom among what is predicted low: of 99 such quotes of plain questions .38 answer and .16 are off, of 69 worth this .46 and .08. */
const SURER = { kinds: new Set<ReadQuestion["kind"]>(["does_it", "what_is"]), worth: 0.46 } as const;
/** What predictions below that make too little of: that a sentence tells a limit or turns, meets what this kind of question demands, and was graded so much by the model that read it. */
const WORTH = { limit: 0.06, demands: 0.06, met: 0.9, graded: 0.05, grade: 1.1 } as const;

/**
 * Sentences worth quoting, and as long as it is in doubt whether one of them answers and there are fewer than `room`, the best ones of further papers. `firsts`: the best of each paper. Pure.
 */
export function withFurther(
  worthy: readonly RankedPassage[],
  firsts: readonly RankedPassage[],
  { room, question, read }: { room: number; question: string; read: ReadQuestion },
): readonly RankedPassage[] {
  const papers = new Set(worthy.map(({ paper }) => paper.paper.paper_id));
  const worthOf = (passage: RankedPassage) =>
    passage.relevance +
    (tellsLimit(passage.text) || cuesOf(passage.text).has("turns") ? WORTH.limit : 0) +
    (demandsMet(passage, read, question) >= WORTH.met ? WORTH.demands : 0) +
    ((passage.reading?.grade ?? 0) >= WORTH.grade ? WORTH.graded : 0);
  const further = firsts
    .filter((passage) => passage.relevance >= FURTHER.lowest && !isFar(passage) && !papers.has(passage.paper.paper.paper_id))
    .map((passage) => ({ passage, worth: worthOf(passage) }))
    .filter(({ worth }) => worth >= (SURER.kinds.has(read.kind) ? SURER.worth : FURTHER.worth))
    .sort((one, other) => other.worth - one.worth);
  const quoted = [...worthy];
  for (const { passage } of further.slice(0, FURTHER.sentences)) {
    if (quoted.length >= room || !isInDoubt(quoted.map(({ relevance }) => relevance))) break;
    quoted.push(passage);
  }
  return quoted;
}
