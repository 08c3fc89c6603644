import { kindOfHeading } from "../../../src/documents/section-kinds.ts";
import { numberedHeading } from "../headings.ts";
import { isReferenceHeading } from "../outline.ts";
import { BARE_CAPTION, isContentsEntry, isFormula, TABLE_ROW } from "./line-kinds.ts";
import type { Line } from "./lines.ts";
import { GAP, INDENT, LEADINGS, SIZE, SIZE_DIFFERS, WIDTH, type BodyPrint } from "./print.ts";

const ITEM_MARK = /^[•◦▪‣–·∙]\s/u;
const INSTITUTION = /\b(?:universit|institut|department|school of|laborator|college|cent(?:er|re)\b|faculty|hospital|academy)/iu;

/*
 * The numbers below are choices. Lengths of text are in characters.
 */

/** A heading has at most so many characters: `known` where its words are a heading's and its print too, `plain` where nothing but its words tells, `numbered` with a number alone, `printed` with a font alone. */
const MAX_HEADING = { any: 160, known: 80, plain: 40, numbered: 80, printed: 90 } as const;
const MAX_HEADING_WORDS = 14;
const MAX_HEADING_LINES = 3;
/** “2.3.1.4”: deeper ones number paragraphs. */
const MAX_HEADING_DEPTH = 4;
/** A heading's number has its dot among so many characters: “2.3 Data”, “IV. Data”. */
const NUMBER_LENGTH = 5;
/** Pages that may state the authors' institutions, which look like headings. */
const TITLE_PAGES = 2;

/** Its size, its font, its number or its words say that a line is a heading. */
export function isHeading(line: Line, before: Line | undefined, next: Line | undefined, body: BodyPrint): boolean {
  const { text } = line;
  if (text.length > MAX_HEADING.any || !/\p{L}{3}/u.test(text) || line.cells.length >= TABLE_ROW.cells) return false;
  if (
    BARE_CAPTION.test(text) ||
    isContentsEntry(line) ||
    (line.page <= TITLE_PAGES && INSTITUTION.test(text)) ||
    /[\p{L}][-‐]$/u.test(before?.text ?? "") ||
    ITEM_MARK.test(text) ||
    isFormula(line)
  )
    return false;
  const { number, title, depth } = numberedHeading(text);
  const isLarge = line.size >= body.size * SIZE.large;
  const isOther = line.font !== body.font && !line.fonts.has(body.font);
  const isCapitals = isInCapitals(title);
  const isKnown = kindOfHeading(text) !== null || isReferenceHeading(text);
  const width = line.column.right - line.column.left;
  const isFull = line.right - line.left > width * WIDTH.full;
  const stands =
    !before || before.page !== line.page || before.column !== line.column || line.y - before.y > body.leading * LEADINGS.apart;
  const isPrinted = isLarge || isOther || isCapitals;
  // Labels side by side in a figure; “V.I” before a gap is a number too.
  if (number === null && line.cells.length > 1 && !/^[\dIVX.]+$/u.test(line.cells[0]!)) return false;
  if (/[,;]$/u.test(text) || (/[.]$/u.test(text) && number === null && !isLarge) || /^[\d(]/u.test(title)) return false;
  // “3.1 readData” names a function.
  if (/^\p{Ll}/u.test(title)) return isOther && stands && !isFull && depth !== null && depth > 1 && depth <= MAX_HEADING_DEPTH;
  if (line.size < body.size * SIZE.small && !isCapitals && number === null) return false;
  if (isLarge && isOther && !isFull) return true;
  if (number !== null && isPrinted && /^\p{Lu}/u.test(title)) return depth! <= MAX_HEADING_DEPTH;
  if (isKnown && isPrinted && text.length < MAX_HEADING.known) return true;
  if (isKnown && stands && text.length < MAX_HEADING.plain && !isFull) return true;
  if (
    number !== null &&
    stands &&
    !isFull &&
    /^\p{Lu}/u.test(title) &&
    title.length < MAX_HEADING.numbered &&
    !/[.!?]$/u.test(title) &&
    !itemGoesOn(line, next, body) &&
    /\./u.test(text.slice(0, NUMBER_LENGTH))
  )
    return true;
  const isFollowed =
    next !== undefined &&
    next.page === line.page &&
    next.font === body.font &&
    Math.abs(next.size - body.size) < SIZE_DIFFERS.heading;
  return (
    isOther &&
    stands &&
    !isFull &&
    isFollowed &&
    text.length < MAX_HEADING.printed &&
    line.size >= body.size * SIZE.nearBody &&
    text.split(" ").length <= MAX_HEADING_WORDS &&
    !/[.:!?]$/u.test(text)
  );
}

/** The line below begins where the words behind an item's number do, or goes on its sentence. */
function itemGoesOn(line: Line, next: Line | undefined, body: BodyPrint): boolean {
  if (next === undefined || next.page !== line.page || next.column !== line.column) return false;
  if (next.y - line.y > body.leading * LEADINGS.apart || next.size !== line.size) return false;
  return next.left > line.left + line.size * INDENT.next || /^\p{Ll}/u.test(next.text);
}

/** A heading's further line: in its print, which is not the body's. */
export function headingGoesOn(line: Line, lines: readonly Line[], body: BodyPrint, gap: number): boolean {
  const before = lines.at(-1)!;
  if (gap > line.size * GAP.heading || line.size !== before.size || line.font !== before.font || line.fonts.size > 1)
    return false;
  if (endsHeading(before) || line.cells.length > 1) return false;
  const isOwnPrint = line.font !== body.font || line.size >= body.size * SIZE.large;
  return (isOwnPrint && lines.length < MAX_HEADING_LINES) || (isInCapitals(line.text) && isInCapitals(before.text));
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}{4}/u.test(text);
}

/** A line with a known heading's words is the whole of it, unless it fills its column. */
export function endsHeading({ text, right, column, size }: Line): boolean {
  return kindOfHeading(text) !== null && right < column.right - size * INDENT.full;
}
