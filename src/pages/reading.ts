import type { Passage, WholeText } from "../documents/passage.ts";
import { PublicError } from "../errors.ts";
import { wholeTextOf, type StoredWhole } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import { textOf, type Form } from "./form.ts";

/** A part of a paper's full text that is read on a page: passages of one section, one after another. */
export interface Reading {
  text: StoredWhole;
  /** Index of the section in the outline. */
  section: number;
  passages: Passage[];
  /** The passage that the address names, and the span of it to mark, in UTF-16 units; null: none, or no span. */
  marked: { passage_id: string; span: { start: number; end: number } | null } | null;
  /** Index in the text of the first passage of what follows and comes before within the section; null: nothing does. */
  next: number | null;
  before: number | null;
}

/** About what a reader sees on four screens; a page of markup stays well below 60 kB with it. */
const CHARACTERS = 16_000;
const PASSAGES = 80;

/** Whether an address asks for a part of the full text: `section` (counted from 1, with `from`, a passage's index) or `passage` (an id, with `quote=start-end`). */
export function asksForText(query: Form): boolean {
  return textOf(query, "section") !== "" || textOf(query, "passage") !== "";
}

/** Reads what an address asks for. Throws `not_found` where the paper has no full text, or none with this part. */
export async function readPart(library: Library, paperId: string, query: Form, signal: AbortSignal): Promise<Reading> {
  const text = await wholeTextOf(library, paperId, signal);
  const named = textOf(query, "passage");
  const index = named === "" ? null : (text?.passage_ids.indexOf(named) ?? -1);
  const section = index === null ? Number(textOf(query, "section")) - 1 : (text?.whole.section_of[index] ?? -1);
  if (text === null || text.whole.sections[section] === undefined) {
    throw new PublicError("not_found", { message: "This section of the paper's full text was not found." });
  }
  const beginning = firstOfSame(text.whole, section);
  const indices = text.whole.section_of.flatMap((one, place) => (firstOfSame(text.whole, one) === beginning ? [place] : []));
  const found = await library.engine.passages.get(
    indices.map((place) => text.passage_ids[place]!),
    { signal },
  );
  const all = indices.flatMap((place) => found.get(text.passage_ids[place]!) ?? []);
  const first = firstShown(all, index, Number(textOf(query, "from")));
  const count = countWithin(all.slice(first));
  return {
    text,
    section,
    passages: all.slice(first, first + count),
    marked: index === null ? null : { passage_id: named, span: spanIn(textOf(query, "quote")) },
    next: all[first + count]?.index ?? null,
    before: first === 0 ? null : all[Math.max(0, first - count)]!.index,
  };
}

/** Whether a section only goes on with the one before it: both have the same headings, as where a program has cut a text at a page or a figure. */
export function continues({ sections }: WholeText, index: number): boolean {
  const [before, own] = [sections[index - 1]?.heading, sections[index]!.heading];
  return own.length > 0 && before?.join("\n") === own.join("\n");
}

/** The first of the sections that a section goes on with; itself where it begins. */
export function firstOfSame(whole: WholeText, index: number): number {
  let first = index;
  while (continues(whole, first)) first -= 1;
  return first;
}

/** Where the shown part begins: at the section's start where that shows the passage too, else at the passage. */
function firstShown(all: readonly Passage[], passage: number | null, from: number): number {
  const at = all.findIndex(({ index }) => index === (passage ?? from));
  if (passage === null) return Math.max(0, at);
  return at < countWithin(all) ? 0 : at;
}

/** How many of the first passages are shown; at least one where there is one. */
function countWithin(passages: readonly Passage[]): number {
  let left = CHARACTERS;
  const beyond = passages.slice(0, PASSAGES).findIndex(({ content }) => (left -= content.length) < 0);
  return beyond === -1 ? Math.min(PASSAGES, passages.length) : Math.max(1, beyond);
}

function spanIn(text: string): { start: number; end: number } | null {
  const [, start, end] = /^(\d{1,6})-(\d{1,6})$/u.exec(text) ?? [];
  return start === undefined || Number(start) >= Number(end) ? null : { start: Number(start), end: Number(end) };
}
