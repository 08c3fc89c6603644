/**
 * Says for sure that a text was not added. One in 10,000 answers is wrong at 6 million texts, one in 100 at 16 million. Its 16 MB are taken in blocks of 4 kB as texts need them, so that a few cost little.
 */
export class BloomFilter {
  readonly #blocks: (Uint32Array | undefined)[] = Array.from({ length: BLOCKS });

  add(text: string): void {
    const [one, two] = hashesOf(text);
    for (let index = 0; index < HASHES; index += 1) {
      const bit = bitOf(one, two, index);
      const block = (this.#blocks[bit >>> BLOCK_BITS] ??= new Uint32Array(BLOCK_WORDS));
      block[(bit >>> 5) % BLOCK_WORDS]! |= 1 << (bit & 31);
    }
  }

  mayHave(text: string): boolean {
    const [one, two] = hashesOf(text);
    for (let index = 0; index < HASHES; index += 1) {
      const bit = bitOf(one, two, index);
      const block = this.#blocks[bit >>> BLOCK_BITS];
      if (block === undefined || (block[(bit >>> 5) % BLOCK_WORDS]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** A block holds 2^15 of the 2^27 bits. */
const BLOCK_BITS = 15;
const BLOCK_WORDS = 2 ** (BLOCK_BITS - 5);
const BLOCKS = 2 ** (27 - BLOCK_BITS);
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
