import type { FullText } from "../../src/documents/full-text.ts";
import { titleKey } from "../../src/documents/text.ts";

/** How well the text of a PDF agrees with what another program made of the same paper. */
export interface Agreement {
  /** Words of the truth's running text, and how many of them the other has in the same order (longest common subsequence). */
  words: number;
  inOrder: number;
  /** The same with the other's captions, notes and tables, because a truth may have them among its paragraphs. */
  inOrderWithAll: number;
  headings: number;
  foundHeadings: number;
  missing: string[];
}

const RUNNING: ReadonlySet<string> = new Set(["paragraph", "list_item", "formula"]);

export function agreement(truth: FullText, text: FullText): Agreement {
  const own = wordsOf(truth);
  const other = wordsOf(text);
  const headings = [...new Set(headingsOf(truth))];
  const known = new Set(headingsOf(text));
  const missing = headings.filter((heading) => !known.has(heading));
  const all = wordsOf(text, () => true);
  return {
    words: own.length,
    inOrder: commonLength(own, other),
    inOrderWithAll: commonLength(own, all),
    headings: headings.length,
    foundHeadings: headings.length - missing.length,
    missing,
  };
}

function wordsOf({ passages }: FullText, isMeant = (form: string): boolean => RUNNING.has(form)): string[] {
  return passages.filter(({ form }) => isMeant(form)).flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

function headingsOf({ sections }: FullText): string[] {
  return sections.flatMap(({ heading }) => heading.map(titleKey)).filter((heading) => heading !== "" && heading !== "abstract");
}

/** The length of the longest common subsequence, by dynamic programming over two rows. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const numbers = new Map<string, number>();
  const numbered = (words: readonly string[]): Int32Array =>
    Int32Array.from(words, (word) => numbers.get(word) ?? (numbers.set(word, numbers.size), numbers.size - 1));
  const left = numbered(a);
  const right = numbered(b);
  let row = new Uint16Array(right.length + 1);
  for (const word of left) {
    const next = new Uint16Array(right.length + 1);
    for (let index = 0; index < right.length; index += 1) {
      next[index + 1] = right[index] === word ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!);
    }
    row = next;
  }
  return row[right.length]!;
}
