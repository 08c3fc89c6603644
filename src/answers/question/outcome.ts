import { ASKED } from "../../text/direction.ts";
import type { Outcome } from "./schema.ts";

/** Words of an effect, and which way they say that it goes. */
const DIRECTIONS = new Map(
  Object.entries<string>(ASKED satisfies Record<Outcome["direction"], string>).flatMap(([direction, words]) =>
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
