import { words, type Word } from "./words.ts";

/** Words that may stand inside a name between words of the subject: “retrieval for question answering”. */
const JOINING = new Set(["of", "for", "in", "with", "and", "from", "on", "via", "to", "over", "by", "as", "under", "through"]);
const MAX_WORDS = 6;
/** Terms of one, two and three words weigh more the longer they are; a word of a term weighs what the term would alone. */
const LENGTH_WEIGHT = [1, 2.2, 3] as const;

interface Phrase {
  /** As a title writes it. */
  written: string;
  /** The keys of its words of the subject. */
  keys: string[];
  titles: number;
}

/** What a class is named from. */
export interface Named {
  /** Titles of its papers, the most typical first. */
  titles: readonly string[];
  /** Its terms, heaviest first. */
  terms: readonly { term: string; weight: number }[];
}

/**
 * The name of a class: the phrase of two to six words out of its papers' titles that says most. A phrase begins and ends with a word of the class's terms, and stands
 * within one part of a title; joining words may stand inside. It says Σ w(word) / √words · (1 + ln titles), w: what the class's terms give the word, titles: how many
 * of the titles have the phrase; one that several titles have goes before one that a single title has, and of those one out of English titles. Ties go to the more typical title.
 * `isTaken`: by another class.
 * Null where no title has such a phrase.
 */
export function nameFrom({ titles, terms }: Named, isTaken: (keys: readonly string[]) => boolean): string | null {
  const weights = wordWeights(terms);
  const english = titles.filter((title) => !isOfAnotherLanguage(title));
  const [inEnglish, inAny] = [english, titles].map((some) => phrasesIn(some, weights).filter(({ keys }) => !isTaken(keys)));
  const [repeatedInEnglish, repeated] = [inEnglish!, inAny!].map((some) => some.filter(({ titles }) => titles > 1));
  const choice = [repeatedInEnglish!, repeated!, inEnglish!, inAny!].find((some) => some.length > 0) ?? [];
  let best: { score: number; written: string } | null = null;
  for (const phrase of choice) {
    const score = scoreOf(phrase, weights);
    if (best === null || score > best.score) best = { score, written: phrase.written };
  }
  return best?.written ?? null;
}

/** The phrases of titles, each with how many of the titles have it. */
function phrasesIn(titles: readonly string[], weights: ReadonlyMap<string, number>): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const title of titles) {
    // A title in capitals alone does not say how its words are written.
    if (!/\p{Ll}/u.test(title)) continue;
    for (const { id, ...phrase } of new Map(phrasesOf(title, weights).map((one) => [one.id, one])).values()) {
      const known = phrases.get(id);
      if (known === undefined) phrases.set(id, { ...phrase, titles: 1 });
      else known.titles += 1;
    }
  }
  return [...phrases.values()];
}

/** Small words of other languages that English titles do not hold two of. */
const OF_ANOTHER_LANGUAGE = new Set(
  "au aux avec dans de der des die du el en et für la las le les los para pour sur un una und une von zur".split(" "),
);

/** Whether a title is French, German or Spanish: by two of their small words, or an elision. */
function isOfAnotherLanguage(title: string): boolean {
  const small = title.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return (
    small.filter((word) => OF_ANOTHER_LANGUAGE.has(word)).length > 1 || small.some((word) => /^[dl]['’]\p{L}{2}/u.test(word))
  );
}

/** Names are the same where their words are, in whatever order and form, with hyphens or without. */
export function nameKey(keys: readonly string[]): string {
  return [...new Set(keys.flatMap((key) => key.split("-")))].sort().join(" ");
}

/** The keys of the words of the subject in a text. */
export function keysOf(text: string): string[] {
  return words(text).flatMap(({ key }) => (key === "" ? [] : [key]));
}

function scoreOf({ keys, titles }: Phrase, weights: ReadonlyMap<string, number>): number {
  const sum = keys.reduce((total, key) => total + (weights.get(key) ?? 0), 0);
  return (sum / Math.sqrt(keys.length)) * (1 + Math.log(titles));
}

function wordWeights(terms: Named["terms"]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { term, weight } of terms) {
    const keys = keysOf(term);
    const own = weight / LENGTH_WEIGHT[Math.min(keys.length, LENGTH_WEIGHT.length) - 1]!;
    for (const key of keys) weights.set(key, Math.max(weights.get(key) ?? 0, own));
  }
  return weights;
}

function phrasesOf(title: string, weights: ReadonlyMap<string, number>): { id: string; written: string; keys: string[] }[] {
  const found: { id: string; written: string; keys: string[] }[] = [];
  const list = words(title);
  const isEnd = (word: Word | undefined) => word !== undefined && (weights.get(word.key) ?? 0) > 0;
  for (let start = 0; start < list.length; start += 1) {
    if (!isEnd(list[start])) continue;
    for (let end = start + 1; end < list.length && end - start < MAX_WORDS; end += 1) {
      const last = list[end]!;
      const isJoining = last.key === "" && JOINING.has(last.written.toLowerCase());
      // Punctuation ends a part of a title; of two joining words in a row a phrase makes no name.
      if (last.key === "" && (!isJoining || list[end - 1]!.key === "")) break;
      if (!isEnd(last)) continue;
      const run = list.slice(start, end + 1);
      const content = run.filter(({ key }) => key !== "");
      const keys = content.map(({ key }) => key);
      if (content.every(({ general }) => general) || new Set(keys).size < keys.length) continue;
      found.push({
        id: run.map(({ key, written }) => key || written.toLowerCase()).join(" "),
        written: run.map(({ written }) => written).join(" "),
        keys,
      });
    }
  }
  return found;
}
