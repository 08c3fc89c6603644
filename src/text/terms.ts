import { stemmer } from "stemmer";
import { foldText } from "../documents/text.ts";
import { remembered } from "../shared/remembered.ts";
import { usualSpelling } from "./usual-spelling.ts";

/** A content word of a text: its stem, and where it stands (UTF-16 units, end exclusive). */
export interface Term {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/** What one question reads is compared again and again: its papers and their sentences, alone and behind their titles, some thousands of texts. */
const TEXTS_REMEMBERED = 5_000;

/** The content words of a text in order, stop words left out, folded and stemmed as the search index does it, of two spellings the [usual](./usual-spelling.ts) one. */
export const contentTerms: (text: string) => readonly Term[] = remembered(TEXTS_REMEMBERED, termsOf);

function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: word, index: start } of text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)) {
    const stem = stemOf(word);
    if (stem !== null) terms.push({ stem, start, end: start + word.length });
  }
  return terms;
}

/** The stems of a text's content words in order, repeated ones included. */
export function contentStems(text: string): string[] {
  return contentTerms(text).map(({ stem }) => stem);
}

/** The distinct stems of a question's content words, in order; words that only make it a question are left out. */
export function questionStems(question: string): string[] {
  const stems = contentTerms(question).filter((term) => !QUESTION_STEMS.has(term.stem));
  return [...new Set((stems.length > 0 ? stems : contentTerms(question)).map((term) => term.stem))];
}

/** A text repeats most of its words, and folding and stemming one takes several times as long as finding it here. */
const STEMS = new Map<string, string | null>();
const WORDS_REMEMBERED = 100_000;

/** The stem of a word as it stands in a text; null for a stop word and what folds to nothing. */
export function stemOf(word: string): string | null {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  if (STEMS.size >= WORDS_REMEMBERED) STEMS.clear();
  const folded = foldText(word.replace(/['’]s?$/iu, "").replace(/['’]s$/iu, ""));
  const stem = folded === "" || STOP_WORDS.has(folded) ? null : stemmer(usualSpelling(folded));
  STEMS.set(word, stem);
  return stem;
}

const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can did do does for from had has have how if in into is it its may more most no not of on or our " +
    "so such than that the their them then there these they this those to was we were what when where which while who whose why will with would you your"
  ).split(" "),
);

/** Words by which people ask, not what they ask about. */
const QUESTION_STEMS = new Set(
  (
    "about across add after against any anyone approach approaches before best better between come during could effective effectively else evidence exist explain find findings give good happens help helps " +
    "improve improves know known like made make makes many me method methods much need paper papers people recent research result results say show shows should " +
    "state stand study studies technique techniques tell there use used useful using way ways well whether work works"
  )
    .split(" ")
    .map((word) => stemmer(word)),
);
