import type { FullTextReference } from "../../src/documents/full-text.ts";
import { cleanText } from "../../src/documents/text.ts";

/** Where markers begin and end in text that has not got its stored form yet: characters for private use, which are taken out of what files say. */
const BEGIN = "\ue000";
const END = "\ue001";

/** Text on its way to its stored form, with the markers of references in it in their order. */
export interface MarkedText {
  raw: string;
  keys: string[][];
}

export interface Marked {
  start: number;
  end: number;
  keys: string[];
}

/** A file's text without the characters that stand for markers here. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/gu, "");
}

/** Puts a marker around text. */
export function marked(text: string, keys: readonly string[], into: MarkedText): void {
  if (keys.length === 0) {
    into.raw += text;
    return;
  }
  into.raw += `${BEGIN}${text}${END}`;
  into.keys.push([...keys]);
}

/** The stored form of a text, and its markers with their offsets in it, in UTF-16 units. */
export function settled({ raw, keys }: MarkedText): { text: string; markers: Marked[] } {
  const clean = cleanText(raw);
  if (keys.length === 0) return { text: clean, markers: [] };
  const markers: Marked[] = [];
  let text = "";
  let started = 0;
  let number = 0;
  for (const piece of clean.split(/([\ue000\ue001])/u)) {
    if (piece === BEGIN) started = text.length;
    else if (piece === END) {
      const own = keys[number];
      number += 1;
      if (own !== undefined && text.length > started) markers.push({ start: started, end: text.length, keys: own });
    } else text += text === "" || text.endsWith(" ") ? piece.trimStart() : piece;
  }
  const end = text.trimEnd();
  // A character and its diacritic on either side of a marker: rare enough to give up the markers.
  if (cleanText(end) !== end) return { text: cleanText(end), markers: [] };
  return { text: end, markers: joined(end, markers) };
}

/** Without white space at its ends. */
function trimmed(text: string, { start, end, keys }: Marked): Marked {
  const inside = text.slice(start, end);
  return { start: start + inside.length - inside.trimStart().length, end: start + inside.trimEnd().length, keys };
}

/** Markers side by side are one, such as “[3, 5–7]”; the brackets around it belong to it. */
function joined(text: string, markers: readonly Marked[]): Marked[] {
  const result: Marked[] = [];
  for (const marker of markers.map((one) => trimmed(text, one)).filter(({ start, end }) => start < end)) {
    const before = result.at(-1);
    const between = before ? text.slice(before.end, marker.start) : null;
    if (before && between !== null && /^[\s,;]*(?:and|&|[-‐-―−])?\s*$/u.test(between)) {
      before.keys.push(...(/[-‐-―−]/u.test(between) ? [RANGE] : []), ...marker.keys);
      before.end = marker.end;
    } else result.push({ ...marker, keys: [...marker.keys] });
  }
  return result.map(({ start, end, keys }) => {
    const isBracketed = (text[start - 1] === "[" && text[end] === "]") || (text[start - 1] === "(" && text[end] === ")");
    return isBracketed ? { start: start - 1, end: end + 1, keys } : { start, end, keys };
  });
}

/** Stands between two keys of which the text names only the ends: “[3–7]”. */
const RANGE = "\ue000range";

/** The references of a text, and where each stands among them by its key. */
export interface ReferenceList {
  list: readonly FullTextReference[];
  places: ReadonlyMap<string, number>;
}

export function referenceList(list: readonly FullTextReference[]): ReferenceList {
  return { list, places: new Map(list.map(({ key }, place) => [key, place])) };
}

/**
 * The keys of a marker with every reference of its ranges, those that the list has, each once. `text` is the marker's own: a range may stand in the text of one link,
 * “3–7” with the key of 3 alone.
 */
export function rangesFilled(keys: readonly string[], text: string, { list, places }: ReferenceList): string[] {
  const result = new Set<string>();
  const add = (from: number, to: number): void => {
    if (to - from > MAX_RANGE) return;
    for (const { key } of list.slice(from, to + 1)) result.add(key);
  };
  for (const [number, key] of keys.entries()) {
    if (key === RANGE) {
      const from = places.get(keys[number - 1] ?? "");
      const to = places.get(keys[number + 1] ?? "");
      if (from !== undefined && to !== undefined && from < to) add(from, to);
    } else if (places.has(key)) result.add(key);
  }
  const ends = /^\D{0,2}(\d{1,4})\s*[-‐-―−]\s*(\d{1,4})\D{0,2}$/u.exec(text);
  const [first] = keys;
  const from = places.get(first ?? "");
  if (keys.length <= 2 && ends && from !== undefined) {
    const length = Number(ends[2]) - Number(ends[1]);
    // Only where the list is in the order of its numbers.
    if (length > 0 && (keys.length === 1 || places.get(keys[1]!) === from + length)) add(from, from + length);
  }
  return [...result].sort((a, b) => places.get(a)! - places.get(b)!);
}

/** A wider “range” is a year or a misreading. */
const MAX_RANGE = 60;
