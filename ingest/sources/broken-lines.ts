import { contentTerms } from "../../src/text/terms.ts";
import { isCommon, rarity } from "../../src/text/rarity.ts";

/** “transla- tion”: a word that the end of a line cut in two; not “pre- and post-”, whose hyphen stands for the rest. */
const CUT_WORD =
  /(?<!\p{L})(?<left>\p{Ll}{2,})-\s+(?!(?:and|or|to|as|in|of|versus|vs|nor|but|rather|than|level)\b)(?<right>\p{Ll}{2,})(?!\p{L})/gu;
/** “of signals.We discuss”: a sentence that begins without a space; names such as “spaCy.Tokenizer” have no further word in small letters behind them. */
const JOINED_SENTENCES = /(?<=\p{Ll}{2,}[.?!])(?=\p{Lu}\p{Ll}* \p{Ll})/gu;

/**
 * A text that was copied out of set lines, with the words joined that a line's end cut in two, and a space back between sentences. A hyphen stays
 * where titles and abstracts use the word without it less than both of its parts, or not at all. Pure.
 */
export function withoutBrokenLines(text: string): string {
  return text
    .replace(CUT_WORD, (_, left: string, right: string) => (isOneWord(left, right) ? left + right : `${left}-${right}`))
    .replace(JOINED_SENTENCES, " ");
}

function isOneWord(left: string, right: string): boolean {
  const whole = stemOf(left + right);
  return isCommon(whole) && rarity(whole) <= Math.max(rarity(stemOf(left)), rarity(stemOf(right)));
}

function stemOf(word: string): string {
  return contentTerms(word)[0]?.stem ?? word;
}
