import type { WordingDifference } from "./citation.ts";
import type { DraftGround, DraftSources, Passage } from "./draft-sources.ts";
import { isSameText, nameOf, type DocumentPlace } from "./named-documents.ts";

/**
 * What is off about a sentence. `dead_number`: `[n]` is no citation of the run or of those given. `unknown_id`: no document of the library has
 * the id. `bent_quote`: words in quotation marks that the cited document does not have. `wrong_paper`: the cited document does not say this,
 * another one does. `retracted`: it rests on a retracted paper. `signals_scope_missing`: a signal is cited, and the key may not read signals.
 * The others are as in answers.
 */
export type DraftProblemKind =
  | "uncited"
  | "dead_number"
  | "unknown_id"
  | "bent_quote"
  | "wrong_paper"
  | "figure_not_quoted"
  | "retracted"
  | "signals_scope_missing"
  | WordingDifference;

/** Stored words with their place: `quote === document[field].slice(start, end)`. `number`: the citation that has this place. */
export interface DraftQuote extends DocumentPlace {
  number: number | null;
  quote: string;
}

export interface DraftProblem {
  kind: DraftProblemKind;
  /** The words, figure or mark that are off, as the draft has them; null where it is the sentence. */
  found: string | null;
  /** The stored words that come nearest, where there are any. */
  nearest: DraftQuote | null;
}

/** The stored words at a place, with the number of the citation that quotes them. */
export function quoteOf(place: Passage | DocumentPlace, { citations }: DraftSources, ground: DraftGround): DraftQuote {
  const { start, end } = place;
  const id = "document" in place ? place.document.id : place.id;
  const text = ground.document(id)?.texts.find((one) => isSameText(one, place))?.text ?? "";
  const same = [...citations].find(
    ([, { place: other }]) =>
      other !== null && other.id === id && isSameText(other, place) && other.start < end && start < other.end,
  );
  return { number: same?.[0] ?? null, id, ...nameOf(place), start, end, quote: text.slice(start, end) };
}
