import { MAX_AFFILIATION_LENGTH, MAX_AFFILIATIONS } from "../../src/documents/paper.ts";
import { cleanText } from "../../src/documents/text.ts";

/** The institutions of all authors, each once, cut to what a paper may have. */
export function affiliationsFrom(names: readonly string[]): string[] {
  const cut = names.map((name) => cleanText(name).slice(0, MAX_AFFILIATION_LENGTH));
  return [...new Set(cut)].filter(Boolean).slice(0, MAX_AFFILIATIONS);
}
