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
  /^(?:fig(?:ure|\.)?\.?|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary (?:figure|table))\s*(?:[A-Z]?\d+(?:\.\d+)?[a-z]?|[IVX]+)\s*(?:[.:|–—](?!\d)|$)/iu;
/** A caption without a mark behind its number: it stands apart from running text. */
const BARE_CAPTION = /^(?:Figure|FIGURE|Fig\.?|Table|TABLE)\s*\d+[a-z]?\s+\p{Lu}/u;
const MAX_HEADING_LENGTH = 160;

/** The size and font in which most characters are printed, and how far apart its lines are. */
export function bodyPrint(lines: readonly Line[]): BodyPrint {
  const size = heaviest(lines, (line) => String(line.size));
  const ofSize = lines.filter((line) => String(line.size) === size);
  const font = heaviest(ofSize, (line) => line.font);
  const steps = ofSize
    .flatMap((line, index) => {
      const next = ofSize[index + 1];
      const step = next && next.page === line.page && next.column === line.column ? next.y - line.y : 0;
      return step > 0 && step < line.size * 3 ? [step] : [];
    })
    .sort((a, b) => a - b);
  return { size: Number(size), font, leading: steps[Math.floor(steps.length / 2)] ?? Number(size) * 1.2 };
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
  if (BARE_CAPTION.test(line.text) && gap > body.leading * 1.2 && !/[.,;]$/u.test(line.text)) return "caption";
  if (open?.kind === "caption" && isNext && !isHead && gap < before.size * 1.45 && Math.abs(line.size - before.size) < 0.6)
    return "caption";
  if (isHead) return "heading";
  if (isFormula(line)) return "formula";
  // A numerator, an index: what is left of a formula's lines.
  if (open?.kind === "formula" && isNext && gap < body.leading * 1.6 && !/\p{L}{4}|\d{3}/u.test(line.text)) return "formula";
  if (isTabular(line) && (isTabular(lines[index - 1]) || isTabular(lines[index + 1]))) return "table";
  if (open?.kind === "table" && isNext && line.size < body.size * 0.97 && gap < line.size * 2.2) return "table";
  const isSmall = line.size < body.size * 0.93;
  const isShort = line.right - line.left < (line.column.right - line.column.left) * 0.6;
  if (isSmall && isShort && line.text.length < 60 && open?.kind !== "paragraph") return "loose";
  if (!/\p{L}{2}/u.test(line.text) && (open?.kind !== "paragraph" || line.text.length <= 3)) return "loose";
  return "paragraph";
}

/** “Figure 3” in running text: the line goes on the sentence before it. */
function isReferred(line: Line, before: Line | undefined, gap: number, body: BodyPrint): boolean {
  if (!before || gap > body.leading * 1.3 || Math.abs(line.size - before.size) > 0.3) return false;
  const isMarked = /^\S+\s*[A-Z]?\d+(?:\.\d+)?[a-z]?\s*[.:|]/u.test(line.text);
  return !isMarked || !/[.!?:]["”)]?$/u.test(before.text);
}

/** Signs of mathematics and hardly a word. */
function isFormula(line: Line): boolean {
  const words =
    line.text
      .match(/\p{L}{3,}/gu)
      ?.filter((word) => !/^(?:max|min|log|exp|sin|cos|tan|arg|diag|var|lim|det|softmax)$/iu.test(word)).length ?? 0;
  if (words > 2 || line.text.length > 160) return false;
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
  const numbers = line.text.match(/(?<![\p{L}\d])[-−+]?\d+(?:[.,]\d+)*%?(?![\p{L}\d])/gu)?.length ?? 0;
  const words = line.text.match(/\p{L}{3,}/gu)?.length ?? 0;
  return (
    line.cells.length >= 3 ||
    (line.cells.length === 2 && line.cells.every((cell) => cell.length < 30)) ||
    (numbers >= 2 && words <= 3)
  );
}

function isHeading(line: Line, before: Line | undefined, next: Line | undefined, body: BodyPrint): boolean {
  const { text } = line;
  if (text.length > MAX_HEADING_LENGTH || !/\p{L}{3}/u.test(text) || line.cells.length > 2) return false;
  if (
    BARE_CAPTION.test(text) ||
    isContentsEntry(line) ||
    (line.page <= 2 && INSTITUTION.test(text)) ||
    /[\p{L}][-‐]$/u.test(before?.text ?? "") ||
    isFormula(line)
  )
    return false;
  const { number, title, depth } = numberedHeading(text);
  const isLarge = line.size >= body.size * 1.07;
  const isOther = line.font !== body.font && line.isOneFont;
  const isCapitals = title === title.toUpperCase() && /\p{Lu}{4}/u.test(title);
  const isKnown = kindOfHeading(text) !== null || isReferenceHeading(text);
  const width = line.column.right - line.column.left;
  const isFull = line.right - line.left > width * 0.97;
  const stands = !before || before.page !== line.page || before.column !== line.column || line.y - before.y > body.leading * 1.2;
  const isPrinted = isLarge || isOther || isCapitals;
  if (/[,;]$/u.test(text) || (/[.]$/u.test(text) && number === null && !isLarge) || /^[\p{Ll}\d(]/u.test(title)) return false;
  if (line.size < body.size * 0.93 && !isCapitals && number === null) return false;
  if (isLarge && isOther && !isFull) return true;
  if (number !== null && isPrinted && /^\p{Lu}/u.test(title)) return depth! <= 4;
  if (isKnown && isPrinted && text.length < 80) return true;
  if (isKnown && stands && text.length < 40 && !isFull) return true;
  if (
    number !== null &&
    stands &&
    !isFull &&
    /^\p{Lu}/u.test(title) &&
    title.length < 80 &&
    !/[.!?]$/u.test(title) &&
    /\./u.test(text.slice(0, 5))
  )
    return true;
  const isFollowed =
    next !== undefined && next.page === line.page && next.font === body.font && Math.abs(next.size - body.size) < 0.6;
  return (
    isOther &&
    stands &&
    !isFull &&
    isFollowed &&
    text.length < 90 &&
    line.size >= body.size * 0.97 &&
    text.split(" ").length <= 14 &&
    !/[.:!?]$/u.test(text)
  );
}

/** Small print at the foot of a column, from the first line that begins with a mark. */
function footnoteLines(lines: readonly Line[], body: BodyPrint): Set<Line> {
  const found = new Set<Line>();
  const columns = Map.groupBy(lines, (line) => line.column);
  for (const all of columns.values()) {
    for (const column of Map.groupBy(all, (line) => line.page).values()) {
      const last = column.findLastIndex((line) => line.size >= body.size * 0.93 && !/^\W?\d{1,2}$/u.test(line.text));
      const foot = column.slice(last + 1).filter((line) => line.size < body.size * 0.93);
      const first = foot.findIndex((line) => /^(?:\d{1,2}|[*†‡§¶∗])\s*[\p{L}"“(]/u.test(line.text));
      // A column of small print alone is a list of references, or a page of tables.
      if (last === -1 || first === -1 || isCaptionGoingOn(foot, first)) continue;
      for (const line of foot.slice(first)) found.add(line);
    }
  }
  return found;
}

/** True where a figure's caption comes before, without a gap: its lines may begin with a number too. */
function isCaptionGoingOn(foot: readonly Line[], first: number): boolean {
  const before = foot[first - 1];
  if (before === undefined || foot[first]!.y - before.y > before.size * 2) return false;
  return foot.slice(0, first).some((line) => CAPTION.test(line.text));
}

function startsAnew(line: Line, before: Line, next: Line | undefined, kind: Block["kind"], body: BodyPrint): boolean {
  const isSameFlow = line.page === before.page && line.column === before.column;
  const gap = line.y - before.y;
  const isSizeChanged = Math.abs(line.size - before.size) > 0.7;
  if (kind === "table" || kind === "loose") return true;
  if (kind === "formula") return !isSameFlow;
  if (/^(?:abstract|summary|key\s?words?(?: and phrases)?|index terms)\s*[.:—–-]|^abstract$/iu.test(line.text)) return true;
  if (kind === "heading") {
    const goesOn = isSameFlow && gap > 0 && gap < line.size * 1.6 && line.size === before.size && line.font === before.font;
    return !goesOn || numberedHeading(line.text).number !== null || kindOfHeading(before.text) !== null;
  }
  if (kind === "footnote")
    return /^(?:\d{1,2}|[*†‡§¶∗])\s*[\p{L}"“(]/u.test(line.text) && line.left < line.column.left + line.size * 2.5;
  if (kind === "caption") return CAPTION.test(line.text) && !isReferred(line, before, gap, body);
  if (/^(?:[•◦▪‣–·∙]|\(?(?:[ivx]+|[a-z]|\d{1,2})[.)])\s+\S/u.test(line.text) && /[.:;,!?]$|\band$/u.test(before.text))
    return true;
  const width = line.column.right - line.column.left;
  const endsShort = before.right < before.column.right - Math.max(width * 0.06, before.size * 1.2);
  const endsSentence = /[.!?:]["”’)\]]*(?:\s?\d{1,2})?$/u.test(before.text);
  if (!isSameFlow || gap < 0) {
    // Over a column's end a paragraph goes on, unless it ended there.
    return endsSentence && (endsShort || line.left > line.column.left + line.size * 0.8);
  }
  const isIndented = line.left > line.column.left + line.size * 0.7 && line.left < line.column.left + line.size * 4;
  const wasIndented = before.left > before.column.left + before.size * 0.7;
  const nextIsFlush = next === undefined || next.column !== line.column || next.left < line.left - line.size * 0.5;
  if (gap > Math.max(body.leading * 1.45, line.size * 1.75)) return endsSentence || isSizeChanged || /^\p{Lu}/u.test(line.text);
  if (isSizeChanged) return true;
  if (isIndented && !wasIndented && nextIsFlush && (endsSentence || endsShort)) return true;
  return endsShort && endsSentence && before.right - before.left < width * 0.9;
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
  if (Math.abs(last.size - first!.size) > 0.7 || Math.abs(first!.size - body.size) > 1.2) return false;
  if (/[.!?:]["”’)\]]*(?:\s?\d{1,2})?$/u.test(last.text)) return false;
  return (
    /^[\p{Ll}(]/u.test(first!.text) ||
    /[-‐]$/u.test(last.text) ||
    (/[\p{L},]$/u.test(last.text) && last.right > last.column.right - last.size * 2)
  );
}
