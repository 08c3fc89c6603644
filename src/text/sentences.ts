import { remembered } from "../shared/remembered.ts";

/** A stretch of a text, UTF-16 units, end exclusive: `text === field.slice(start, end)`. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });

/** A break after one of these is no end of a sentence. */
const ABBREVIATION =
  /(?:^|[\s(“"'])(?:e\.g|i\.e|cf|viz|vs|approx|resp|etc|al|fig|figs|eq|eqs|sec|no|nos|vol|pp|dr|prof|mr|mrs|ms|st|dept|univ|inc|ltd|u\.s|u\.k|ph\.d|w\.r\.t|s\.t|[A-Z])\.\s*$/iu;

/** Enough for the abstracts and quotes of several questions at once. */
const TEXTS_REMEMBERED = 500;

/** The sentences of a text in order, trimmed, with their offsets; breaks after abbreviations and inside decimals are repaired. */
export const sentences: (text: string) => readonly Span[] = remembered(TEXTS_REMEMBERED, spansOf);

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { index, segment } of SEGMENTER.segment(text)) {
    const end = index + segment.length;
    if (end < text.length && continues(text.slice(start, end), text.slice(end))) continue;
    const span = trimmed(text, start, end);
    if (span.text !== "") spans.push(span);
    start = end;
  }
  return spans;
}

/** A quotation that is longer than this was hardly meant to be one: its end is missing. */
const MAX_QUOTATION_LENGTH = 300;

function continues(before: string, after: string): boolean {
  if (isInQuotation(before) && after.slice(0, MAX_QUOTATION_LENGTH).includes("”")) return true;
  if (/\betc\.\s*$/u.test(before) && /^\p{Lu}/u.test(after)) return false;
  return ABBREVIATION.test(before) || /^[\p{Ll}\d),;:%]/u.test(after) || /\d\.$/u.test(before);
}

/** Whether a curly quotation mark was opened and not closed. */
function isInQuotation(before: string): boolean {
  return before.lastIndexOf("“") > before.lastIndexOf("”");
}

function trimmed(text: string, start: number, end: number): Span {
  const raw = text.slice(start, end);
  const from = start + raw.length - raw.trimStart().length;
  const to = Math.max(from, end - (raw.length - raw.trimEnd().length));
  return { text: text.slice(from, to), start: from, end: to };
}
