import { parseExternalId } from "../documents/ids.ts";
import { cleanText } from "../documents/text.ts";
import { sentences, type Span } from "../text/sentences.ts";
import { contentTerms } from "../text/terms.ts";
import { quotations, wordCount } from "./quotations.ts";

/** What a draft points to: a citation of a run `[3]`, a passage of its evidence `[e3]`, or a document by any of its ids. */
export type DraftMark = { written: string; follows: number } & (
  | { kind: "citation" | "evidence"; number: number }
  | { kind: "id"; id: string }
);

/** A sentence of a draft, `draft.slice(start, end)`, UTF-16 units. */
export interface DraftSentence extends Span {
  /** The sentence without its marks and its Markdown; and the same in pieces, cut at its marks. A mark `follows` one of them. */
  claim: string;
  pieces: string[];
  marks: DraftMark[];
  /** What stands in quotation marks; a quotation with an omission is several. */
  quotations: string[];
  /** Whether it states something that wants a source; headings, questions, transitions and lists of sources do not. */
  states: boolean;
  /** The number of its paragraph or item in the draft. */
  block: number;
}

/**
 * Reads a draft, plain text or Markdown, into sentences with what they cite. A mark that follows a full stop belongs to the sentence before it.
 * Code blocks, rules and the lines under tables' heads are left out.
 */
export function draftSentences(draft: string): DraftSentence[] {
  return blocks(draft).flatMap((block, number) =>
    spansOf(block).map((span): DraftSentence => {
      const { claim, pieces, marks } = withoutMarks(span.text);
      const sentence = { ...span, text: draft.slice(span.start, span.end), claim, pieces, marks, block: number };
      const quoted = quotations(claim).flatMap((words) => words.split(/\[?(?:…|\.{3})\]?/u));
      const states = marks.length > 0 ? !block.sources : block.states && isStatement(claim);
      return { ...sentence, quotations: quoted.map((words) => words.trim()).filter((words) => wordCount(words) >= 3), states };
    }),
  );
}

/** A paragraph, an item of a list, a row of a table or a heading, with where it begins in the draft. */
interface Block {
  text: string;
  start: number;
  states: boolean;
  /** Whether it stands in a list of sources at the end of the draft. */
  sources: boolean;
}

const HEADING = /^\s*#{1,6}\s+|^\s*\*\*[^*]{1,120}\*\*:?\s*$/u;
const SOURCES_HEADING = /^[\s#*]*(?:references|sources|bibliography|citations|works cited)\b[\s*:]*$/iu;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
const NO_TEXT = /^\s*(?:[-*_=]{3,}|\|?[\s|:-]+\|?)\s*$/u;
/** A line of fewer words without a full stop is a heading. */
const HEADING_WORDS = 9;

function blocks(draft: string): Block[] {
  const found: Block[] = [];
  let [open, code, sources] = [false, false, false];
  for (const { 0: line, index } of draft.matchAll(/[^\n]*\n?/gu)) {
    const fence = /^\s*(?:```|~~~)/u.test(line);
    if (fence) code = !code;
    if (fence || code || line.trim() === "" || NO_TEXT.test(line)) {
      open = false;
      continue;
    }
    const heading = HEADING.test(line) || SOURCES_HEADING.test(line);
    if (heading) sources = SOURCES_HEADING.test(line);
    const lead = /^\s*(?:#{1,6}\s+|>\s?|(?:[-*+•]|\d{1,3}[.)])\s+)?/u.exec(line)?.[0].length ?? 0;
    const ownLine = heading || ITEM.test(line) || line.trimStart().startsWith("|") || sources;
    const text = line.slice(lead).replaceAll("\n", " ");
    const last = found.at(-1);
    if (open && !ownLine && last !== undefined) {
      last.text = `${last.text}${" ".repeat(index + lead - last.start - last.text.length)}${text}`;
    } else found.push({ text, start: index + lead, states: !heading && !sources, sources });
    open = !heading;
  }
  return found.map((block) => ({ ...block, text: curled(block.text), states: block.states && !isShortLine(block.text) }));
}

function isShortLine(text: string): boolean {
  return !/[.!?…;,]["”’)*_\]\s]*$/u.test(text) && wordCount(text) < HEADING_WORDS;
}

/** Straight quotation marks that come in pairs, curled, so that a sentence does not end within them. */
function curled(text: string): string {
  const count = text.split('"').length - 1;
  if (count === 0 || count % 2 === 1) return text;
  return text.split('"').reduce((joined, piece, index) => `${joined}${index % 2 === 1 ? "“" : "”"}${piece}`);
}

/** Marks at the start of a sentence that do not begin it: `… by 9 points. [3] The next`. */
const LEADING_MARKS = /^(?:[[(【][^\][()【】]{1,120}[\])】][.,;\s]*)+(?=\p{Lu}|["“*_]|$)/u;

function spansOf({ text, start }: Block): Span[] {
  const found: Span[] = [];
  for (const { start: from, end: to } of sentences(masked(text))) {
    const span = { text: text.slice(from, to), start: from, end: to };
    const before = found.at(-1);
    const lead = before === undefined ? undefined : LEADING_MARKS.exec(span.text)?.[0];
    if (before === undefined || lead === undefined || withoutMarks(lead).claim.replaceAll(/[.,;\s]/gu, "") !== "") {
      found.push({ ...span });
      continue;
    }
    const end = span.start + lead.trimEnd().length;
    found[found.length - 1] = { ...before, end, text: text.slice(before.start, end) };
    if (lead.length < span.text.length)
      found.push({ ...span, start: span.start + lead.length, text: span.text.slice(lead.length) });
  }
  return found.map((span) => ({ ...span, start: span.start + start, end: span.end + start }));
}

/** A text of the same length whose marks have digits for letters: letters after a full stop would be taken for the rest of its sentence. */
function masked(text: string): string {
  const digits = (mark: string) => mark.replaceAll(/\p{L}/gu, "0");
  return text.replaceAll(BRACKETS, (mark) => (marksIn(mark).length > 0 ? digits(mark) : mark)).replaceAll(NAMED_ID, digits);
}

const NUMBERS = /^\s*\^?e?\d{1,3}(?:\s*[-–,;]\s*\^?e?\d{1,3})*\s*$/iu;
/** A range of more numbers is no citation. */
const MAX_RANGE = 30;
const BRACKETS = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|[[【][^\][【】]{1,400}[\]】](?!\()/gu;
const NAMED_ID = /\b(?:(?:doi|arxiv|acl|openreview|openalex|title|sig):\s?|https?:\/\/)[^\s"“”‘’<>[\]{},;|]+/giu;

/** The text without its marks, and the marks in order, each with the end of the text that it follows. */
function withoutMarks(text: string): Pick<DraftSentence, "claim" | "pieces" | "marks"> {
  const found: { start: number; end: number; marks: DraftMark[] }[] = [];
  for (const { 0: written, index } of text.matchAll(BRACKETS)) {
    const marks = marksIn(written);
    if (marks.length > 0 || written.startsWith("](")) found.push({ start: index, end: index + written.length, marks });
  }
  for (const { 0: match, index } of text.matchAll(NAMED_ID)) {
    const id = bareId(match);
    const named = !/^https?:/iu.test(id) || parseExternalId(id) !== null;
    const end = index + id.length;
    const known = found.some((other) => other.start < end && index < other.end);
    if (named && !known) found.push({ start: index, end, marks: [{ written: id, follows: 0, kind: "id", id }] });
  }
  const pieces: string[] = [];
  const marks: DraftMark[] = [];
  let at = 0;
  for (const mark of found.toSorted((a, b) => a.start - b.start)) {
    const piece = text.slice(at, mark.start);
    if (pieces.length === 0 || wordCount(piece) > 0) pieces.push(piece);
    else pieces[pieces.length - 1] += piece;
    for (const one of mark.marks) marks.push({ ...one, follows: pieces.length - 1 });
    at = mark.end;
  }
  const rest = text.slice(at);
  if (pieces.length === 0 || wordCount(rest) > 0) pieces.push(rest);
  else pieces[pieces.length - 1] += rest;
  return { claim: plain(pieces.join("")), pieces: pieces.map(plain), marks };
}

function plain(text: string): string {
  const bare = text.replaceAll(/\*\*|__|`|\[(?=[^\]]*$)/gu, "").replaceAll(/\(\s*[:;,]?\s*\)/gu, "");
  return cleanText(bare).replaceAll(/\s+(?=[.,;:!?])/gu, "");
}

function marksIn(brackets: string): DraftMark[] {
  const written = brackets.replace(/^\]/u, "");
  const inner = written.slice(1, -1).trim();
  if (!brackets.startsWith("](") && NUMBERS.test(inner)) return numbersIn(inner);
  const parts = inner.split(/\s*[,;]\s+|\s*;\s*/u).map(bareId);
  const isId = (part: string) =>
    /^(?:doi|arxiv|acl|openreview|openalex|title|sig):\S/iu.test(part) || parseExternalId(part) !== null;
  return parts.every(isId) ? parts.map((id) => ({ written: `[${id}]`, follows: 0, kind: "id", id })) : [];
}

function numbersIn(list: string): DraftMark[] {
  const marks: DraftMark[] = [];
  for (const [, letter, from, to] of list.matchAll(/(e?)(\d{1,3})(?:\s*[-–]\s*e?(\d{1,3}))?/giu)) {
    const last = to === undefined || Number(to) - Number(from) > MAX_RANGE ? Number(from) : Number(to);
    for (let number = Number(from); number <= last; number += 1)
      marks.push({ written: `[${letter}${number}]`, follows: 0, kind: letter === "" ? "citation" : "evidence", number });
  }
  return marks;
}

/** An id without the punctuation after it; round brackets may be part of it where they come in pairs. */
function bareId(text: string): string {
  const id = text.trim().replace(/[.,;:!?*_]+$/u, "");
  const unpaired = id.endsWith(")") && id.split(")").length > id.split("(").length;
  return unpaired ? bareId(id.slice(0, -1)) : id;
}

/** Words that speak of the text itself or of the state of the evidence, not of what was found. */
const ABOUT_THE_TEXT = new Set(
  contentTerms(
    "summary sum conclusion conclude overall together taken brief overview review section report answer question topic issue point " +
      "evidence finding result paper study work literature research library source quote citation abstract author record " +
      "below above following next finally first second third then here now also however still yet turn consider look see note show describe " +
      "mixed clear unclear open unsettled established disputed missing known unknown limited thin strong weak one two three four several many few some both side " +
      "picture story case matter thing reason remain stand lead say tell",
  ).map((term) => term.stem),
);
const ABSENCE =
  /^(?:but\s+|however,?\s+|so far,?\s+)?(?:none of|no|neither of|nothing in|not one of)\s+(?:the\s+|these\s+|those\s+)?(?:\p{L}+\s+)?(?:papers?|stud(?:y|ies)|quotes?|sources?|evidence|abstracts?|library)\b/iu;

function isStatement(claim: string): boolean {
  if (/[?:]["”’)\s]*$/u.test(claim) || ABSENCE.test(claim)) return false;
  return contentTerms(claim).some((term) => !ABOUT_THE_TEXT.has(term.stem));
}
