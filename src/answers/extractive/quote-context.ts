import { sentences } from "../../text/sentences.ts";
import { isSameText } from "../quoted.ts";
import type { Statement } from "./choose.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** A sentence that begins so is about what the one before it named. */
const LEANS =
  /^(?:(?:this|these) (?!(?:\w+ )?(?:paper|study|studies|work|article|research|review|survey|trial|analysis|results?|findings|data|experiments)\b)|those|such|it (?!is (?:\w+ )?that\b)|its|they|their|both|the (?:former|latter|same|two|resulting|proposed)|however|nonetheless|nevertheless|(?:in|by) contrast|conversely|instead|otherwise|therefore|thus|hence|consequently|accordingly|as a (?:result|consequence)|to (?:this|that) end|to address (?:this|these)|for (?:this|example|instance))\b/iu;
const MAX_WORDS = 80;

/** A sentence that begins so limits or reverses what the one before it says. */
const TURNS =
  /^(?:however|but|yet|nevertheless|nonetheless|unfortunately|in contrast|by contrast|conversely|on the other hand|at the same time)\b/iu;

/**
 * Takes the sentence before into the quote where a statement leans on it and cannot be understood alone, and the one after where that turns what was
 * said: neither side is quoted without the other. A statement whose sentences all stand in another one's quote goes.
 */
export function withContext(statements: readonly Statement[]): Statement[] {
  const widened = statements.map(([leader, ...others]): Statement => [withTurn(withPrevious(leader)), ...others]);
  return widened.filter(
    ([own], index) => !widened.some(([other], at) => at !== index && holds(other, own) && (at < index || !holds(own, other))),
  );
}

function withPrevious(passage: RankedPassage): RankedPassage {
  if (!LEANS.test(passage.text)) return passage;
  const { abstract } = passage.paper.paper;
  const spans = sentences(abstract ?? "");
  const previous = spans[spans.findIndex(({ start }) => start === passage.start) - 1];
  if (previous === undefined) return passage;
  const text = abstract!.slice(previous.start, passage.end);
  return text.split(" ").length > MAX_WORDS ? passage : { ...passage, text, start: previous.start };
}

function withTurn(passage: RankedPassage): RankedPassage {
  const { abstract } = passage.paper.paper;
  const next = sentences(abstract ?? "").find(({ start }) => start >= passage.end);
  if (next === undefined || !TURNS.test(next.text)) return passage;
  const text = abstract!.slice(passage.start, next.end);
  return text.split(" ").length > MAX_WORDS ? passage : { ...passage, text, end: next.end, reading: turned(passage.reading) };
}

/** What turns is evidence for neither way. */
function turned(reading: RankedPassage["reading"]): RankedPassage["reading"] {
  return reading === null ? null : { ...reading, says: 0 };
}

function holds(outer: RankedPassage, inner: RankedPassage): boolean {
  return isSameText(outer.paper.paper, inner.paper.paper) && outer.start <= inner.start && outer.end >= inner.end;
}
