import { foldText } from "../../src/documents/text.ts";
import type { GivenReference } from "./builder.ts";
import { marked, withoutMarks, type MarkedText } from "./markers.ts";

/** Entries of a reference list that were found in running text, and how the text points to them. */
export interface FoundReferences {
  entries: readonly GivenReference[];
  /** The text with its markers. */
  mark(text: string): MarkedText;
}

/** A text without the addresses of people. */
export function withoutAddresses(text: string): string {
  return text.replace(/\{[^{}@\s][^{}@]{0,200}\}\s?@[\w.-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, "");
}

/** Reads the entries, one text each, and makes ready to find what points to them: numbers in brackets, or names with years. */
export function foundReferences(texts: readonly string[]): FoundReferences {
  const numbered = texts.map((text) => /^\s*(?:\[(\d{1,4})\]|(\d{1,4})\.(?:\s|(?=\p{Lu}))|(\d{1,4})\)\s)/u.exec(text));
  const numberOf = (place: number): string | undefined => {
    const match = numbered[place];
    return match?.[1] ?? match?.[2] ?? match?.[3];
  };
  const isNumbered = texts.length > 0 && numbered.filter(Boolean).length >= texts.length * 0.6;
  const entries = texts.map((text, place): GivenReference => {
    const printed = isNumbered && numbered[place] ? text.slice(numbered[place][0].length) : text;
    return { key: `r${isNumbered ? (numberOf(place) ?? `p${place + 1}`) : place + 1}`, text: printed, ...fieldsOf(printed) };
  });
  const keys = new Set(entries.map(({ key }) => key));
  const byName = new Map<string, string[]>();
  for (const [place, entry] of entries.entries()) {
    const [surname] = /\p{L}[\p{L}'’-]{2,}(?=[,.\s])/gu.exec(surnameFirst(texts[place]!)) ?? [];
    const lead = entry.text!.slice(0, 120);
    const names = new Set([...(surname ? [surname] : []), ...(lead.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [])].map(foldText));
    for (const name of names) {
      const key = `${name} ${yearLabel(entry.text!)}`;
      byName.set(key, [...(byName.get(key) ?? []), entry.key]);
    }
  }
  return {
    entries,
    mark(text) {
      const bare = withoutMarks(text);
      const numbers = isNumbered ? markNumbers(bare, keys) : null;
      // Also a numbered list may be pointed to by names.
      return numbers && numbers.keys.length > 0 ? numbers : markNames(bare, byName);
    },
  };
}

/** What can be told from an entry without guessing: its DOI or arXiv id, its year. */
function fieldsOf(text: string): Partial<GivenReference> {
  const [doi] = /\b10\.\d{4,9}\/[^\s"<>,;]+/u.exec(text) ?? [];
  const [, arxiv] = /arxiv[:\s./a-z]*?(\d{4}\.\d{4,5})/iu.exec(text) ?? [];
  const years = [...text.matchAll(/\b(?:1[89]|20)\d{2}(?=[a-z]?\b)/gu)].map(([year]) => Number(year));
  return {
    ids: [
      { scheme: "doi", value: doi?.replace(/[.)\]]+$/u, "") },
      { scheme: "arxiv", value: arxiv },
    ],
    year: years[0] ?? null,
  };
}

function yearLabel(text: string): string {
  return /\b(?:1[89]|20)\d{2}[a-z]?\b/u.exec(text)?.[0] ?? "";
}

function surnameFirst(text: string): string {
  return text.replace(/^\s*(?:\[[^\]]{1,12}\]|\d{1,4}[.)])\s*/u, "");
}

/** “[3, 5–7]” with the numbers of the list. */
function markNumbers(text: string, keys: ReadonlySet<string>): MarkedText {
  const into: MarkedText = { raw: "", keys: [] };
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,4}(?:\s*[,;–—-]\s*\d{1,4})*)\]/gu)) {
    into.raw += text.slice(from, match.index);
    const numbers = match[1]!.split(/[,;]/u).flatMap((part) => {
      const [first = 0, last = first] = part.split(/[–—-]/u).map(Number);
      return last >= first && last - first <= 60 ? Array.from({ length: last - first + 1 }, (_, more) => `r${first + more}`) : [];
    });
    marked(
      match[0],
      numbers.filter((key) => keys.has(key)),
      into,
    );
    from = match.index + match[0].length;
  }
  into.raw += text.slice(from);
  return into;
}

const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?(?:\s+(?:et\s+al\.?,?|and|&)(?:\s+\p{Lu}[\p{L}'’-]+)?)?`;
const NAMED = new RegExp(String.raw`(${NAME}),?\s*\(?((?:1[89]|20)\d{2}[a-z]?)(?:,\s*((?:1[89]|20)\d{2}[a-z]?))?\)?`, "gu");

/** “Lovelace et al. (1843)”, “(Lovelace, 1843)” with the names and years of the list. */
function markNames(text: string, byName: ReadonlyMap<string, readonly string[]>): MarkedText {
  const into: MarkedText = { raw: "", keys: [] };
  let from = 0;
  for (const match of text.matchAll(NAMED)) {
    const names = foldText(match[1]!).split(/[^\p{L}'’-]+/u);
    const years = [match[2], match[3]].filter((year) => year !== undefined);
    const found = years.flatMap((year) => names.map((name) => byName.get(`${name} ${year}`)).find(Boolean) ?? []);
    if (found.length === 0) continue;
    // “As Lovelace (1843)”: the word before the name is none.
    const [before = ""] = /^\S+\s+(?=\p{Lu})/u.exec(match[1]!) ?? [];
    const isName = years.some((year) => byName.has(`${names[0]} ${year}`));
    const start = match.index + (isName ? 0 : before.length);
    into.raw += text.slice(from, start);
    const whole = text.slice(start, match.index + match[0].length);
    const isOpen = whole.endsWith(")") && !whole.includes("(");
    const printed = isOpen ? whole.slice(0, -1) : whole;
    marked(printed, [...new Set(found)], into);
    from = start + printed.length;
  }
  into.raw += text.slice(from);
  return into;
}
