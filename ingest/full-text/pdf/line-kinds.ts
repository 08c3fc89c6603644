import type { Line } from "./lines.ts";
import { LEADINGS, SIZE_DIFFERS, type BodyPrint } from "./print.ts";

/** The beginning of a caption: its label, and a mark or the line's end behind it. */
export const CAPTION =
  /^(?:fig(?:ure|\.)?\.?|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary (?:figure|table))\s*(?:[A-Z]?\.?\d+(?:\.\d+)?[a-z]?|[IVX]+)\s*(?:[.:|–—](?!\d)|$)/iu;
/** The mark of an item of a list that is nothing else. */
export const BULLET = /^[•◦▪‣∙]\s/u;
/** The mark of an item of a list, with what follows. */
export const ITEM = /^(?:[•◦▪‣–·∙]|\(?(?:[ivx]+|[a-z]|\d{1,2})[.)])\s+\S/u;
/** The first line of a note: its mark, and words. “40th” is a word. */
export const NOTE = /^(?!\d{1,2}(?:st|nd|rd|th)\b)(?:\d{1,2}|[*†‡§¶∗])\s*[\p{L}"“(]/u;
/** A caption without a mark behind its number: it stands apart from running text. */
export const BARE_CAPTION = /^(?:Figure|FIGURE|Fig\.?|Table|TABLE)\s*\d+[a-z]?\s+\p{Lu}/u;

/*
 * The numbers below are choices.
 */

/** A formula has no more words and characters than this. */
const MAX_FORMULA = { words: 2, length: 160 } as const;
/** In sizes of its print: a numerator stands so close above its formula at most, and so far from the column's edge at least. */
const NUMERATOR = { above: 0.9, indent: 2 } as const;
/** Words behind a bare number that are longer are an entry of a list. */
const MAX_NUMBERED_CELL = 40;
/** A row of a table: so many cells, or two short ones, or so many numbers beside no more than so many words. A heading has fewer cells. */
export const TABLE_ROW = { cells: 3, cellLength: 30, numbers: 2, words: 3 } as const;

/** “Figure 3” in running text: the line goes on the sentence before it. */
export function isReferred(line: Line, before: Line | undefined, gap: number, body: BodyPrint): boolean {
  if (!before || gap > body.leading * LEADINGS.referred || Math.abs(line.size - before.size) > SIZE_DIFFERS.referred)
    return false;
  const isMarked = /^\S+\s*[A-Z]?\d+(?:\.\d+)?[a-z]?\s*[.:|]/u.test(line.text);
  return !isMarked || !/[.!?:]["”)]?$/u.test(before.text);
}

/** Signs of mathematics and hardly a word. */
export function isFormula(line: Line): boolean {
  if (line.text.length > MAX_FORMULA.length || wordsIn(line.text) > MAX_FORMULA.words) return false;
  return /[=∑∏∫√∂∇〈〉⟨⟩≤≥±≡≈∼∣∈˙¨′{}\u{1d400}-\u{1d7ff}]|[α-ωΑ-Ω]\P{L}|^\(\d{1,3}[a-z]?\)$/u.test(line.text);
}

/** Words of three letters and more that are no functions of mathematics. */
function wordsIn(text: string): number {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !/^(?:max|min|log|exp|sin|cos|tan|arg|diag|var|lim|det|softmax)$/iu.test(word)).length;
}

/** The upper part of a displayed fraction: without words, closer above the rest of the formula than lines of text are, and away from the line before. */
export function isNumerator(line: Line, before: Line | undefined, next: Line | undefined, gap: number): boolean {
  if (next === undefined || next.page !== line.page || next.column !== line.column || !isFormula(next)) return false;
  const isIndented =
    line.left > line.column.left + line.size * NUMERATOR.indent && (before === undefined || line.left > before.left);
  const below = next.y - line.y;
  return isIndented && below > 0 && below < line.size * NUMERATOR.above && gap > below && wordsIn(line.text) === 0;
}

/** All of it is in the fonts of code, and it is no address. */
export function isCode({ text, fonts }: Line, { codeFonts }: BodyPrint): boolean {
  return fonts.size > 0 && [...fonts].every((font) => codeFonts.has(font)) && !/^(?:https?:|www\.)/iu.test(text);
}

/** An entry of a table of contents: dots, or a gap, and a page. */
export function isContentsEntry({ text, cells }: Line): boolean {
  return (
    /(?<!\.\s?)(?:\.\s?){4,}\d{1,4}$/u.test(text) ||
    (cells.length === 2 && /^\d{1,3}$/u.test(cells[1]!) && /^(?:\d|\p{Lu})/u.test(text))
  );
}

/** Several wide gaps, or hardly a word. */
export function isTabular(line: Line | undefined): boolean {
  if (line === undefined) return false;
  if (isContentsEntry(line)) return true;
  if (ITEM.test(line.text) && line.cells.length === 2) return false;
  const numbers = line.text.match(/(?<![\p{L}\d])[-−+]?\d+(?:[.,]\d+)*%?(?![\p{L}\d])/gu)?.length ?? 0;
  const words = line.text.match(/\p{L}{3,}/gu)?.length ?? 0;
  return (
    line.cells.length >= TABLE_ROW.cells ||
    (line.cells.length === 2 && line.cells.every((cell) => cell.length < TABLE_ROW.cellLength)) ||
    (numbers >= TABLE_ROW.numbers && words <= TABLE_ROW.words)
  );
}

/** The number of an item or of an entry, and its words behind a gap: no row of a table. */
export function isLabel([label = "", words = "", ...others]: readonly string[]): boolean {
  if (others.length > 0) return false;
  if (/^\d{1,3}$/u.test(label)) return words.length > MAX_NUMBERED_CELL;
  return (
    /^(?:[•◦▪‣–·∙*]|[([]?(?:[ivx]+|[a-z]|\d{1,3})[.)\]]|\(?\d+(?:\.\d+)+\.?)$/iu.test(label) || /^\(\d{1,3}[a-z]?\)$/u.test(words)
  );
}

/** A number of a row, and the next cell behind a gap. */
export function isCell({ cells }: Line): boolean {
  return cells.length > 1 && /^\d{1,2}$/u.test(cells[0]!);
}
