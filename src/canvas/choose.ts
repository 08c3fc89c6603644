import { opposed } from "./opposed.ts";
import type { RankedPassage } from "./ranked-passages.ts";
import { cosine, fiveGramOverlap } from "./similarity.ts";

/** Of relevance against novelty in maximal marginal relevance (Carbonell and Goldstein 1998). */
const MMR_LAMBDA = 0.8;
/** The most sentences of one paper: of any; of one whose score stands out from all others'; of the one that the question is about. */
const SENTENCES = { any: 2, standingOut: 4, anchor: 3 } as const;
/** The second-best paper has at most this share of the best one's score where the best one stands out. */
const STANDS_OUT = 0.8;
/** Below this share of the best sentence's relevance a sentence is left out rather than padding the answer. */
const RELEVANCE_FLOOR = 0.5;
/** Two sentences from here on say the same: one sentence with both citations. */
const SAME = { cosine: 0.9, overlap: 0.6 } as const;
const MOST_SOURCES = 3;
/** How many candidates are compared with each other. */
const COMPARED = 60;

/**
 * Up to `limit` statements by greedy maximal marginal relevance. Each is a group: the sentence chosen, then those of other papers that say
 * the same in nearly the same words. `ranked`: best first.
 */
export function chooseStatements(ranked: readonly RankedPassage[], limit: number): RankedPassage[][] {
  const left = ranked.slice(0, COMPARED).map((passage) => ({ passage, nearest: 0 }));
  const groups: RankedPassage[][] = [];
  const taken = new Map<string, number>();
  const least = leastRelevance(ranked);
  const most = mostOfPaper(ranked);
  while (left.length > 0) {
    const [{ passage }] = left.splice(bestOf(left), 1);
    if (passage.relevance < least) continue;
    const id = idOf(passage);
    const twin = groups.find(([leader]) => isSame(leader, passage));
    if (twin) {
      if (twin.length < MOST_SOURCES && twin.every((other) => idOf(other) !== id)) twin.push(passage);
      continue;
    }
    if (groups.length >= limit) break;
    if ((taken.get(id) ?? 0) >= most(passage)) continue;
    taken.set(id, (taken.get(id) ?? 0) + 1);
    groups.push([passage]);
    for (const other of left) other.nearest = Math.max(other.nearest, similarity(passage, other.passage));
  }
  return groups;
}

function bestOf(left: readonly { passage: RankedPassage; nearest: number }[]): number {
  const worth = left.map(({ passage, nearest }) => MMR_LAMBDA * passage.relevance - (1 - MMR_LAMBDA) * nearest);
  return worth.indexOf(Math.max(...worth));
}

function leastRelevance(ranked: readonly RankedPassage[]): number {
  const others = ranked.filter((passage) => !passage.paper.anchor).map((passage) => passage.relevance);
  return RELEVANCE_FLOOR * Math.max(0, ...others);
}

function mostOfPaper(ranked: readonly RankedPassage[]): (passage: RankedPassage) => number {
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
