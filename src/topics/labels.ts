import type { Vocabulary } from "./vocabulary.ts";
import { eachTerm, termKey, words, type Word } from "./words.ts";
import { keysOf, nameFrom, nameKey, type Named } from "./names.ts";
import { rounded } from "../shared/rounding.ts";

/** A term of a class with its weight there. */
export interface WeightedTerm {
  term: string;
  weight: number;
  /** Papers of the class whose title or abstract holds it. */
  papers: number;
}

/** What a title counts against an abstract: authors choose its words to name the subject. */
const TITLE_WEIGHT = 3;
/** Terms of one, two and three words: more words say more, and are rarer by nature. */
const WORDS_WEIGHT = [1, 2.2, 3] as const;
const TERMS_KEPT = 12;
const TERMS_IN_LABEL = 3;
/** A term of a label stands in at least this share of the class's papers. */
const MIN_SHARE = 0.08;

/** Counts the terms of the papers of each class, one paper after the other, in one table of fixed size. */
export class TermCounter {
  readonly #vocabulary: Vocabulary;
  readonly #classes: number;
  readonly #counts: Uint32Array;
  readonly #papers: Uint32Array;
  readonly #sizes: Uint32Array;
  /** How often abstracts write a word in this very way. */
  readonly #spelled = new Map<string, number>();

  constructor(vocabulary: Vocabulary, classes: number) {
    this.#vocabulary = vocabulary;
    this.#classes = classes;
    this.#counts = new Uint32Array(classes * vocabulary.written.length);
    this.#papers = new Uint32Array(classes * vocabulary.written.length);
    this.#sizes = new Uint32Array(classes);
  }

  add(of: number, { title, abstract }: { title: string; abstract: string | null }): void {
    this.#sizes[of]! += 1;
    const abstractWords = abstract === null ? [] : words(abstract);
    const inTitle = this.#numbers(words(title));
    const inAbstract = this.#numbers(abstractWords);
    const base = of * this.#vocabulary.written.length;
    for (const number of inTitle) this.#counts[base + number]! += TITLE_WEIGHT;
    for (const number of inAbstract) this.#counts[base + number]! += 1;
    for (const number of new Set([...inTitle, ...inAbstract])) this.#papers[base + number]! += 1;
    for (const { written, key } of abstractWords) {
      if (this.#vocabulary.numbers.has(key)) this.#spelled.set(written, (this.#spelled.get(written) ?? 0) + 1);
    }
  }

  /**
   * The heaviest terms of each class by class-based TF-IDF (Grootendorst 2022): f(t, c)/f(c) · ln(1 + A/f(t)), f(t, c) counted in papers, f(c) the
   * sum over the class's terms, A its mean over the classes, f(t) the sum over the classes.
   */
  terms(): WeightedTerm[][] {
    const { written } = this.#vocabulary;
    const totals = new Float64Array(written.length);
    const classTotals = new Float64Array(this.#classes);
    for (let of = 0; of < this.#classes; of += 1) {
      for (let number = 0; number < written.length; number += 1) {
        const count = this.#counts[of * written.length + number]!;
        totals[number]! += count;
        classTotals[of]! += count;
      }
    }
    const average = classTotals.reduce((sum, total) => sum + total, 0) / Math.max(1, this.#classes);
    return Array.from(this.#sizes, (size, of) => {
      const minimum = Math.max(Math.min(2, size), MIN_SHARE * size);
      const weighed: (WeightedTerm & { number: number })[] = [];
      for (const [number, term] of written.entries()) {
        const index = of * written.length + number;
        const papers = this.#papers[index]!;
        if (papers < minimum) continue;
        const longer = WORDS_WEIGHT[term.split(" ").length - 1]!;
        const weight = longer * (this.#counts[index]! / classTotals[of]!) * Math.log(1 + average / totals[number]!);
        weighed.push({ number, term, papers, weight });
      }
      weighed.sort((a, b) => b.weight - a.weight || a.number - b.number);
      return weighed.slice(0, TERMS_KEPT * 3).map(({ term, weight, papers }) => ({
        term: this.cased(term),
        weight: rounded(weight, 6),
        papers,
      }));
    });
  }

  #numbers(list: readonly Word[]): Set<number> {
    const found = new Set<number>();
    eachTerm(list, (run) => {
      const number = this.#vocabulary.numbers.get(termKey(run));
      if (number !== undefined) found.add(number);
    });
    return found;
  }

  /** Titles capitalize every word: a word that abstracts mostly write small is written small. Acronyms stay. */
  cased(term: string): string {
    return term.replace(/[^ ]+/gu, (word) => {
      const small = word.toLowerCase();
      const [as, inSmall] = [this.#spelled.get(word) ?? 0, this.#spelled.get(small) ?? 0];
      const stays = as + inSmall > 0 ? as > inSmall : !/^\p{Lu}\p{Ll}+(?:-\p{L}+)*$/u.test(word);
      return stays ? word : small;
    });
  }
}

/** A class that wants a label. */
export interface Unlabeled extends Named {
  terms: readonly WeightedTerm[];
  /** How many papers it has. */
  papers: number;
}

/**
 * A label for each class: a phrase out of its papers' titles (`nameFrom`), and where they have none its terms, heaviest first: up to three that share no word, further ones
 * where the label is taken. No two labels have the same words. The largest classes choose first. `cased`: how running text writes the words of a title.
 */
export function labels(
  classes: readonly Unlabeled[],
  cased: (phrase: string) => string = (phrase) => phrase,
): { label: string; terms: WeightedTerm[] }[] {
  const taken = new Set<string>();
  const takenWords = new Set<string>();
  const made: { label: string; terms: WeightedTerm[] }[] = [];
  const order = [...classes.entries()].sort(([a, { papers: sizeA }], [b, { papers: sizeB }]) => sizeB - sizeA || a - b);
  for (const [of, own] of order) {
    const apart = withoutRepeats(own.terms);
    const names = apart.map(({ term }) => term);
    const phrase = nameFrom(own, (keys) => takenWords.has(nameKey(keys)));
    if (phrase !== null) takenWords.add(nameKey(keysOf(phrase)));
    let label = phrase === null ? names.slice(0, TERMS_IN_LABEL).join(", ") || "unnamed" : opening(cased(phrase));
    for (let more = TERMS_IN_LABEL; taken.has(label.toLowerCase()) && more < names.length; more += 1) label += `, ${names[more]}`;
    for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = `${label.replace(/ \(\d+\)$/u, "")} (${number})`;
    taken.add(label.toLowerCase());
    made[of] = { label, terms: apart.slice(0, TERMS_KEPT) };
  }
  return made;
}

/** With a capital letter, unless the first word has capitals of its own: `ColBERT`, `mBART`. */
function opening(phrase: string): string {
  const [first = ""] = phrase.split(" ");
  return /\p{Lu}/u.test(first) ? phrase : phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function withoutRepeats(terms: readonly WeightedTerm[]): WeightedTerm[] {
  const used = new Set<string>();
  return terms.filter(({ term }) => {
    const keys = words(term).flatMap(({ key }) => key.split("-"));
    if (keys.some((key) => used.has(key))) return false;
    for (const key of keys) used.add(key);
    return true;
  });
}
