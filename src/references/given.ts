import { foldText } from "../documents/text.ts";
import { parseExternalId, type ExternalId } from "../documents/ids.ts";

/** A reference as it was given, before anything is looked up. */
export interface GivenReference {
  /** Its place in the list, from 1. */
  number: number;
  /** The citation key, label or number that it goes by; null where it has none. */
  key: string | null;
  /** As it stands in the list, on one line; what is shown of an entry whose title is not known. */
  text: string;
  /** Why it could not be read; such an entry is not looked up. */
  problem: string | null;
  /** The title; of running text, the stretches that may be it, most likely first. */
  titles: string[];
  /** Whether a title was stated at all: running text may name a paper by its authors and id alone. */
  hasTitle: boolean;
  authors: GivenAuthors | null;
  year: number | null;
  ids: ExternalId[];
}

/** A list of names, `cut` where it ends in “et al.”; or running text, whose names stand before the title. */
export type GivenAuthors = { names: string[]; cut: boolean } | RunningText;

export interface RunningText {
  text: string;
  /** Its words, folded, with the places where they begin. */
  words: { word: string; at: number }[];
}

/** A text with its words. */
export function runningText(text: string): RunningText {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  return { text, words: words.map((match) => ({ word: foldText(match[0]), at: match.index })) };
}

/** Where the first words of a title stand among those of a text, as an index of its words; -1 where they do not. */
export function placeOfTitle({ words }: RunningText, title: readonly string[]): number {
  if (title.length === 0) return -1;
  return words.findIndex((_, index) => title.every((word, offset) => words[index + offset]?.word === word));
}

/** Entries longer than this are shown by their beginning. */
const MAX_TEXT_LENGTH = 300;

/** An entry that could not be read. */
export function unreadable(key: string | null, text: string, problem: string): Omit<GivenReference, "number"> {
  return { key, text: oneLine(text), problem, titles: [], hasTitle: false, authors: null, year: null, ids: [] };
}

export function oneLine(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed();
}

/** A year of four digits in a date of any form; null where there is none that a paper could have. */
export function yearIn(text: string | number | undefined | null): number | null {
  const [year] = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u.exec(String(text ?? "")) ?? [];
  return year === undefined ? null : Number(year);
}

const IN_TEXT: readonly RegExp[] = [
  /https?:\/\/[^\s<>"'{}|\\^`\]]+/giu,
  /(?<![\w/.])(?:doi:\s*)?10\.\d{4,9}\/[^\s<>"{}|\\^`\]]+/giu,
  /\barxiv:\s*(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z-]+)?\/\d{7})(?:v\d+)?/giu,
  /\babs\/\d{4}\.\d{4,5}(?:v\d+)?/giu,
  /\b(?:pmid|pmcid):\s*(?:pmc)?\d{1,9}\b/giu,
  /(?<![\w/.-])(?:[a-z]\d{2}-\d{4}|\d{4}\.[a-z0-9]+-[a-z0-9]+\.\d+)(?![\w-])/giu,
];

/** The identifiers in running text (DOIs, arXiv and ACL ids, addresses of their pages), and the text without them and without other addresses. */
export function idsInText(text: string): { ids: ExternalId[]; rest: string } {
  const ids: ExternalId[] = [];
  let rest = text;
  for (const pattern of IN_TEXT) {
    rest = rest.replace(pattern, (found) => {
      const end = /[.,;:!?]*(?:(?<!\([^()]*)\)[.,;:!?]*)?$/u.exec(found)?.[0] ?? "";
      const bare = found.slice(0, found.length - end.length).replace(/^abs\//iu, "arxiv:");
      const id = parseExternalId(bare) ?? doiInAddress(bare);
      if (id !== null) ids.push(id);
      return ` ${end.replace(/^[)]/u, "")} `;
    });
  }
  return { ids: distinctIds(ids), rest };
}

/** Publishers put the DOI into the address of the page: `https://dl.acm.org/doi/10.1145/…`. */
function doiInAddress(address: string): ExternalId | null {
  const [doi] = /10\.\d{4,9}\/[^?#]+/u.exec(address) ?? [];
  return doi === undefined ? null : parseExternalId(doi, "doi");
}

export function distinctIds(ids: readonly ExternalId[]): ExternalId[] {
  const seen = new Map(ids.map((id) => [`${id.scheme}:${id.value}`, id]));
  return [...seen.values()];
}
