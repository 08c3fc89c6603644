import type { ReadQuestion } from "../question/schema.ts";
import { BY_ORDER, favoredSide } from "./comparison-stance.ts";
import { stanceText } from "./stance-text.ts";
import { oppositesOf } from "./opposite.ts";
import { claimOf, stanceChances } from "./stance.ts";

export interface CounterPassage {
  paper_id: string;
  text: string;
}

type Chances = ReturnType<typeof stanceChances>;

export interface CounterFinding<P extends CounterPassage> {
  passage: P;
  /** How likely the passage says something to the claim and says the opposite, 0 to 1. */
  confidence: number;
}

/**
 * The lowest chances at which a sentence is shown, and how many sentences of a paper tell which way it leans. Chosen on the tuning half of
 * SciFact's claims for a precision of .80; `npm run bench -- stance` measures it.
 */
const MINIMUM = { relevance: 0.5, against: 0.6, lean: 0 };
const LEANING_SENTENCES = 5;
const MAX_SHOWN = 5;

const NOTHING_FOUND = "no effect no improvement fails negative results";

/** What to search for to find papers that say the opposite of what a claim says or a question asks. Empty where it has no subject. */
export function counterSearchText(claim: ReadQuestion | string): string {
  if (typeof claim === "string") return claim.trim() === "" ? "" : `${oppositesOf(claim).reversed} ${NOTHING_FOUND}`;
  const { sides, subject, outcome, constraints } = claim;
  if (sides) return `${sides[1]} outperforms ${sides[0]} ${subject.text}`;
  if (subject.text === "") return "";
  // A question for what fails is countered by what works.
  if (constraints.negative_results) return `${subject.text} ${outcome?.text ?? ""} improves effective`.replace(/\s+/gu, " ");
  const { reversed } = oppositesOf(outcome?.text ?? "");
  return `${subject.text} ${outcome === undefined ? "" : `does not ${outcome.text} ${reversed.startsWith("There") ? "" : reversed}`} ${NOTHING_FOUND}`.replace(
    /\s+/gu,
    " ",
  );
}

/**
 * The passages that contradict a claim, the surest first, one of a paper, five at most. Give all sentences of a paper that were read: a
 * paper whose sentences lean toward the claim contradicts it with none of them.
 */
export function counterEvidenceOf<P extends CounterPassage>(
  claim: ReadQuestion | string,
  passages: readonly P[],
): CounterFinding<P>[] {
  const { text, sides } = claimOf(claim);
  const own = stanceText(text);
  const claimed = sides === undefined ? 0 : favoredSide(sides, text) || 1;
  return [...Map.groupBy(passages, ({ paper_id }) => paper_id).values()]
    .flatMap((ofPaper): CounterFinding<P>[] => {
      const opposite = sides && ofPaper.find((passage) => favoredSide(sides, passage.text) === -claimed);
      if (opposite) return [{ passage: opposite, confidence: BY_ORDER }];
      const leaning = ofPaper
        .map((passage) => ({ passage, ...stanceChances(own, stanceText(passage.text)) }))
        .toSorted((a, b) => b.relevance - a.relevance)
        .slice(0, LEANING_SENTENCES);
      const [surest] = leaning.toSorted((a, b) => weightOf(b) - weightOf(a));
      if (!surest) return [];
      const { passage, relevance, against } = surest;
      if (relevance < MINIMUM.relevance || against < MINIMUM.against || leanOf(leaning) < MINIMUM.lean) return [];
      return [{ passage, confidence: relevance * against }];
    })
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, MAX_SHOWN);
}

/** That a sentence says the opposite counts for more than that it says anything. */
function weightOf({ relevance, against }: Chances): number {
  return relevance * against ** 2;
}

/** Log-odds that a paper contradicts, the mean over its sentences by how relevant each is. */
function leanOf(sentences: readonly Chances[]): number {
  const total = sentences.reduce((sum, { relevance }) => sum + relevance, 0);
  return sentences.reduce((sum, { relevance, against }) => sum + relevance * Math.log(against / (1 - against)), 0) / total;
}
