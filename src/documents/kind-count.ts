import { asWords } from "../shared/as-words.ts";
import { counted } from "../shared/thousands.ts";

/** What is not counted in the plural with an s. */
const PLURALS = new Map([
  ["erratum", "errata"],
  ...["adoption", "funding", "hiring", "news"].map((kind) => [kind, kind] as const),
]);

/** Signals of a kind, counted: `2 reviews`, `1 erratum`. */
export function kindCount(kind: string, count: number): string {
  return counted(count, asWords(kind), PLURALS.get(kind));
}
