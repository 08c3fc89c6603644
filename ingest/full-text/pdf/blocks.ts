import { kindOfHeading } from "../../../src/documents/section-kinds.ts";
import { isReferenceHeading } from "../outline.ts";
import { numberedHeading } from "../headings.ts";
import type { Line } from "./lines.ts";

/** What lines are together: they are joined by whoever knows the document's words. */
export interface Block {
  kind: "paragraph" | "heading" | "caption" | "footnote" | "table" | "formula" | "loose";
  lines: Line[];
}

/** The print that most of a document is set in. */
export interface BodyPrint {
  size: number;
  font: string;
  /** From baseline to baseline. */
  leading: number;
}

const CAPTION =
  /^(?:fig(?:ure|\.)?\.?|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary (?:figure|table))\s*(?:[A-Z]?\.?\d+(?:\.\d+)?[a-z]?|[IVX]+)\s*(?:[.:|–—](?!\d)|$)/iu;
/** A caption without a mark behind its number: it stands apart from running text. */
const BULLET = /^[•◦▪‣–·∙]\s/u;
/** The mark of an item of a list, with what follows. */
const ITEM = /^(?:[•◦▪‣–·∙]|\(?(?:[ivx]+|[a-z]|\d{1,2})[.)])\s+\S/u;
/** The first line of a note: its mark, and words. “40th” is a word. */
const NOTE = /^(?!\d{1,2}(?:st|nd|rd|th)\b)(?:\d{1,2}|[*†‡§¶∗])\s*[\p{L}"“(]/u;
const BARE_CAPTION = /^(?:Figure|FIGURE|Fig\.?|Table|TABLE)\s*\d+[a-z]?\s+\p{Lu}/u;
/*
 * The numbers below are choices: what is printed differs by more, what is placed by hand or rounded by less. Lengths of text are in characters.
 */

/** Sizes of print, in sizes of the body's. `large`: a heading's at least; `nearBody`: at least so much passes for the body's; below `small` it is small print. */
export const SIZE = { large: 1.07, nearBody: 0.97, small: 0.93 } as const;
/** Two lines differ in their size by more than so many points. `heading`: a heading and the text below it; `caption`: lines of one caption; `referred`: a line and one that a “Figure 3” in running text begins; `paragraph`: lines of one paragraph; `body`: a paragraph that goes on elsewhere, and the body. */
const SIZE_DIFFERS = { heading: 0.6, caption: 0.6, referred: 0.3, paragraph: 0.7, body: 1.2 } as const;
/** From baseline to baseline, in leadings of the body: from `apart` on a line stands by itself, up to `referred` it goes on a sentence, up to `formula` it belongs to a formula; beyond `paragraph` a paragraph ends. */
const LEADINGS = { apart: 1.2, referred: 1.3, formula: 1.6, paragraph: 1.45 } as const;
/** From baseline to baseline, in sizes of the line's own print: up to so much a caption, a heading or a table goes on, and a line behind a caption's is still its; beyond `paragraph` a paragraph ends; beyond `columnBreak` it is no leading. */
const GAP = { caption: 1.45, heading: 1.6, table: 2.2, behindCaption: 2, paragraph: 1.75, columnBreak: 3 } as const;
/** The leading where no two lines tell it, in sizes of the font: as TeX sets 10 point print. */
const USUAL_LEADING = 1.2;
/** From the column's edges, in sizes of the font: from `indented` on a line is, up to `deep`; `next`: the line below is flush from so much less on; `continued`: a column's first line that begins a paragraph; `footnote`: where a note's mark may stand at most; `endsShort`: a line that ends so far before the edge is a paragraph's last, and one within `full` goes on. */
const INDENT = { indented: 0.7, deep: 4, next: 0.5, continued: 0.8, footnote: 2.5, endsShort: 1.2, full: 2 } as const;
/** Of the column's width: a line beyond `full` fills it, below `short` it is a label's; `last`: one below it may end a paragraph; `endsShort`: a line that leaves so much free may be the last of one. */
const WIDTH = { full: 0.97, short: 0.6, last: 0.9, endsShort: 0.06 } as const;
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
/** A formula has no more words and characters than this. */
const MAX_FORMULA = { words: 2, length: 160 } as const;
/** What is shorter may be a label in a figure. */
const MAX_LABEL_LENGTH = 60;
/** What is no longer is the mark of a note, or a figure's letter. */
export const MAX_MARK_LENGTH = 3;
/** A row of a table: so many cells, or two short ones, or so many numbers beside no more than so many words. A heading has fewer cells. */
const TABLE_ROW = { cells: 3, cellLength: 30, numbers: 2, words: 3 } as const;

/** The size and font in which most characters are printed, and how far apart its lines are. */
export function bodyPrint(lines: readonly Line[]): BodyPrint {
  const size = heaviest(lines, (line) => String(line.size));
  const ofSize = lines.filter((line) => String(line.size) === size);
  const font = heaviest(ofSize, (line) => line.font);
  const steps = ofSize
    .flatMap((line, index) => {
      const next = ofSize[index + 1];
      const step = next && next.page === line.page && next.column === line.column ? next.y - line.y : 0;
      return step > 0 && step < line.size * GAP.columnBreak ? [step] : [];
    })
    .sort((a, b) => a - b);
  return { size: Number(size), font, leading: steps[Math.floor(steps.length / 2)] ?? Number(size) * USUAL_LEADING };
}

function heaviest(lines: readonly Line[], keyOf: (line: Line) => string): string {
  const weights = new Map<string, number>();
  for (const line of lines) weights.set(keyOf(line), (weights.get(keyOf(line)) ?? 0) + line.text.length);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "10";
}

/** Lines in reading order as blocks. */
export function blocksOf(lines: readonly Line[], body: BodyPrint): Block[] {
  const blocks: Block[] = [];
  const footnotes = footnoteLines(lines, body);
  let open: Block | null = null;
  for (const [index, line] of lines.entries()) {
    const before = open?.lines.at(-1) ?? null;
    const kind = kindOf(line, lines, index, body, footnotes, open);
    if (open && before && open.kind === kind && !startsAnew(line, before, lines[index + 1], kind, body)) open.lines.push(line);
    else {
      open = { kind, lines: [line] };
      blocks.push(open);
    }
  }
  return rejoined(blocks, body);
}

function kindOf(
  line: Line,
  lines: readonly Line[],
  index: number,
  body: BodyPrint,
  footnotes: ReadonlySet<Line>,
  open: Block | null,
): Block["kind"] {
  if (footnotes.has(line)) return "footnote";
  const before = open?.lines.at(-1);
  const isNext = before !== undefined && before.page === line.page && before.column === line.column && line.y > before.y;
  const gap = isNext ? line.y - before.y : Number.POSITIVE_INFINITY;
  const isHead = isHeading(line, lines[index - 1], lines[index + 1], body);
  if (CAPTION.test(line.text) && !isReferred(line, before, gap, body)) return "caption";
  const isSmall = line.size < body.size * SIZE.small;
  const isApart = gap > body.leading * LEADINGS.apart && !/[.,;]$/u.test(line.text);
  if (BARE_CAPTION.test(line.text) && (isApart || (isSmall && open?.kind !== "paragraph"))) return "caption";
  if (
    open?.kind === "caption" &&
    isNext &&
    !isHead &&
    gap < before.size * GAP.caption &&
    Math.abs(line.size - before.size) < SIZE_DIFFERS.caption
  )
    return "caption";
  if (isHead || (open?.kind === "heading" && isNext && headingGoesOn(line, open, body, gap))) return "heading";
  // A row of a table may have signs of mathematics.
  if (isRowBelow(line, open, gap) && isNext) return "table";
  // The last words of a paragraph may be a formula: it is not displayed.
  const endsParagraph =
    open?.kind === "paragraph" &&
    gap < body.leading * LEADINGS.apart &&
    Math.abs(line.left - before!.left) < line.size * INDENT.next &&
    !/[.:]$/u.test(before!.text);
  if (isFormula(line)) return endsParagraph ? "paragraph" : "formula";
  // A numerator, an index: what is left of a formula's lines.
  if (open?.kind === "formula" && isNext && gap < body.leading * LEADINGS.formula && !/\p{L}{4}|\d{3}/u.test(line.text))
    return "formula";
  if (isTabular(line) && (isTabular(lines[index - 1]) || isTabular(lines[index + 1]))) return "table";
  if (open?.kind === "table" && isNext && line.size < body.size * SIZE.nearBody && gap < line.size * GAP.table) return "table";
  const isShort = line.right - line.left < (line.column.right - line.column.left) * WIDTH.short;
  if (isSmall && isShort && line.text.length < MAX_LABEL_LENGTH && open?.kind !== "paragraph") return "loose";
  if (!/\p{L}{2}/u.test(line.text) && (open?.kind !== "paragraph" || line.text.length <= MAX_MARK_LENGTH)) return "loose";
  return "paragraph";
}

/** “Figure 3” in running text: the line goes on the sentence before it. */
function isReferred(line: Line, before: Line | undefined, gap: number, body: BodyPrint): boolean {
  if (!before || gap > body.leading * LEADINGS.referred || Math.abs(line.size - before.size) > SIZE_DIFFERS.referred)
    return false;
  const isMarked = /^\S+\s*[A-Z]?\d+(?:\.\d+)?[a-z]?\s*[.:|]/u.test(line.text);
  return !isMarked || !/[.!?:]["”)]?$/u.test(before.text);
}

/** Signs of mathematics and hardly a word. */
function isFormula(line: Line): boolean {
  const words =
    line.text
      .match(/\p{L}{3,}/gu)
      ?.filter((word) => !/^(?:max|min|log|exp|sin|cos|tan|arg|diag|var|lim|det|softmax)$/iu.test(word)).length ?? 0;
  if (words > MAX_FORMULA.words || line.text.length > MAX_FORMULA.length) return false;
  return /[=∑∏∫√∂∇〈〉⟨⟩≤≥±≡≈∼∣∈˙¨′{}\u{1d400}-\u{1d7ff}]|[α-ωΑ-Ω]\P{L}|^\(\d{1,3}[a-z]?\)$/u.test(line.text);
}

/** An entry of a table of contents: dots, or a gap, and a page. */
function isContentsEntry({ text, cells }: Line): boolean {
  return (
    /(?:\.\s*){4,}\d{1,4}$/u.test(text) || (cells.length === 2 && /^\d{1,3}$/u.test(cells[1]!) && /^(?:\d|\p{Lu})/u.test(text))
  );
}

const INSTITUTION = /\b(?:universit|institut|department|school of|laborator|college|cent(?:er|re)\b|faculty|hospital|academy)/iu;

/** Several wide gaps, or hardly a word. */
function isTabular(line: Line | undefined): boolean {
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

function isHeading(line: Line, before: Line | undefined, next: Line | undefined, body: BodyPrint): boolean {
  const { text } = line;
  if (text.length > MAX_HEADING.any || !/\p{L}{3}/u.test(text) || line.cells.length >= TABLE_ROW.cells) return false;
  if (
    BARE_CAPTION.test(text) ||
    isContentsEntry(line) ||
    (line.page <= TITLE_PAGES && INSTITUTION.test(text)) ||
    /[\p{L}][-‐]$/u.test(before?.text ?? "") ||
    BULLET.test(text) ||
    isFormula(line)
  )
    return false;
  const { number, title, depth } = numberedHeading(text);
  const isLarge = line.size >= body.size * SIZE.large;
  const isOther = line.font !== body.font && line.isOneFont;
  const isCapitals = title === title.toUpperCase() && /\p{Lu}{4}/u.test(title);
  const isKnown = kindOfHeading(text) !== null || isReferenceHeading(text);
  const width = line.column.right - line.column.left;
  const isFull = line.right - line.left > width * WIDTH.full;
  const stands =
    !before || before.page !== line.page || before.column !== line.column || line.y - before.y > body.leading * LEADINGS.apart;
  const isPrinted = isLarge || isOther || isCapitals;
  // Labels side by side in a figure; “V.I” before a gap is a number too.
  if (number === null && line.cells.length > 1 && !/^[\dIVX.]+$/u.test(line.cells[0]!)) return false;
  if (/[,;]$/u.test(text) || (/[.]$/u.test(text) && number === null && !isLarge) || /^[\p{Ll}\d(]/u.test(title)) return false;
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
function headingGoesOn(line: Line, { lines }: Block, body: BodyPrint, gap: number): boolean {
  const before = lines.at(-1)!;
  if (gap > line.size * GAP.heading || line.size !== before.size || line.font !== before.font || !line.isOneFont) return false;
  if (kindOfHeading(before.text) !== null || line.cells.length > 1) return false;
  const isCapitals = (text: string): boolean => text === text.toUpperCase() && /\p{Lu}{4}/u.test(text);
  const isOwnPrint = line.font !== body.font || line.size >= body.size * SIZE.large;
  return (isOwnPrint && lines.length < MAX_HEADING_LINES) || (isCapitals(line.text) && isCapitals(before.text));
}

/** Small print at the foot of a column, from the first line that begins with a mark. */
function footnoteLines(lines: readonly Line[], body: BodyPrint): Set<Line> {
  const found = new Set<Line>();
  const columns = Map.groupBy(lines, (line) => line.column);
  for (const all of columns.values()) {
    for (const column of Map.groupBy(all, (line) => line.page).values()) {
      const last = column.findLastIndex((line) => line.size >= body.size * SIZE.small && !/^\W?\d{1,2}$/u.test(line.text));
      const foot = column.slice(last + 1).filter((line) => line.size < body.size * SIZE.small);
      const first = foot.findIndex((line) => NOTE.test(line.text) && !isCell(line));
      // A column of small print alone is a list of references, or a page of tables.
      if (last === -1 || first === -1 || isCaptionGoingOn(foot, first)) continue;
      for (const line of foot.slice(first)) found.add(line);
    }
  }
  return found;
}

/** A line of several cells below another. */
function isRowBelow(line: Line, open: Block | null, gap: number): boolean {
  return (
    open?.kind === "table" &&
    line.cells.length >= TABLE_ROW.cells &&
    open.lines.at(-1)!.cells.length >= TABLE_ROW.cells &&
    gap < line.size * GAP.table
  );
}

/** A number of a row, and the next cell behind a gap. */
function isCell({ cells }: Line): boolean {
  return cells.length > 1 && /^\d{1,2}$/u.test(cells[0]!);
}

/** True where a figure's caption comes before, without a gap: its lines may begin with a number too. */
function isCaptionGoingOn(foot: readonly Line[], first: number): boolean {
  const before = foot[first - 1];
  if (before === undefined || foot[first]!.y - before.y > before.size * GAP.behindCaption) return false;
  return foot.slice(0, first).some((line) => CAPTION.test(line.text));
}

function startsAnew(line: Line, before: Line, next: Line | undefined, kind: Block["kind"], body: BodyPrint): boolean {
  const isSameFlow = line.page === before.page && line.column === before.column;
  const gap = line.y - before.y;
  const isSizeChanged = Math.abs(line.size - before.size) > SIZE_DIFFERS.paragraph;
  if (kind === "table" || kind === "loose") return true;
  if (kind === "formula") return !isSameFlow;
  if (/^(?:abstract|summary|key\s?words?(?: and phrases)?|index terms)\s*[.:—–-]|^abstract$/iu.test(line.text)) return true;
  if (kind === "heading") {
    const goesOn =
      isSameFlow && gap > 0 && gap < line.size * GAP.heading && line.size === before.size && line.font === before.font;
    return !goesOn || numberedHeading(line.text).number !== null || kindOfHeading(before.text) !== null;
  }
  if (kind === "footnote") return NOTE.test(line.text) && line.left < line.column.left + line.size * INDENT.footnote;
  if (kind === "caption") return CAPTION.test(line.text) && !isReferred(line, before, gap, body);
  if (ITEM.test(line.text) && /[.:;,!?]$|\band$/u.test(before.text)) return true;
  const width = line.column.right - line.column.left;
  const endsShort = before.right < before.column.right - Math.max(width * WIDTH.endsShort, before.size * INDENT.endsShort);
  const endsSentence = /[.!?:]["”’)\]]*(?:\s?\d{1,2})?$/u.test(before.text);
  if (!isSameFlow || gap < 0) {
    // Over a column's end a paragraph goes on, unless it ended there.
    return endsSentence && (endsShort || line.left > line.column.left + line.size * INDENT.continued);
  }
  const isIndented =
    line.left > line.column.left + line.size * INDENT.indented && line.left < line.column.left + line.size * INDENT.deep;
  const wasIndented = before.left > before.column.left + before.size * INDENT.indented;
  const nextIsFlush = next === undefined || next.column !== line.column || next.left < line.left - line.size * INDENT.next;
  if (gap > Math.max(body.leading * LEADINGS.paragraph, line.size * GAP.paragraph))
    return endsSentence || isSizeChanged || /^\p{Lu}/u.test(line.text);
  if (isSizeChanged) return true;
  if (isIndented && !wasIndented && nextIsFlush && (endsSentence || endsShort)) return true;
  return endsShort && endsSentence && before.right - before.left < width * WIDTH.last;
}

/** A paragraph that a figure, a table, a note or a page's end interrupts goes on behind it. */
function rejoined(blocks: readonly Block[], body: BodyPrint): Block[] {
  const result: Block[] = [];
  let last: Block | null = null;
  for (const block of blocks) {
    const isBetween =
      block.kind === "caption" ||
      block.kind === "footnote" ||
      block.kind === "table" ||
      block.kind === "loose" ||
      block.kind === "formula";
    if (block.kind === "paragraph" && last && goesOn(last, block, body)) {
      last.lines.push(...block.lines);
      continue;
    }
    result.push(block);
    if (block.kind === "paragraph") last = block;
    else if (!isBetween) last = null;
  }
  return result;
}

function goesOn(before: Block, after: Block, body: BodyPrint): boolean {
  const [first] = after.lines;
  const last = before.lines.at(-1)!;
  if (Math.abs(last.size - first!.size) > SIZE_DIFFERS.paragraph || Math.abs(first!.size - body.size) > SIZE_DIFFERS.body)
    return false;
  if (/[.!?:]["”’)\]]*(?:\s?\d{1,2})?$/u.test(last.text)) return false;
  return (
    /^[\p{Ll}(]/u.test(first!.text) ||
    /[-‐]$/u.test(last.text) ||
    (/[\p{L},]$/u.test(last.text) && last.right > last.column.right - last.size * INDENT.full)
  );
}
