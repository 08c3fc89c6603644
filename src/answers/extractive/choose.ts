import { opposed } from "../../text/opposed.ts";
import type { RankedPassage } from "./ranked-passages.ts";
import { cosine, fiveGramOverlap } from "../../evidence/similarity.ts";

/** Of relevance against novelty in maximal marginal relevance (Carbonell and Goldstein 1998). */
const MMR_LAMBDA = 0.8;
/** The maximum of sentences of one paper: of any; of one whose score stands out from all others'; of the one that the question is about; of any, where evidence on a claim is wanted. */
const SENTENCES = { any: 2, standingOut: 4, anchor: 4, ofClaim: 4 } as const;
/** A further sentence of a paper that the question is not about has to be this relevant, as a share of the best. */
const SECOND = 0.5;
/** More than any relevance: the paper that a question is about speaks first. */
const ANCHOR_FIRST = 2;
/** The second-best paper has at most this share of the best one's score where the best one stands out. */
const STANDS_OUT = 0.8;
/** Two sentences from here on say the same: one sentence with both citations. */
const SAME = { cosine: 0.9, overlap: 0.6 } as const;
const MAX_SOURCES = 3;
/** How many candidates are compared with each other. */
const COMPARED = 60;

interface Left {
  passage: RankedPassage;
  /** Its relevance as a share of the best one's. */
  value: number;
  /** Its similarity with the nearest of those chosen. */
  nearest: number;
}

/** A sentence and those of other papers that say the same in nearly the same words. */
export type Statement = [leader: RankedPassage, ...others: RankedPassage[]];

/**
 * Up to `limit` statements by greedy maximal marginal relevance, the best first. Each is a group: the sentence chosen, then those of other papers that
 * say the same in nearly the same words. `worthy`: best first. Evidence on a `claim` is taken in its order, however alike it is.
 */
export function chooseStatements(worthy: readonly RankedPassage[], limit: number, { claim = false } = {}): Statement[] {
  const best = Math.max(1e-9, ...worthy.map(({ relevance }) => relevance));
  const left = worthy.slice(0, COMPARED).map((passage): Left => ({
    passage,
    value: passage.relevance / best + (passage.paper.anchor ? ANCHOR_FIRST : 0),
    nearest: 0,
  }));
  const groups: Statement[] = [];
  const taken = new Map<string, number>();
  const maxOf = claim ? () => SENTENCES.ofClaim : maxOfPaper(worthy);
  const lambda = claim ? 1 : MMR_LAMBDA;
  while (left.length > 0) {
    const [next] = left.splice(bestOf(left, lambda), 1);
    if (!next) break;
    const { passage } = next;
    const id = idOf(passage);
    const twin = groups.find(([leader]) => isSame(leader, passage));
    if (twin) {
      if (twin.length < MAX_SOURCES && twin.every((other) => idOf(other) !== id)) twin.push(passage);
      continue;
    }
    if (groups.length >= limit) break;
    const before = taken.get(id) ?? 0;
    const isWeak = !claim && before > 0 && !passage.paper.anchor && passage.relevance < SECOND * best;
    if (before >= maxOf(passage) || isWeak) continue;
    taken.set(id, before + 1);
    groups.push([passage]);
    for (const other of left) other.nearest = Math.max(other.nearest, similarity(passage, other.passage));
  }
  return groups;
}

function bestOf(left: readonly Left[], lambda: number): number {
  const worth = left.map(({ value, nearest }) => lambda * value - (1 - lambda) * nearest);
  return worth.indexOf(Math.max(...worth));
}

function maxOfPaper(ranked: readonly RankedPassage[]): (passage: RankedPassage) => number {
  const scores = new Map(ranked.filter(({ paper }) => !paper.anchor).map((passage) => [idOf(passage), passage.paper.score]));
  const [best = 0, second = 0] = [...scores.values()].sort((a, b) => b - a);
  return ({ paper }) => {
    if (paper.anchor) return SENTENCES.anchor;
    return paper.score === best && second <= STANDS_OUT * best ? SENTENCES.standingOut : SENTENCES.any;
  };
}

/** How alike two passages are, 0 to 1: by meaning where both were embedded, else by words. */
export function similarity(a: RankedPassage, b: RankedPassage): number {
  return a.vector && b.vector ? Math.max(0, cosine(a.vector, b.vector)) : fiveGramOverlap(a.text, b.text);
}

function isSame(a: RankedPassage, b: RankedPassage): boolean {
  const alike = a.vector && b.vector ? cosine(a.vector, b.vector) >= SAME.cosine : false;
  return (alike || fiveGramOverlap(a.text, b.text) >= SAME.overlap) && !opposed(a.text, b.text);
}

function idOf({ paper }: RankedPassage): string {
  return paper.paper.paper_id;
}
