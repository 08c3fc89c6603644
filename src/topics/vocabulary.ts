import { terms } from "./words.ts";

/** The terms that labels are made of, each with a number. */
export interface Vocabulary {
  /** From the key of a term to its number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** How titles most often write each term. */
  readonly written: readonly string[];
}

const MOST_TERMS = 20_000;
/** Beyond so many different terms those seen once are forgotten, so that memory stays bounded. */
const MOST_COUNTED = 1_500_000;
/** A term that fewer titles hold than this names nothing. */
const LEAST_TITLES = 2;

/** Counts the terms of titles, one title after the other, and keeps the most frequent. */
export class VocabularyCounter {
  #counts = new Map<string, number>();
  readonly #spellings = new Map<string, Map<string, number>>();

  add(title: string): void {
    const seen = new Set<string>();
    for (const { key, written } of terms(title)) {
      if (seen.has(key)) continue;
      seen.add(key);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      const spellings = this.#spellings.get(key) ?? new Map<string, number>();
      if (spellings.size < 8 || spellings.has(written)) spellings.set(written, (spellings.get(written) ?? 0) + 1);
      this.#spellings.set(key, spellings);
    }
    if (this.#counts.size > MOST_COUNTED) this.#forgetRare();
  }

  vocabulary(): Vocabulary {
    const kept = [...this.#counts]
      .filter(([, count]) => count >= LEAST_TITLES)
      .sort(([keyA, a], [keyB, b]) => b - a || (keyA < keyB ? -1 : 1))
      .slice(0, MOST_TERMS)
      .map(([key]) => key);
    return { numbers: new Map(kept.map((key, number) => [key, number])), written: kept.map((key) => this.#spelling(key)) };
  }

  #spelling(key: string): string {
    const spellings = [...(this.#spellings.get(key) ?? [])].sort(([textA, a], [textB, b]) => b - a || (textA < textB ? -1 : 1));
    return spellings[0]?.[0] ?? key;
  }

  #forgetRare(): void {
    for (const [key, count] of this.#counts) {
      if (count > 1) continue;
      this.#counts.delete(key);
      this.#spellings.delete(key);
    }
  }
}
