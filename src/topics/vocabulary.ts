import { eachTerm, termKey, termWritten, words } from "./words.ts";

/** The terms that labels are made of, each with a number. */
export interface Vocabulary {
  /** From the key of a term to its number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** How titles most often write each term. */
  readonly written: readonly string[];
}

const MAX_TERMS = 20_000;
/** Beyond so many different terms those seen once are forgotten, so that memory stays bounded. */
const MAX_COUNTED = 500_000;
/** A term that fewer titles hold than this names nothing. */
const MIN_TITLES = 2;

/** A term as it was met: in how many titles, and the spelling that won most of them (Boyer & Moore's majority vote). */
interface Met {
  titles: number;
  written: string;
  votes: number;
}

/** Counts the terms of titles, one title after the other, and keeps the most frequent. */
export class VocabularyCounter {
  readonly #met = new Map<string, Met>();

  add(title: string): void {
    const seen = new Set<string>();
    eachTerm(words(title), (run) => {
      const key = termKey(run);
      if (seen.has(key)) return;
      seen.add(key);
      const met = this.#met.get(key);
      if (met === undefined) this.#met.set(key, { titles: 1, written: termWritten(run), votes: 1 });
      else count(met, termWritten(run));
    });
    if (this.#met.size > MAX_COUNTED) this.#forgetRare();
  }

  vocabulary(): Vocabulary {
    const kept = [...this.#met]
      .filter(([, { titles }]) => titles >= MIN_TITLES)
      .sort(([keyA, a], [keyB, b]) => b.titles - a.titles || (keyA < keyB ? -1 : 1))
      .slice(0, MAX_TERMS);
    return { numbers: new Map(kept.map(([key], number) => [key, number])), written: kept.map(([, { written }]) => written) };
  }

  #forgetRare(): void {
    for (const [key, { titles }] of this.#met) if (titles === 1) this.#met.delete(key);
  }
}

function count(met: Met, written: string): void {
  met.titles += 1;
  if (met.written === written) met.votes += 1;
  else if (met.votes > 0) met.votes -= 1;
  else [met.written, met.votes] = [written, 1];
}
