import type { ReadQuestion } from "../question/schema.ts";
import { passageSeen } from "../../documents/passage.ts";
import { foldText } from "../../documents/text.ts";
import { gradesByWords } from "./answering.ts";
import { LISTED } from "./extractive.ts";
import { demandsMet } from "./demands.ts";
import type { Choice, RankedPassage, Worded } from "./ranked-passages.ts";

/** So many of the best by words alone are looked at; where much more is read. */
const CONSIDERED = { first: 120, many: 300 } as const;
/** A phrase that the question quotes is what it is about. */
const SAYS_QUOTED = 2;
/**
 * So many of the most promising sentences are read; more where full texts are among them, since their sentences name their subject less often and words tell less, and for a list, each entry of which is the best sentence
 * of its paper. Of 292 lists that no model had seen, with 64 instead of 16 3.2 instead of 2.9 entries answer where as many are shown; 48 take less time, and were not measured apart.
 */
const READ = { abstracts: 16, fullTexts: 24, list: 48, further: 64 } as const;

/** Of the sentences that can be quoted those worth reading together with the question: those that promise most by words alone; `many`: more of them. */
export function mostPromising(read: ReadQuestion, question: string, { many }: { many?: "list" | "further" } = {}): Choice {
  return (items) => {
    const considered = items.slice(0, many === undefined ? CONSIDERED.first : CONSIDERED.many);
    const passages = considered.map(unread);
    const quoted = read.subject.terms.filter(({ exact }) => exact).map(({ text }) => foldText(text));
    const grades = gradesByWords(passages, read).map((grade, index) => {
      const { text } = passages[index]!;
      const says = quoted.some((phrase) => foldText(text).includes(phrase)) ? SAYS_QUOTED : 1;
      return grade * says * demandsMet(passages[index]!, read, question, { toBeRead: true });
    });
    const ordered = [...considered.keys()].sort((a, b) => grades[b]! - grades[a]! || a - b).map((index) => considered[index]!);
    const hasFullTexts = considered.some(({ passage }) => passageSeen(passage.paper.paper) !== null);
    const count = READ[many ?? (hasFullTexts ? "fullTexts" : "abstracts")];
    return (LISTED.has(read.kind) ? bestOfEachFirst(ordered) : ordered).slice(0, count);
  };
}

/** An entry of a list is one sentence of a paper. */
export function bestOfEachFirst<Item extends Worded>(ordered: readonly Item[]): Item[] {
  const best = new Set([...Map.groupBy(ordered, ({ passage }) => passage.paper).values()].map(([first]) => first));
  return [...ordered.filter((item) => best.has(item)), ...ordered.filter((item) => !best.has(item))];
}

function unread({ passage, candidate }: Worded): RankedPassage {
  return { ...passage, candidate, relevance: 0, vector: null, reading: null };
}
