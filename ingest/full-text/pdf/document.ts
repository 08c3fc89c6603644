import type { FullText } from "../../../src/documents/full-text.ts";
import { kindOfHeading } from "../../../src/documents/section-kinds.ts";
import { cleanText } from "../../../src/documents/text.ts";
import { rounded } from "../../../src/shared/rounding.ts";
import { textBuilder, type PassageDetails, type SaidOfPaper, type TextBuilder } from "../builder.ts";
import { numberedHeading } from "../headings.ts";
import { isReferenceHeading, outline, type Outline } from "../outline.ts";
import { foundReferences, withoutAddresses, type FoundReferences } from "../text-references.ts";
import { blocksOf, MAX_MARK_LENGTH, type Block } from "./blocks.ts";
import { guttersOf } from "./columns.ts";
import { headingDepths } from "./heading-depths.ts";
import { withoutFurniture } from "./furniture.ts";
import { lineJoiner, type LineJoiner } from "./join.ts";
import { linesOf, type Line } from "./lines.ts";
import { monospacedFonts } from "./monospace.ts";
import { bodyPrint, type BodyPrint } from "./print.ts";
import { captionLabel, tableLabels } from "./table-labels.ts";
import { cellsOf } from "./tables.ts";
import type { PdfPages } from "./runs.ts";

/** The text of a paper from the runs of its pages. */
export function textOfPages(pdf: PdfPages, file: string): FullText {
  const pages = withoutFurniture(pdf.pages);
  const gutters = guttersOf(pages);
  const lines = pages.flatMap((page) => linesOf(page, gutters));
  const body = bodyPrint(lines, monospacedFonts(pages));
  const join = lineJoiner(lines.map(({ text }) => text));
  const { title, rest } = titleOf(lines, body, pdf.title, join);
  const blocks = blocksOf(rest, body);
  const parts = partsOf(blocks, join);
  const builder = textBuilder();
  const references = foundReferences(
    entriesOf(
      parts.references.flatMap(({ lines }) => lines),
      join,
    ),
  );
  const add = adder(builder, references, join);
  const abstract = parts.abstract
    .map((block) => cleanText(withoutAddresses(join(textsOf(block)))).replace(ABSTRACT_LABEL, ""))
    .filter(Boolean);
  const section = builder.section(["Abstract"], "abstract");
  for (const [index, block] of parts.abstract.entries()) {
    add(section, block, { page: block.lines[0]!.page, place: placeOf(block.lines) }, index === 0 ? ABSTRACT_LABEL : undefined);
  }
  const sections = outline(builder);
  addBody(parts.body, builder, sections, body, add, join, parts.appendix);
  for (const entry of references.entries) builder.reference(entry);
  return builder.build({
    ...saidOf(
      pdf,
      pages.flatMap(({ number, runs }) => (number === 1 ? runs.map(({ text }) => text) : [])),
      file,
    ),
    title,
    abstract: abstract.join(" "),
  });
}

/** A note's number stands against its first word, and would read as part of it. */
const NOTE_MARK = /^(?:\d{1,2}(?=[\p{L}“‘(])|[*†‡§¶∗]\s*(?=\S))/u;
const ABSTRACT_LABEL = /^abstract\s*[.:—–-]*\s*/iu;

/*
 * The numbers below are choices.
 */

/** An abstract begins on one of the first pages. Under its heading it is among so many first blocks; without one it is a paragraph of so many lines. */
const ABSTRACT = { pages: 2, blocks: 6, lines: 4 } as const;
/** A heading that ends the references is no smaller than this share of theirs. */
const APPENDIX_SIZE = 0.9;
/** From these shares of the lines of a reference list on it is numbered, or its further lines are indented. */
const LIST = { numbered: 0.15, indented: 0.25 } as const;
/** In sizes of the font: a line indented by more is not flush, one further below the one before begins an entry, one that ends further from the edge ends one. */
const ENTRY = { indent: 0.5, gap: 1.55, endsShort: 2 } as const;
/** Shorter entries are page numbers and remains: characters. */
const MIN_ENTRY_LENGTH = 15;
/** A title stands in the first so many lines of the first page, in print of at least so many sizes of the body, its lines alike within so many points. What the file calls itself is one if it has so many letters and stands there in no more than so many rows. */
const TITLE = { lines: 40, size: 1.1, differs: 0.6, letters: 10, rows: 4 } as const;
/** How far letters reach below their baseline, in sizes of the font. */
const DESCENDER = 0.25;

type Add = (section: ReturnType<Outline["current"]>, block: Block, details: PassageDetails, without?: RegExp) => void;

function adder(builder: TextBuilder, references: FoundReferences, join: LineJoiner): Add {
  return (section, block, details, without) => {
    const text = cleanText(withoutAddresses(join(textsOf(block))));
    builder.add(section, references.mark(without ? text.replace(without, "") : text), details);
  };
}

function addBody(
  blocks: readonly Block[],
  builder: TextBuilder,
  sections: Outline,
  body: BodyPrint,
  add: Add,
  join: LineJoiner,
  appendix: Block | null,
): void {
  const depthOf = headingDepths(body);
  let isFirst = true;
  const tables = tableLabels(blocks);
  let isBehind = false;
  for (const block of blocks) {
    const [line] = block.lines;
    isBehind ||= block === appendix;
    // The mark of a note, a figure's letter.
    if (block.kind === "loose" && block.lines.every(({ text }) => text.length <= MAX_MARK_LENGTH)) continue;
    const details = { page: line!.page, place: placeOf(block.lines) };
    if (block.kind === "heading") {
      const { number, title, depth } = numberedHeading(cleanText(join(textsOf(block))));
      if (isReferenceHeading(title)) continue;
      // “C. Data formats” behind the references is an appendix, whatever its words are.
      const isLettered = isBehind && number !== null && /^[A-H]$/u.test(number);
      const signs = isLettered ? { heading: "Appendix" } : { first: isFirst };
      sections.open(title, depthOf(line!, title, depth), signs, number ?? undefined);
      isFirst = false;
    } else if (block.kind === "caption") {
      add(sections.current(), block, { ...details, form: "caption", kind: "caption", label: captionLabel(block) });
    } else if (block.kind === "footnote") {
      const mark = /^(?:\d{1,2}|[*†‡§¶∗])/u.exec(line!.text)?.[0] ?? null;
      add(sections.current(), block, { ...details, form: "footnote", label: mark }, NOTE_MARK);
    } else if (block.kind === "paragraph") {
      const isItem = /^(?:[•◦▪‣·∙])\s+\S/u.test(line!.text);
      add(sections.current(), block, { ...details, form: isItem ? "list_item" : "paragraph" });
    } else if (block.kind === "code") {
      builder.add(sections.current(), cleanText(textsOf(block).join(" ")), { ...details, form: "code" });
    } else if (block.kind === "formula") {
      const label = /\((\d{1,3}[a-z]?)\)$/u.exec(join(textsOf(block)))?.[0] ?? null;
      add(sections.current(), block, { ...details, form: "formula", label });
    } else {
      const row = { ...line!, text: cellsOf(block.row ?? { lines: block.lines, starts: [] }, join).join(" | ") };
      add(
        sections.current(),
        { ...block, lines: [row] },
        { ...details, form: "table_row", kind: "table", label: tables.get(block) ?? null },
      );
    }
  }
}

interface Parts {
  abstract: Block[];
  body: Block[];
  references: Block[];
  /** The first block behind the references. */
  appendix: Block | null;
}

/** Abstract, body and references of a paper; what stands before them (names, addresses) is left out. */
function partsOf(blocks: readonly Block[], join: LineJoiner): Parts {
  const headingOf = (block: Block): string => (block.kind === "heading" ? cleanText(join(textsOf(block))) : "");
  const isAbstract = (block: Block): boolean =>
    /^abstract[.:—–-]*$/iu.test(headingOf(block).replace(/\s/gu, "")) ||
    (block.kind !== "heading" && /^abstract\s*[.:—–-]/iu.test(block.lines[0]!.text));
  const opening = blocks.findIndex((block) => block.lines[0]!.page <= ABSTRACT.pages && isAbstract(block));
  const isChapter = (block: Block): boolean =>
    headingOf(block) !== "" && (numberedHeading(headingOf(block)).number !== null || kindOfHeading(headingOf(block)) !== null);
  const firstChapter = blocks.findIndex((block, index) => index > opening && isChapter(block) && !isAbstract(block));
  const firstText = blocks.findIndex((block) => block.kind === "paragraph" && block.lines.length >= ABSTRACT.lines);
  const start = firstChapter === -1 ? Math.max(0, opening === -1 ? firstText : opening) : firstChapter;
  // Without an abstract's heading, long paragraphs before the first chapter are one.
  const before = blocks.slice(opening === -1 ? 0 : opening, start);
  const abstract = before.filter(
    (block, index) =>
      block.kind === "paragraph" && (opening === -1 ? block.lines.length >= ABSTRACT.lines : index < ABSTRACT.blocks),
  );
  const notes = before.filter(({ kind }) => kind === "footnote" || kind === "caption");
  const all = blocks.slice(start);
  const list = all.findLastIndex((block) => isReferenceHeading(headingOf(block)));
  if (list === -1) return { abstract, body: [...notes, ...all], references: [], appendix: null };
  const size = all[list]!.lines[0]!.size;
  const behind = all.findIndex((block, index) => index > list + 1 && endsReferences(block, headingOf(block), size));
  const end = behind === -1 ? all.length : behind;
  const isEntry = ({ kind }: Block): boolean => kind !== "footnote" && kind !== "caption";
  return {
    abstract,
    body: [...notes, ...all.slice(0, list), ...all.slice(list + 1, end).filter((block) => !isEntry(block)), ...all.slice(end)],
    references: all.slice(list + 1, end).filter(isEntry),
    appendix: all[end] ?? null,
  };
}

function endsReferences(block: Block, heading: string, size: number): boolean {
  if (heading === "" || /\b(?:19|20)\d\d\b/u.test(heading)) return false;
  return (
    kindOfHeading(heading) !== null || (/^[A-H]\.?\d?\s+\p{Lu}/u.test(heading) && block.lines[0]!.size >= size * APPENDIX_SIZE)
  );
}

/** The entries of a reference list: at a number, at the column's edge where further lines are indented, or behind a gap. */
function entriesOf(lines: readonly Line[], join: LineJoiner): string[] {
  const number = BRACKETED.test(lines[0]?.text ?? "") ? BRACKETED : NUMBER;
  const isNumbered = lines.filter(({ text }) => number.test(text)).length > lines.length * LIST.numbered;
  const indented = lines.filter((line) => line.left > line.column.left + line.size * ENTRY.indent).length;
  const isHanging = indented > lines.length * LIST.indented;
  const entries: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isApart =
      before && line.column === before.column && line.page === before.page && line.y - before.y > line.size * ENTRY.gap;
    const isFlush = line.left < line.column.left + line.size * ENTRY.indent;
    const isNew = isNumbered
      ? number.test(line.text)
      : isHanging
        ? isFlush
        : isApart === true ||
          (before && before.text.endsWith(".") && isFlush && before.right < before.column.right - line.size * ENTRY.endsShort);
    if (isNew || entries.length === 0) entries.push([line.text]);
    else entries.at(-1)!.push(line.text);
  }
  return entries.map((entry) => cleanText(join(entry))).filter((entry) => entry.length > MIN_ENTRY_LENGTH);
}
const BRACKETED = /^\s*\[\d{1,4}\]/u;
const NUMBER = /^\s*(?:\[\d{1,4}\]|\d{1,3}\.(?:\s|(?=\p{Lu})))/u;

/** What the file calls itself where the upper part of the first page has it, else the largest print there. Where nothing is larger than the body, it is what the file says. */
function titleOf(
  lines: readonly Line[],
  body: BodyPrint,
  stated: string | null,
  join: LineJoiner,
): { title: string | null; rest: Line[] } {
  const first = lines[0]?.page ?? 1;
  const top = lines.filter((line, index) => line.page === first && index < TITLE.lines && /\p{L}{2}/u.test(line.text));
  const named = statedLines(top, stated);
  const own = named.length > 0 ? named : largestLines(top, body);
  if (own.length === 0) return { title: stated, rest: [...lines] };
  const gone = new Set(own);
  return { title: cleanText(join(own.map(({ text }) => text))), rest: lines.filter((line) => !gone.has(line)) };
}

function largestLines(top: readonly Line[], body: BodyPrint): Line[] {
  const size = Math.max(0, ...top.map((line) => line.size));
  if (size < body.size * TITLE.size) return [];
  const start = top.findIndex((line) => line.size >= size - TITLE.differs);
  const end = top.findIndex((line, index) => index > start && line.size < size - TITLE.differs);
  return top.slice(start, end === -1 ? start + 1 : end);
}

/** The lines that say what the file calls itself: a journal's name may be printed larger. */
function statedLines(top: readonly Line[], stated: string | null): Line[] {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const wanted = letters(stated ?? "");
  if (wanted.length < TITLE.letters) return [];
  for (const start of top.keys()) {
    for (let end = start + 1; end <= start + TITLE.rows; end += 1) {
      const own = top.slice(start, end);
      if (letters(own.map(({ text }) => text).join("")) === wanted) return own;
    }
  }
  return [];
}

function saidOf(
  { rotated, authors }: PdfPages,
  firstPage: readonly string[],
  file: string,
): Omit<SaidOfPaper, "title" | "abstract"> {
  const [, arxiv] = /arXiv:(\d{4}\.\d{4,5}|[a-z-]+\/\d{7})(?:v\d+)?/u.exec([...rotated, ...firstPage].join(" ")) ?? [];
  const [doi] = /\b10\.\d{4,9}\/[^\s"<>,;]+/u.exec(firstPage.join(" ")) ?? [];
  const people = (authors ?? "").split(authors?.includes(";") ? ";" : /,\s*(?:and\s+)?|\s+and\s+/u).map((name) => name.trim());
  return {
    format: "pdf",
    file,
    ids: [
      { scheme: "doi", value: doi?.replace(/[.)\]]+$/u, "") },
      { scheme: "arxiv", value: arxiv },
    ],
    authors: people.every((name) => name.split(/\s+/u).length >= 2) ? people : [],
  };
}

function textsOf({ lines }: Block): string[] {
  return lines.map(({ text }) => text);
}

/** Where a block's part on its first page stands. */
function placeOf(lines: readonly Line[]): [number, number, number, number] {
  const own = lines.filter(({ page, column }) => page === lines[0]!.page && column === lines[0]!.column);
  return [
    rounded(Math.min(...own.map(({ left }) => left)), 1),
    rounded(Math.min(...own.map(({ y, size }) => y - size)), 1),
    rounded(Math.max(...own.map(({ right }) => right)), 1),
    rounded(Math.max(...own.map(({ y, size }) => y + size * DESCENDER)), 1),
  ];
}
