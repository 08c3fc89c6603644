import { titleKey } from "../documents/text.ts";

/** From this similarity on two titles are one title, spelled in two ways. Wrong titles that come close to a real one mostly differ by a word, which costs more. */
const SAME_TITLE = 0.9;
/** Words that a title has at least before what follows a colon may be left out. */
const MIN_MAIN_TITLE_WORDS = 3;

/** Whether two titles name one paper: equal but for case and punctuation, for a slip of the pen, or for a subtitle that one leaves out. */
export function titlesAgree(a: string, b: string): boolean {
  const [one, other] = [keysOf(a), keysOf(b)];
  if (one.whole === "" || other.whole === "") return false;
  if (one.whole === other.whole || one.main.includes(other.whole) || other.main.includes(one.whole)) return true;
  return sameNumbers(one.whole, other.whole) && similarity(one.whole, other.whole) >= SAME_TITLE;
}

/** The key of a title, and those of its beginnings that end at a colon, a dash or a question mark. */
interface TitleKeys {
  whole: string;
  main: string[];
}

const known = new Map<string, TitleKeys>();
/** A batch of references compares the same titles over and over; so many are remembered. */
const MAX_KNOWN = 5_000;

/** The keys of a title, made once for the titles at hand. */
export function keysOf(title: string): TitleKeys {
  let keys = known.get(title);
  if (keys === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    keys = { whole: titleKey(title), main: withoutSubtitle(title) };
    known.set(title, keys);
  }
  return keys;
}

/** How alike two keys of titles are, by their groups of three characters (Dice): 0 to 1. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [trigrams(one), trigrams(other)];
  let shared = 0;
  for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0);
  // A text of n characters between two blanks has n groups of three.
  return (2 * shared) / (one.length + other.length);
}

function trigrams(key: string): Map<string, number> {
  const padded = ` ${key} `;
  const grams = new Map<string, number>();
  for (let index = 0; index + 3 <= padded.length; index += 1) {
    const gram = padded.slice(index, index + 3);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function withoutSubtitle(title: string): string[] {
  const ends = [...title.matchAll(/[:?!.]\s|\s[–—-]{1,2}\s/gu)].map(({ index }) => titleKey(title.slice(0, index)));
  return ends.filter((key) => key.split(" ").length >= MIN_MAIN_TITLE_WORDS);
}

/** “Part 1” and “Part 2”, GPT-2 and GPT-3 are two papers. */
function sameNumbers(one: string, other: string): boolean {
  const numbers = (key: string) => (key.match(/\d+/gu) ?? []).join(" ");
  return numbers(one) === numbers(other);
}
