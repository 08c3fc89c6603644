import { numberedHeading } from "../headings.ts";
import { endsHeading, headingGoesOn, isHeading } from "./heading-lines.ts";
import {
  BARE_CAPTION,
  BULLET,
  CAPTION,
  isCell,
  isCode,
  isFormula,
  isNumerator,
  isReferred,
  isTabular,
  ITEM,
  NOTE,
  TABLE_ROW,
} from "./line-kinds.ts";
import type { Line } from "./lines.ts";
import { GAP, INDENT, LEADINGS, SIZE, SIZE_DIFFERS, WIDTH, type BodyPrint } from "./print.ts";
import { tableRows, type TableRow } from "./tables.ts";

/** What lines are together: they are joined by whoever knows the document's words. */
export interface Block {
  kind: "paragraph" | "heading" | "caption" | "footnote" | "table" | "formula" | "code" | "loose";
  lines: Line[];
  /** Of a table: the row that they are. */
  row?: TableRow;
}

/** The end of a sentence, also behind closing marks and with the number of a note. */
const ENDS_SENTENCE = /[.!?:]["”’)\]]*(?:\s?\d{1,2})?$/u;
/** What is shorter may be a label in a figure. */
const MAX_LABEL_LENGTH = 60;
/** What is no longer is the mark of a note, or a figure's letter. */
export const MAX_MARK_LENGTH = 3;

/** Lines in reading order as blocks. */
export function blocksOf(lines: readonly Line[], body: BodyPrint): Block[] {
  const blocks: Block[] = [];
  const footnotes = footnoteLines(lines, body);
  const rows = tableRows(lines);
  let open: Block | null = null;
  for (const [index, line] of lines.entries()) {
    const before = open?.lines.at(-1) ?? null;
    const kind = kindOf(line, lines, index, body, { footnotes, rows }, open);
    const row = rows.get(line);
    const isSameRow = open?.row !== undefined && open.row.lines === row?.lines;
    if (open && before && open.kind === kind && (isSameRow || !startsAnew(line, before, lines[index + 1], kind, body)))
      open.lines.push(line);
    else {
      open = { kind, lines: [line], ...(row && { row }) };
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
  { footnotes, rows }: { footnotes: ReadonlySet<Line>; rows: ReadonlyMap<Line, unknown> },
  open: Block | null,
): Block["kind"] {
  if (footnotes.has(line)) return "footnote";
  const before = open?.lines.at(-1);
  const isNext = before !== undefined && before.page === line.page && before.column === line.column && line.y > before.y;
  const gap = isNext ? line.y - before.y : Number.POSITIVE_INFINITY;
  // The last words of a paragraph may be a formula or code: they are not displayed.
  const endsParagraph = open?.kind === "paragraph" && isRightBelow(line, before!, gap, body) && !/[.:]$/u.test(before!.text);
  const isAddress = before !== undefined && /(?:https?:|www\.)\S*$/u.test(before.text) && gap < body.leading * LEADINGS.apart;
  if (isCode(line, body) && !isAddress) return endsParagraph ? "paragraph" : "code";
  const isHead = isHeading(line, lines[index - 1], lines[index + 1], body);
  if (CAPTION.test(line.text) && !isReferred(line, before, gap, body)) return "caption";
  if (rows.has(line)) return "table";
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
  if (isHead || (open?.kind === "heading" && isNext && headingGoesOn(line, open.lines, body, gap))) return "heading";
  // A row of a table may have signs of mathematics.
  if (isRowBelow(line, open, gap)) return "table";
  if (isNumerator(line, before, lines[index + 1], gap)) return "formula";
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

/** Small print at the foot of a column, from the first line that begins with a mark. */
function footnoteLines(lines: readonly Line[], body: BodyPrint): Set<Line> {
  const found = new Set<Line>();
  for (const column of Map.groupBy(lines, (line) => line.column).values()) {
    const last = column.findLastIndex((line) => line.size >= body.size * SIZE.small && !/^\W?\d{1,2}$/u.test(line.text));
    const foot = column.slice(last + 1).filter((line) => line.size < body.size * SIZE.small);
    const first = foot.findIndex((line) => NOTE.test(line.text) && !isCell(line));
    // A column of small print alone is a list of references, or a page of tables.
    if (last === -1 || first === -1 || isCaptionGoingOn(foot, first)) continue;
    for (const line of foot.slice(first)) found.add(line);
  }
  return found;
}

/** Without a gap, and flush with the line before or with the words of the item that it begins. */
function isRightBelow(line: Line, before: Line, gap: number, body: BodyPrint): boolean {
  if (gap > body.leading * LEADINGS.apart) return false;
  const further = line.left - before.left;
  const isItems = ITEM.test(before.text) && further > 0 && further < line.size * INDENT.deep;
  return isItems || Math.abs(further) < line.size * INDENT.next;
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
  if (kind === "code") return isSameFlow && gap > line.size * GAP.paragraph;
  if (BULLET.test(line.text)) return true;
  if (/^(?:abstract|summary|key\s?words?(?: and phrases)?|index terms)\s*[.:—–-]|^abstract$/iu.test(line.text)) return true;
  if (kind === "heading") {
    const goesOn =
      isSameFlow && gap > 0 && gap < line.size * GAP.heading && line.size === before.size && line.font === before.font;
    return !goesOn || numberedHeading(line.text).number !== null || endsHeading(before);
  }
  if (kind === "footnote") return NOTE.test(line.text) && line.left < line.column.left + line.size * INDENT.footnote;
  if (kind === "caption") return CAPTION.test(line.text) && !isReferred(line, before, gap, body);
  if (ITEM.test(line.text) && /[.:;,!?]$|\band$/u.test(before.text)) return true;
  const width = line.column.right - line.column.left;
  const endsShort = before.right < before.column.right - Math.max(width * WIDTH.endsShort, before.size * INDENT.endsShort);
  const endsSentence = ENDS_SENTENCE.test(before.text);
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
  if (ENDS_SENTENCE.test(last.text)) return false;
  return (
    /^[\p{Ll}(]/u.test(first!.text) ||
    /[-‐]$/u.test(last.text) ||
    (/[\p{L},]$/u.test(last.text) && last.right > last.column.right - last.size * INDENT.full)
  );
}
