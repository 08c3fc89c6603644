/*
 * Words that deny. What a question wants done without, or asks to fail, is read by its grammar (`answers/question/negation.ts`); that nothing was found is a feature of trained
 * models (`answers/stance/cues.ts`).
 */

/** Words that deny what follows them, wherever they stand in a text. */
const NEGATION =
  /\b(?:not|no|never|neither|nor|none|nothing|without|cannot|fails?\s+to|failed\s+to|unable|hardly|little)\b|n['’]t\b/giu;
/** These deny nothing, or not all. */
const NO_DENIAL = /^(?:no|not|nothing|little)\s+(?:only|just|merely|necessarily|solely|longer|every|all|always|but|by)\b/iu;

/** Words that say of something that it is not, or hardly: weaker than a denial. */
export const SOFT_DENIAL =
  /\b(?:lack\w*|absen\w*|miss(?:es|ed|ing)|few|little|low|rarely|seldom|scarce\w*|barely|fail(?:s|ed|ing)?|struggl\w*|insufficient\w*|impossible|free of|free from|instead of|rather than|unlike|except|but|exclud\w*|rul(?:e|es|ed|ing) out|avoid\w*|refut\w*|contradict\w*|den(?:y|ies|ied))\b/giu;

/** Prefixes that deny a word (`un`reliable), and those that only turn it round (`hyper`sensitive), as alternatives of a pattern. */
export const DENYING_PREFIXES = "un|in|im|ir|non|dis";
export const OPPOSING_PREFIXES = "hypo|hyper|de|mis|anti";

/** Where a text denies something: the words that do so, in order. */
export function negations(text: string): { word: string; start: number; end: number }[] {
  return Array.from(text.matchAll(NEGATION), (match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  })).filter(({ start }) => !NO_DENIAL.test(text.slice(start)));
}

/**
 * How many words may stand between a denial and the outcome that it denies: none in “does not improve”, one in “does not clearly improve”, three in “did not result in any improvement”. A choice, by such sentences.
 */
export const OUTCOME_DENIAL_REACH = 3;

/** Whether what stands at this place follows a word that denies it, by `reach` words at most. */
export function isDenied(text: string, at: number, reach = 2): boolean {
  const gap = new RegExp(`^(?:\\s+[\\w-]+){0,${reach}}\\s*$`, "u");
  return negations(text.slice(0, at)).some(({ end }) => gap.test(text.slice(end, at)));
}
