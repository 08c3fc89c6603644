import { stemmer } from "stemmer";
import { figures } from "./figures.ts";

/** Numbers that are often written as words, by their figure. */
const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const NUMBER_WORDS = new Map(UNITS.split(" ").map((word, value) => [word, String(value)]));
/** Words before a figure that is rounded. */
const ROUNDED =
  /(?:\b(?:about|around|approximately|roughly|nearly|almost|some|over|under|above|below|more than|less than|up to|close to|circa|ca\.?)|[~≈<>≤≥])\s*$/iu;

/**
 * The figures of a statement that none of the texts has, as they are written there. A figure after a word such as “about” may be rounded; a number in
 * words counts where the texts give another number of the same things.
 */
export function foreignFigures(claim: string, texts: readonly string[]): string[] {
  const held = new Set(texts.flatMap((text) => [...figures(text), ...wordNumbers(text).map(({ value }) => value)]));
  const written = [...claim.matchAll(/\d+(?:[.,]\d+)*/gu)].filter(({ 0: figure, index }) => {
    const value = figures(figure)[0] ?? figure;
    return !held.has(value) && !(ROUNDED.test(claim.slice(0, index)) && isRounded(value, held));
  });
  const counted = texts.flatMap(wordNumbers);
  const words = wordNumbers(claim).filter(({ word, value, of }) => {
    if (/\d/u.test(word)) return false;
    const same = counted.filter((other) => of !== "" && other.of === of);
    return !held.has(value) && same.length > 0;
  });
  return [...written.map(([figure]) => figure), ...words.map(({ word }) => word)];
}

/** Numbers of a text, in words or figures, that stand before a word, with the stem of that word. */
function wordNumbers(text: string): { word: string; value: string; of: string }[] {
  return [...text.matchAll(/(?<![\p{L}\d.,])(\p{L}+|\d+(?:[.,]\d+)*)[\s-]+(?=(\p{L}+))/gu)].flatMap(
    ([, word = "", next = ""]) => {
      const value = /^\d/u.test(word) ? figures(word)[0] : NUMBER_WORDS.get(word.toLowerCase());
      return value === undefined ? [] : [{ word, value, of: stemmer(next.toLowerCase()) }];
    },
  );
}

function isRounded(value: string, held: ReadonlySet<string>): boolean {
  const decimals = value.split(".")[1]?.length ?? 0;
  const rounded = Number(value);
  return [...held].some((other) => {
    const exact = Number(other);
    const zeros = decimals === 0 ? (/0+$/u.exec(value)?.[0].length ?? 0) : -decimals;
    return Number.isFinite(exact) && rounded !== 0 && Math.abs(exact - rounded) <= 0.5 * 10 ** zeros;
  });
}
