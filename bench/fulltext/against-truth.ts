import type { FullText, FullTextPassage } from "../../src/documents/full-text.ts";
import { titleKey } from "../../src/documents/text.ts";

/** How well the text of a PDF agrees with what another program made of the same paper. */
export interface Agreement {
  /**
   * Words of the body in the truth (its running text without abstract, acknowledgements and appendices, which programs put in another order), and how many of them the other's text has in the same order
   * (longest common subsequence of words, in which hyphens do not count).
   */
  words: number;
  inOrder: number;
  /** Of these, those in the order of its running text alone. A truth has notes and captions among its paragraphs; the other keeps them apart. */
  running: number;
  /** The same, and the words besides that are in the other's notes, captions and tables, in the order of each. */
  found: number;
  /** Those that it has at all, in whatever order. */
  anywhere: number;
  /**
   * The same without notes on either side: words of the truth's paragraphs but those that are a note in the other's text (GROBID's JSON has footnotes as paragraphs at the body's end), and how many of them
   * the other's running text, which has no notes in it, has in the same order. A note that the truth has in the middle of a paragraph stays in it.
   * What is a note is up to the other's text: a paragraph of the body that it takes for one is left out here, and missing in `running`.
   */
  withoutNotes: { words: number; inOrder: number };
  headings: number;
  foundHeadings: number;
  missing: string[];
}

/** Listings of code too: GROBID has their lines among its paragraphs. */
const RUNNING: ReadonlySet<string> = new Set(["paragraph", "list_item", "formula", "code"]);
const BESIDE_THE_BODY: ReadonlySet<string> = new Set(["abstract", "acknowledgement", "appendix", "funding", "data_availability"]);
/** Fewer words in a row say nothing about where they are from. */
const MIN_NOTE_LENGTH = 4;
/** A paragraph is a note if one note has this share of its words in order. */
const SAME_NOTE = 0.9;

export function agreement(truth: FullText, text: FullText): Agreement {
  const body = truth.passages.filter(({ form, kind }) => RUNNING.has(form) && !BESIDE_THE_BODY.has(kind));
  const own = wordsOf(body);
  const runningWords = wordsOf(text.passages.filter(({ form }) => RUNNING.has(form)));
  const matched = commonWords(own, runningWords);
  const running = matched.filter(Boolean).length;
  let found = running;
  const floats = text.passages.filter(({ form }) => !RUNNING.has(form)).map((passage) => wordsOf([passage]));
  for (const run of runsOf(own, matched)) {
    if (run.length >= MIN_NOTE_LENGTH)
      found += Math.max(0, ...floats.map((float) => commonWords(run, float).filter(Boolean).length));
  }
  const all = wordsOf(text.passages);
  const notes = text.passages.filter(({ form }) => form === "footnote").map((passage) => wordsOf([passage]));
  const isNote = (words: readonly string[]): boolean =>
    words.length >= MIN_NOTE_LENGTH &&
    notes.some((note) => commonWords(words, note).filter(Boolean).length >= words.length * SAME_NOTE);
  const noNotes = wordsOf(body.filter((passage) => !isNote(wordsOf([passage]))));
  const headings = [...new Set(headingsOf(truth))];
  const known = new Set(headingsOf(text));
  const missing = headings.filter((heading) => !known.has(heading));
  return {
    words: own.length,
    inOrder: commonWords(own, all).filter(Boolean).length,
    running,
    found,
    anywhere: inAnyOrder(own, all),
    withoutNotes: { words: noNotes.length, inOrder: commonWords(noNotes, runningWords).filter(Boolean).length },
    headings: headings.length,
    foundHeadings: headings.length - missing.length,
    missing,
  };
}

/** Words of two letters and more; “fine-tuning” and “finetuning” are one word. */
function wordsOf(passages: readonly FullTextPassage[]): string[] {
  return passages.flatMap(({ text }) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)*/gu) ?? [])
      .map((word) => word.replace(/[-‐‑]/gu, ""))
      .filter((word) => word.length > 1),
  );
}

/** How many words of `a` are in `b`, each as often as it is there. */
function inAnyOrder(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const times = left.get(word) ?? 0;
    left.set(word, times - 1);
    return times > 0;
  }).length;
}

/** The words that are not matched, in rows. */
function runsOf(words: readonly string[], matched: readonly boolean[]): string[][] {
  const runs: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    if (matched[index]) runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

function headingsOf({ sections }: FullText): string[] {
  return sections.flatMap(({ heading }) => heading.map(titleKey)).filter((heading) => heading !== "" && heading !== "abstract");
}

/** Which words of `a` are part of a longest common subsequence with `b`, by dynamic programming. */
function commonWords(a: readonly string[], b: readonly string[]): boolean[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      lengths[here] = a[i] === b[j] ? lengths[here + width + 1]! + 1 : Math.max(lengths[here + width]!, lengths[here + 1]!);
    }
  }
  const matched = a.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      matched[i] = true;
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return matched;
}
