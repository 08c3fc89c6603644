import { stemmer } from "stemmer";
import { foldText } from "../documents/text.ts";
import { frequencyOf } from "./rarity.ts";

/** Endings in which British and American English differ, as they may be written and as they may be written instead. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/is(?=(?:es?|ed|ing|ers?|ations?|ational|able|ability)$)/iu, "iz"],
  [/ys(?=(?:es?|ed|ing|ers?)$)/iu, "yz"],
  [/our(?=(?:s|ed|ing|al|ally|able|ites?|less|hoods?)?$)/iu, "or"],
  [/tre(?=s?$)/iu, "ter"],
  [/ence(?=s?$)/iu, "ense"],
  [/amme(?=s?$)/iu, "am"],
  [/dgement(?=s?$)/iu, "dgment"],
  [/og(?=s?$)/iu, "ogue"],
];

/** Their other spelling would have the stem of another word: “expert”, “improve”. */
const NO_OTHER = /^(?:expertise|improvis|exercis|treatise)/iu;

/**
 * A word in the spelling that papers use most: “summarisation” → “summarization”, “dialog” → “dialogue”; the word itself where it has no other spelling, or none that is met more often. By the counts of
 * stems that [rarity](./rarity.ts) has, so that “promise” and “difference” stay as they are.
 */
export function usualSpelling(word: string): string {
  if (NO_OTHER.test(word)) return word;
  for (const [ending, other] of ENDINGS) {
    const respelt = word.replace(ending, other);
    if (respelt !== word && counted(respelt) > counted(word)) return respelt;
  }
  return word;
}

function counted(word: string): number {
  return frequencyOf(stemmer(foldText(word)));
}

const WORD = /\p{L}+/gu;

/** A text in the spelling that papers use most. */
export function inUsualSpelling(text: string): string {
  return text.replace(WORD, usualSpelling);
}

/** A text followed by the usual spelling of those of its words that have one, so that a search for any word of it finds both. */
export function withUsualSpelling(text: string): string {
  const respelt = (text.match(WORD) ?? []).flatMap((word) => {
    const usual = usualSpelling(word);
    return usual === word ? [] : [usual];
  });
  return [text, ...new Set(respelt)].join(" ");
}
