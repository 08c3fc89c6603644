import { inWords } from "../text/number-words.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { AnswerSentence, Support } from "./schema.ts";
import type { Lean } from "./stance/lean.ts";

/** Where fewer of the papers quoted than this share say anything, counting them says too little. */
const SAYING = 0.5;

/**
 * The sentence that opens the answer to a yes-or-no question or a comparison: which way the papers quoted point, counted, with all of them cited.
 * Null where too few say anything. `papers`: how many papers are quoted.
 */
export function leadSentence(
  read: ReadQuestion,
  support: Support,
  papers: number,
  paperOf: (citation: number) => string,
): AnswerSentence | null {
  const { direction } = support;
  if (direction === null || direction === "unsettled") return null;
  const [supporting, opposing] = [support.for, support.against].map((numbers) => new Set(numbers.map(paperOf)).size) as [
    number,
    number,
  ];
  if (supporting + opposing < SAYING * papers) return null;
  const [yes, no] = read.sides ?? ["yes", "no"];
  const of = `of the ${inWords(papers)} papers quoted`;
  const texts = {
    supports: `Mostly ${yes}: ${inWords(supporting)} ${of} ${supporting === 1 ? "points" : "point"} that way${others(opposing)}.`,
    against: `Mostly ${no}: ${inWords(opposing)} ${of} ${opposing === 1 ? "points" : "point"} that way${others(supporting)}.`,
    mixed: `Mixed: ${of}, ${inWords(supporting)} ${supporting === 1 ? "points" : "point"} to ${yes} and ${inWords(opposing)} to ${no}.`,
  };
  return { text: texts[direction], citations: [...support.for, ...support.against], flags: [] };
}

/** The sentence that opens the answer to a yes-or-no question whose quotes cannot be counted but lean one way, with those behind it cited; null where they do not, or not surely enough. */
export function leaningSentence({ direction }: Support, lean: Lean | null): AnswerSentence | null {
  if (!lean?.opens || direction !== "unsettled") return null;
  const text = `The evidence quoted leans toward ${lean.way}${lean.exceptions ? ", with exceptions" : ""}.`;
  return { text, citations: lean.behind, flags: [] };
}

function others(count: number): string {
  return count === 0 ? "" : `, ${inWords(count)} the other way`;
}
