import type { ReadQuestion } from "../question/schema.ts";
import { gradesByWords } from "./answering.ts";
import { LISTED } from "./extractive.ts";
import { demandsMet } from "./demands.ts";
import type { Choice, RankedPassage, Worded } from "./ranked-passages.ts";
import { READ_AGAIN } from "./second-reading.ts";

/** So many of the best by words alone are looked at. */
const CONSIDERED = 120;

/**
 * Of the sentences that can be quoted those worth an embedding where the best are read again: the twelve that promise most by words alone. Of 718 graded questions that the models had not
 * seen the first sentence then answers .627, of the first five .464; with 28 embeddings of which ten are read again .623 and .460.
 */
export function mostPromising(read: ReadQuestion, question: string): Choice {
  return (items) => {
    const considered = items.slice(0, CONSIDERED);
    const passages = considered.map(unread);
    const grades = gradesByWords(passages, read).map((grade, index) => grade * demandsMet(passages[index]!, read, question));
    const ordered = [...considered.keys()].sort((a, b) => grades[b]! - grades[a]! || a - b).map((index) => considered[index]!);
    return (LISTED.has(read.kind) ? bestOfEachFirst(ordered) : ordered).slice(0, READ_AGAIN);
  };
}

/** An entry of a list is one sentence of a paper. */
function bestOfEachFirst<Item extends Worded>(ordered: readonly Item[]): Item[] {
  const best = new Set([...Map.groupBy(ordered, ({ passage }) => passage.paper).values()].map(([first]) => first));
  return [...ordered.filter((item) => best.has(item)), ...ordered.filter((item) => !best.has(item))];
}

function unread({ passage, candidate }: Worded): RankedPassage {
  return { ...passage, candidate, relevance: 0, vector: null, reading: null };
}
