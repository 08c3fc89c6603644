import table from "./word-frequencies.json" with { type: "json" };

const FREQUENCIES = new Map(Object.entries(table.frequencies));
/** What a stem that the table lacks is taken to occur in: half of what the rarest stem in it does. */
const UNLISTED = Math.min(...FREQUENCIES.values()) / 2;

/** In how many of the counted abstracts a stem occurs; 0 of one that the table lacks. */
export function frequencyOf(stem: string): number {
  return FREQUENCIES.get(stem) ?? 0;
}

/** Whether a stem is an everyday word of research: what is not may be a name or a slip. */
export function isCommon(stem: string): boolean {
  return FREQUENCIES.has(stem);
}

/**
 * How much a stem tells about what a paper is on: the inverse document frequency of BM25 (Robertson and Zaragoza 2009, “The Probabilistic Relevance
 * Framework”, eq. 3.6, with 1 added inside the logarithm), from about 0.3 for everyday words of research to 8. The counts are those of stems in 52,156
 * titles with abstracts of the ACL Anthology; `npm run bench -- word-frequencies` counts a library.
 */
export function rarity(stem: string): number {
  const having = FREQUENCIES.get(stem) ?? UNLISTED;
  return Math.log(1 + (table.documents - having + 0.5) / (having + 0.5));
}
