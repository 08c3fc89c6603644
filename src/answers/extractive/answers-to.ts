import { passageSeen } from "../../documents/passage.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { favoredSideByTitle, tellsSides } from "../stance/comparison-stance.ts";
import { isClaim } from "../question/kind.ts";
import { answering } from "./answering.ts";
import { claimEvidence } from "./claim-evidence.ts";
import { bringsAsked, demandsMet, keptIfRead } from "./demands.ts";
import { withFurther, withoutFar } from "./doubt.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** What an answer is to be: sentences that answer, outcomes of several studies side by side, a list of things, or one of papers, of which a near one is wanted too. */
type Wanted = "answer" | "outcomes" | "things" | "papers";

/** How well something works, or which of two does, one study seldom settles. */
const WANT_SEVERAL: ReadonlySet<ReadQuestion["kind"]> = new Set(["comparison", "how_well", "how_much"]);

interface Bounds {
  /** From here on, as a share of an outright answer, a sentence is worth quoting. */
  answers: Record<Wanted, number>;
  /** The best sentences of this many papers stay down to a lower share: one paper alone is hardly an answer, and a list wants many. */
  always: Record<Wanted, { papers: number; lowest: number }>;
  /** How often an entry of a list, of things or of papers, counts the share of the best paper's agreement with the subject that its own paper has. */
  agreement: Record<"things" | "papers", number>;
}

/**
 * What was read together with the question. The bounds were chosen on 1,863 graded questions that neither reader nor trees had seen; of 240 answers to questions that nobody had looked at, graded beside those of before, with them and the
 * refusal below `HARDLY_ANSWERS` .56 of the sentences quoted answer (.51 before), .05 are off (.06), and there are 2.9 an answer (2.8; docs/decisions.md, 109); those of outcomes on 120 others (113). Who asks for papers wants those that may be it, and of
 * the very subject first: of LitSearch's questions .470 instead of .434 quote a paper wanted, .331 instead of .277 first (by the reader of then). For lists of things it counts no more: the trees look at it themselves.
 */
const READ: Bounds = {
  answers: { answer: 0.48, outcomes: 0.43, things: 0.5, papers: 0.3 },
  always: {
    answer: { papers: 2, lowest: 0.4 },
    outcomes: { papers: 3, lowest: 0.36 },
    things: { papers: 4, lowest: 0.38 },
    papers: { papers: 4, lowest: 0.22 },
  },
  agreement: { things: 0, papers: 2 },
};
const COMPARED: Bounds = {
  answers: { answer: 0.4, outcomes: 0.4, things: 0.4, papers: 0.4 },
  always: {
    answer: { papers: 2, lowest: 0.25 },
    outcomes: { papers: 2, lowest: 0.25 },
    things: { papers: 10, lowest: 0.2 },
    papers: { papers: 10, lowest: 0.2 },
  },
  agreement: { things: 2, papers: 2 },
};
/**
 * Of a claim, all evidence is wanted. Of SciFact's claims, half for reporting, a marked sentence is among five for .877 with this, for .841 with the bounds of questions; of the sentences shown .33 and .37 are marked, since people marked
 * only some.
 */
const EVIDENCE = 0.25;
/** A further sentence of a paper that most likely is its background or aim has to promise more. */
const ANSWERS_AGAIN = 0.55;
/** A further sentence of a paper has to promise more than the first one. */
const SECOND = 0.5;
/**
 * An answer whose best sentence lies below this hardly answers. Of sentences that were read it is refused: with a bound of .4 and the reader before, of 31 such answers to 300 unseen questions, no lists, .22 had a sentence that answers,
 * of 13 predicted up to .05 more .38. Two who read 23 of them beside their refusals with the titles nearest to the question found .37 of the answers helpful and .17 misleading, of the refusals .22 and none (docs/decisions.md, 105). Where sentences were
 * only compared, below `compared` the answer is weak: of 440 questions 18, of which the best sentence answered .22 and was off for .44 (predicted by trees that had not seen the question).
 */
export const HARDLY_ANSWERS = { read: 0.37, list: 0.33, compared: 0.3 } as const;
/** Of a claim all evidence is wanted, and it is refused only below this. */
export const ANSWERS_NOTHING = 0.2;
/** A sentence that says which of two sides is ahead answers a comparison more than one about both, if it is on its subject at all. */
const TELLS_SIDE = { from: 0.4, more: 0.2 } as const;
/**
 * What the authors conclude answers whether something is so before the figures that they conclude it from: so much more, times how likely a sentence is a conclusion. Of 144 graded questions for a yes
 * or no that neither reader nor trees had seen .611 have a sentence that answers first without it, .618 with .1, .632 with this and .604 with .2; of 251 of PubMedQA (half for tuning) the authors' conclusion comes first for .614 with .1
 * and .761 with .2. Other kinds of questions lose by it.
 */
const CONCLUDES = 0.15;
const PAPERS =
  /\b(?:papers?|research|studies|study|works?|articles?|literature|publications?|comparative analys[ei]s)\b|(?<!\b(?:gives?|giving)\s+an\s+)\b(?:surveys?|overviews?)\s+(?:of|on|about)\b|^(?:what|which|any) (?:(?:are|is|were) )?(?:the )?(?:latest|newest|recent) (?:developments?|advance(?:ment)?s?)\b(?! sets?\b)|^where (?:can|could|do) (?:I|we|one) read\b/iu;
/** Papers as what something is made of, and works as a verb: “corpora of news articles”, “parsers that work on tweets”. */
const NO_PAPERS =
  /\b(?:news|wikipedia|scientific|academic|scholarly|legal|medical|clinical|biomedical|encyclopedic|user|case|of|in|from|for)\s+(?:research\s+)?(?:papers?|articles?|studies|publications?|literature|works?)\b|\b(?:that|to|\p{L}+(?:ers|ors|ools|els|ods|ems|hes))\s+works?\b/giu;

/** Whether papers themselves are asked for: “any research on …”, “could you recommend studies that …”. Pure. */
export function asksPapers(question: string): boolean {
  return PAPERS.test(question.replace(NO_PAPERS, " "));
}

/** Sentences that are likely off stay where those of fewer other papers are left. */
const LEFT = { answer: 2, things: 3 } as const;

/** From here on a sentence is taken for an announcement or a list of contents. */
const LIKELY = 0.5;

/**
 * Of ranked passages those that answer the question, the best first; what says little stays only where there is nothing else. `room`: up to so many for an answer of which it is in doubt whether one of its sentences answers; by
 * default nothing is added in doubt. Pure.
 */
export function answersTo(
  ranked: readonly RankedPassage[],
  read: ReadQuestion,
  { list, question, room = 0 }: { list: boolean; question: string; room?: number },
): readonly RankedPassage[] {
  const wasRead = ranked.some(({ reading }) => reading !== null);
  const claim = wasRead && isClaim(question);
  const bounds = wasRead ? READ : COMPARED;
  const listed = asksPapers(question) ? "papers" : "things";
  const wanted = list ? listed : WANT_SEVERAL.has(read.kind) ? "outcomes" : "answer";
  const always = bounds.always[wanted];
  const compared = ranked.filter(({ vector }) => vector !== null);
  const candidates = compared.length > 0 ? compared : ranked;
  const scores = answering(candidates, read, question);
  const found = candidates
    .map((passage, index) => {
      if (claim) return { ...passage, relevance: claimEvidence(passage, scores[index]!, question) };
      const grade = scores[index]! * (passage.reading === null ? demandsMet : keptIfRead)(passage, read, question);
      if (!list) return { ...passage, relevance: promise(passage, grade, read) };
      return { ...passage, relevance: grade * passage.paper.score ** bounds.agreement[listed], expected: grade };
    })
    .filter(({ roles }) => roles.announcement + roles.organisation + roles.question < LIKELY)
    .sort((a, b) => b.relevance - a.relevance);
  const leaders = new Set(
    [...Map.groupBy(found, ({ paper }) => paper.paper.paper_id).values()].map(([leader]) => leader!).slice(0, always.papers),
  );
  const seconds = new Set(found.filter(({ paper }, rank) => found.findIndex((other) => other.paper === paper) < rank));
  const worthy = found.filter((passage) => {
    if (claim) return passage.relevance >= EVIDENCE;
    const { background, aim } = passage.roles;
    // Roles are those of sentences in abstracts; in a paper's text what sounds like background may be how it was done.
    const leadsUp = passageSeen(passage.paper.paper) === null && background + aim >= LIKELY;
    const lowest = seconds.has(passage) ? (leadsUp ? ANSWERS_AGAIN : SECOND) : bounds.answers[wanted];
    return passage.relevance >= (leaders.has(passage) ? always.lowest : lowest);
  });
  if (found.length === 0) return [];
  const quotable = worthy.length === 0 ? found.slice(0, 1) : worthy;
  if (wanted === "papers") return broughtFirst(subjectFirst(quotable), read);
  if (list) return broughtFirst(wasRead ? withoutFar(quotable, LEFT.things) : quotable, read);
  if (claim || !wasRead) return quotable;
  const firsts = found.filter((passage) => !seconds.has(passage));
  return withFurther(withoutFar(quotable, LEFT.answer), firsts, { room, question, read });
}

/** What a sentence of an answer, no entry of a list, promises. */
function promise({ text, paper, roles }: RankedPassage, grade: number, { kind, sides }: ReadQuestion): number {
  if (kind === "does_it") return grade + CONCLUDES * roles.conclusion;
  if (kind !== "comparison" || sides === undefined || grade < TELLS_SIDE.from) return grade;
  const tells = tellsSides(sides, text) || favoredSideByTitle(sides, text, paper.paper.title) !== 0;
  return tells ? grade + TELLS_SIDE.more : grade;
}

/**
 * How often agreement with the subject counts for the paper that leads a list of papers; for the others it counts as in `READ`. Of LitSearch's questions the leader is a paper wanted for .386 instead of .331; of 251 other
 * requests for papers, graded, it fits for .574 both times. For all entries, fewer lists would have a paper wanted among four (.500 instead of .518).
 */
const LEADS = 4;

/** A list of papers with the one in front that fits and agrees with the subject most. */
function subjectFirst(papers: readonly RankedPassage[]): readonly RankedPassage[] {
  const worth = ({ expected = 0, paper }: RankedPassage) => expected * paper.score ** LEADS;
  const leader = papers.reduce((best, one) => (worth(one) > worth(best) ? one : best));
  const relevance = Math.max(...papers.map((paper) => paper.relevance));
  return [{ ...leader, relevance }, ...papers.filter((one) => one !== leader)];
}

/** So many papers that bring what is asked for make a list without those that only used it. */
const ENOUGH_BROUGHT = 3;

function broughtFirst(worthy: readonly RankedPassage[], { artifact }: ReadQuestion): readonly RankedPassage[] {
  if (artifact === undefined) return worthy;
  const brought = worthy.filter((passage) => bringsAsked(passage, artifact));
  const papers = new Set(brought.map(({ paper }) => paper.paper.paper_id));
  return papers.size >= ENOUGH_BROUGHT ? brought : worthy;
}
