import type { SignalRule } from "./rule.ts";

/** Which signals of a kind a rule reads. */
type Condition = SignalRule["when"];

export const ALWAYS: Condition = { says: "", takes: () => true };
export const NEUTRAL: Condition = { says: "neutral", takes: ({ polarity }) => polarity === "neutral" };
export const WITH_NUMBER: Condition = { says: "with a number", takes: ({ value }) => value !== null };
export const OF_STARS: Condition = { says: "unit names stars", takes: ({ unit }) => /\bstars?\b/iu.test(unit ?? "") };
const naming = (what: string, pattern: RegExp): Condition => ({
  says: `unit names ${what}`,
  takes: ({ unit }) => pattern.test(unit ?? ""),
});
export const OF_LICENSE = naming("a license", /^licen[cs]e$/iu);
export const OF_ARCHIVE = naming("archived", /^archived$/iu);
export const OF_DOWNLOADS: Condition = {
  says: "unit names downloads",
  takes: ({ unit, value }) => value !== null && /\bdownloads?\b/iu.test(unit ?? ""),
};
export const counting = (word: string): Condition => ({
  says: `unit names ${word}`,
  takes: ({ unit, value }) => value !== null && (unit ?? "").toLowerCase().includes(word),
});
