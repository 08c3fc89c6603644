import type { Citation } from "../../../citations/citation.ts";

/** A quote in the text around it. */
export interface Passage {
  before: string;
  quote: string;
  after: string;
}

/** How much of the text is shown on either side, in UTF-16 units. */
const AROUND = 320;

/** The quote where it stands in the text as that is now: at its place, else where it is found; alone where it stands there no more. */
export function passageAround({ quote, start, end }: Pick<Citation, "quote" | "start" | "end">, text: string | null): Passage {
  if (text === null) return { before: "", quote, after: "" };
  const at = text.slice(start, end) === quote ? start : text.indexOf(quote);
  if (at < 0) return { before: "", quote, after: "" };
  return { before: ending(text.slice(0, at)), quote, after: beginning(text.slice(at + quote.length)) };
}

/** The end of a text, from a whole word on. */
function ending(text: string): string {
  if (text.length <= AROUND) return text;
  const cut = text.slice(-AROUND);
  return `… ${cut.slice(cut.indexOf(" ") + 1).toWellFormed()}`;
}

/** The beginning of a text, up to a whole word. */
function beginning(text: string): string {
  if (text.length <= AROUND) return text;
  const cut = text.slice(0, AROUND);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space < 0 ? AROUND : space).toWellFormed()} …`;
}
