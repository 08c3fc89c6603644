import type { ReadQuestion } from "../question/schema.ts";
import { placesOf } from "./asked-gain.ts";
import { favoredSide, namedSides } from "./comparison-stance.ts";
import { comparedFor } from "./speaks.ts";

/** Papers whose quotes compare the two things of a question for something else. */
export interface Elsewhere {
  papers: number;
  /** What the question compares them for, in its words. */
  instead: string;
}

interface Quote {
  paper: { paper_id: string; title: string; abstract?: string | null };
  text: string;
}

const TASK = /\b(?:for|on|in|at)\s+(?<task>[^?;:,]+?)(?=\s+(?:when|if|where|with|without|given)\b|[?;:,]|$)/iu;
const COMPARES = /\b(?:we|to)\s+(?:[\p{L}-]+\s+){0,2}compare\b|\bcomparisons?\s+(?:of|between)\b|\bcompared\s+(?:with|to)\b/iu;
/** Both are among what a third thing is held against. */
const AMONG_OTHERS = /\b(?:our|baselines?|including|such\s+as|like|other|various|several)\b/iu;

/**
 * How many papers quoted compare the two sides of a question for something else than it asks: a quote compares them, and nothing that tells what they are asked to be compared for stands in
 * it, in its paper's title or abstract, written out or by its initials. Null where there is none, or the question does not say for what. Pure.
 */
export function comparedElsewhere(question: string, read: ReadQuestion, quotes: readonly Quote[]): Elsewhere | null {
  const { sides } = read;
  if (sides === undefined) return null;
  const last = Math.max(...sides.map((side) => question.toLowerCase().indexOf(side.toLowerCase()) + side.length));
  const task = TASK.exec(question.slice(last))?.groups?.task;
  const terms = comparedFor(read).filter(({ text }) => task?.toLowerCase().includes(text.toLowerCase()));
  if (task === undefined || terms.length === 0) return null;
  const papers = [...Map.groupBy(quotes, ({ paper }) => paper.paper_id).values()].filter((own) => {
    const { title, abstract } = own[0]!.paper;
    const said = [title, abstract ?? "", ...own.map(({ text }) => text)].join(" ");
    if (placesOf(terms, said).length > 0 || terms.some(({ text }) => hasInitials(said, text))) return false;
    return own.some(({ text }) => !AMONG_OTHERS.test(text) && compares(sides, text));
  });
  return papers.length === 0 ? null : { papers: papers.length, instead: task };
}

function compares(sides: readonly [string, string], text: string): boolean {
  return favoredSide(sides, text) !== 0 || (namedSides(sides, text).every((named) => named) && COMPARES.test(text));
}

/** “NMT” for “machine translation”: capitals that end in the initials of a phrase. */
function hasInitials(text: string, phrase: string): boolean {
  const initials = (phrase.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word[0]!.toUpperCase()).join("");
  return initials.length >= 2 && new RegExp(`\\b\\p{Lu}*${initials}s?\\b`, "u").test(text);
}
