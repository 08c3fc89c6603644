import { remembered } from "../shared/remembered.ts";
import { contentTerms, stemOf } from "./terms.ts";

/** Stems that a text has besides its own: those of what it writes in one word, with a hyphen, or as an abbreviation. */
export type Otherwise = (text: string) => readonly string[];

const NOTHING: Otherwise = () => [];
const WORDS = /[\p{L}\p{N}]+/gu;
const HYPHENATED = /(?=(\b\p{L}+-\p{L}+))/gu;
/** “RAG”, “LLMs”, “(BO)”: an abbreviation of two letters stands for much, so it has to be explained in the text. */
const ABBREVIATION = /(?<explained>\()?\b(?<letters>\p{Lu}{2,5})s?\b/gu;
const SHORT = 2;
/** Words that an abbreviation leaves out. */
const SMALL = /^(?:of|the|and|for|in|to|a|an|with|on)$/iu;

/**
 * What texts may write of a phrase in another way: “pretrained” and “pre-trained”, “finetuning” and “fine-tuning”, “RAG” for “retrieval-augmented generation”. The stems of the phrase are said of a text that
 * writes so. Pure.
 */
export function writtenOtherwise(phrase: string): Otherwise {
  const words = phrase.match(WORDS) ?? [];
  const stems = contentTerms(phrase).map(({ stem }) => stem);
  if (stems.length === 0) return NOTHING;
  const wanted = new Set(stems);
  const joined = new Map<string, readonly string[]>();
  for (const [index, second] of words.slice(1).entries()) {
    const parts = [stemOf(words[index]!), stemOf(second)];
    const whole = stemOf(words[index]! + second);
    if (whole !== null && parts.every((part) => part !== null)) joined.set(whole, parts);
  }
  return (text) => [
    ...(joined.size === 0 ? [] : contentTerms(text).flatMap(({ stem }) => joined.get(stem) ?? [])),
    ...unhyphenated(text).filter((stem) => wanted.has(stem)),
    ...(abbreviationIn(text, phrase) === null ? [] : stems),
  ];
}

/** One text is compared with every term of a question, and its sentences with their title too. */
const TEXTS_REMEMBERED = 5_000;

/** The stems of a text's compounds without their hyphens: “pretrain” of “pre-trained”. */
const unhyphenated: (text: string) => readonly string[] = remembered(TEXTS_REMEMBERED, (text) =>
  text.includes("-") ? [...text.matchAll(HYPHENATED)].flatMap(([, compound]) => stemOf(compound!.replace("-", "")) ?? []) : [],
);

/** What a text abbreviates, in order. */
const abbreviations: (text: string) => readonly { letters: string; explained: boolean; at: number }[] = remembered(
  TEXTS_REMEMBERED,
  (text) =>
    Array.from(text.matchAll(ABBREVIATION), ({ index, groups }) => ({
      letters: groups!.letters!,
      explained: groups!.explained !== undefined,
      at: index,
    })),
);

/** Where a text abbreviates a phrase by its initials: an offset in UTF-16 units; null where it does not. */
export function abbreviationIn(text: string, phrase: string): number | null {
  const initials = initialsOf(phrase);
  if (initials === null) return null;
  return (
    abbreviations(text).find(({ letters, explained }) => letters === initials && (initials.length > SHORT || explained))?.at ??
    null
  );
}

function initialsOf(phrase: string): string | null {
  const words = (phrase.match(WORDS) ?? []).filter((word) => !SMALL.test(word));
  return words.length < SHORT ? null : words.map((word) => word[0]!.toUpperCase()).join("");
}
