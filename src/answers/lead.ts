import { inWords } from "../text/number-words.ts";
import { joined } from "../text/list.ts";
import type { ReadQuestion } from "./question/schema.ts";
import type { AnswerSentence, Support } from "./schema.ts";
import type { Lean } from "./stance/lean.ts";

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
  const [behindYes, behindNo] = [new Set(support.for.map(paperOf)), new Set(support.against.map(paperOf))];
  const both = behindYes.intersection(behindNo).size;
  const [supporting, opposing] = [behindYes.size - both, behindNo.size - both];
  const [yes, no] = read.sides ?? ["yes", "no"];
  const of = `of the ${inWords(papers)} papers quoted`;
  const texts = {
    supports: `Mostly ${yes}: ${inWords(supporting)} ${of} ${supporting === 1 ? "points" : "point"} that way${others(opposing, both)}.`,
    against: `Mostly ${no}: ${inWords(opposing)} ${of} ${opposing === 1 ? "points" : "point"} that way${others(supporting, both)}.`,
    mixed: `Mixed: ${of}, ${pointing([
      [supporting, yes],
      [opposing, no],
      [both, "both"],
    ])}.`,
  };
  return { text: texts[direction], citations: [...support.for, ...support.against], flags: [] };
}

/** The sentence that opens the answer to a yes-or-no question whose quotes cannot be counted but lean one way, with those behind it cited; null where they do not, or not surely enough. */
export function leaningSentence({ direction }: Support, lean: Lean | null): AnswerSentence | null {
  if (!lean?.opens || direction !== "unsettled") return null;
  const text = `The evidence quoted leans toward ${lean.way}${lean.exceptions ? ", with exceptions" : ""}.`;
  return { text, citations: lean.behind, flags: [] };
}

/** Where something speaks against an answer it opens with no `lead` that sums it up: its quotes and what stands against them are told as they are. Pure. */
export function unlessContested(
  sentences: readonly AnswerSentence[],
  lead: AnswerSentence | null,
  contested: boolean,
): AnswerSentence[] {
  return sentences.filter((sentence) => !contested || sentence !== lead);
}

/** `one points to A, two to B and one to both`; who has none is left out. */
function pointing(counts: readonly [count: number, side: string][]): string {
  const some = counts.filter(([count]) => count > 0);
  return joined(
    some.map(([count, side], index) => {
      const verb = index > 0 ? "" : count === 1 ? " points" : " point";
      return `${inWords(count)}${verb} to ${side}`;
    }),
  );
}

function others(opposing: number, both: number): string {
  const [other, each] = [
    opposing === 0 ? "" : `, ${inWords(opposing)} the other way`,
    both === 0 ? "" : `, ${inWords(both)} both ways`,
  ];
  return `${other}${each}`;
}
