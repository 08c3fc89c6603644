import type { Call } from "../port.ts";
import { textsOfLists } from "./columns.ts";
import type { LanceTable } from "./table.ts";

/**
 * Which aliases the table may have, in memory: while a load runs there is no index on them, and looking for a thousand keys that are not there would
 * read the whole column each time. Built at the first question of a load; a load is the only writer of papers.
 */
export class KnownAliases {
  readonly #live: LanceTable;
  #filter: { load: number; seen: BloomFilter; ready: Promise<void> } | null = null;

  constructor(live: LanceTable) {
    this.#live = live;
  }

  /** To be called before the write of a paper with these. */
  add(aliases: readonly string[]): void {
    for (const alias of aliases) this.#filter?.seen.add(alias);
  }

  /** Those of the keys that a paper may have; all of them where no load runs. */
  async possible(keys: readonly string[], call?: Call): Promise<readonly string[]> {
    const load = this.#live.load;
    if (load === null || keys.length === 0) {
      this.#filter = null;
      return keys;
    }
    if (this.#filter?.load !== load) {
      const seen = new BloomFilter();
      this.#filter = { load, seen, ready: this.#read(seen, call) };
      this.#filter.ready.catch(() => (this.#filter = null));
    }
    const { seen, ready } = this.#filter;
    await ready;
    return keys.filter((key) => seen.mayHave(key));
  }

  #read(seen: BloomFilter, call?: Call): Promise<void> {
    return this.#live.read({ timeoutMs: 600_000, signal: call?.signal }, async (table) => {
      for await (const batch of table.query().select(["aliases"])) {
        for (const alias of textsOfLists(batch.getChild("aliases")!)) seen.add(alias);
      }
    });
  }
}

/** Says for sure that a text was not added. 16 MB: one in 10,000 answers is wrong at 6 million texts, one in 100 at 16 million. */
class BloomFilter {
  readonly #words = new Uint32Array(2 ** 22);

  add(text: string): void {
    const [one, two] = hashesOf(text);
    for (let index = 0; index < HASHES; index += 1) {
      const bit = bitOf(one, two, index);
      this.#words[bit >>> 5] |= 1 << (bit & 31);
    }
  }

  mayHave(text: string): boolean {
    const [one, two] = hashesOf(text);
    for (let index = 0; index < HASHES; index += 1) {
      const bit = bitOf(one, two, index);
      if ((this.#words[bit >>> 5] & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

const HASHES = 6;

function hashesOf(text: string): [number, number] {
  return [fnv(text, 0x811c9dc5), fnv(text, 0x9e3779b9) | 1];
}

/** One of 2^27 bits; six of them come from two hashes (Kirsch and Mitzenmacher, Less Hashing, Same Performance, 2006). */
function bitOf(one: number, two: number, index: number): number {
  return ((one + Math.imul(index, two)) >>> 0) >>> 5;
}

/** FNV-1a over the UTF-16 units, with a last mix as its upper bits are weak for short texts. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
