import type { Outcome } from "./schema.ts";

/** Words of an effect, and which way they say that it goes. */
const WORDS: Record<Outcome["direction"], string> = {
  improves:
    "improve improves improved improving improvement help helps helped helping benefit benefits enhance enhances enhanced better best effective work works",
  worsens:
    "hurt hurts hurting harm harms harmed harmful degrade degrades degraded worsen worsens worse impair impairs damage damages",
  increases:
    "increase increases increased increasing boost boosts boosted raise raises raised accelerate accelerates prolong prolongs speed speeds faster",
  reduces:
    "reduce reduces reduced reducing decrease decreases decreased lower lowers lowered cut cuts mitigate mitigates alleviate alleviates shorten shortens lessen lessens prevent prevents slower",
  changes: "affect affects affected influence influences influenced impact impacts impacted change changes alter alters",
};

const DIRECTIONS = new Map(
  Object.entries(WORDS).flatMap(([direction, words]) =>
    words.split(" ").map((word) => [word, direction as Outcome["direction"]] as const),
  ),
);
const BARE = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${[...DIRECTIONS.keys()].join("|")})(?![\\p{L}\\p{N}-])`, "iu");

/** The first effect that a question names, in its own word; undefined for none. */
export function readOutcome(text: string): Outcome | undefined {
  const word = BARE.exec(text)?.[0].toLowerCase();
  const direction = word === undefined ? undefined : DIRECTIONS.get(word);
  return word === undefined || direction === undefined ? undefined : { text: word, direction };
}
