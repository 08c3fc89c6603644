import { contentTerms } from "../retrieval/terms.ts";

const UP =
  /\b(?:increas\w*|higher|highest|improv\w*|enhanc\w*|elevat\w*|greater|ris(?:e|es|en|ing)|gain(?:s|ed)?|outperform\w*|better|best|stronger|faster|exceed\w*|surpass\w*|superior|beat(?:s|en)?|more)\b/giu;
const DOWN =
  /\b(?:decreas\w*|reduc\w*|lower\w*|lowest|impair\w*|declin\w*|worse\w*|worst|underperform\w*|degrad\w*|drop(?:s|ped)?|weaker|slower|inferior|poor(?:er|ly)?|behind|fail(?:s|ed)?|struggl\w*|fewer|less)\b/giu;
const NEGATION = /\b(?:no|not|never|neither|nor|without|cannot|lack(?:s|ed|ing)?|absence|unable|hardly)\b|n['’]t\b/giu;
/** Two sentences that share fewer of their words are not about the same. */
const LEAST_SHARED = 0.25;

/**
 * Whether two sentences about the same are worded the other way: one speaks of more and the other of less, or only one of them denies. This is
 * about words, not meaning: of pairs of a claim and its evidence that differ so, six in ten contradict each other.
 */
export function opposed(a: string, b: string): boolean {
  if (shared(a, b) < LEAST_SHARED) return false;
  const [left, right] = [direction(a), direction(b)];
  const denies = [a, b].map((text) => count(NEGATION, text) % 2 === 1);
  return denies[0] === denies[1] ? left * right < 0 : left !== 0 && left === right;
}

function direction(text: string): number {
  return Math.sign(count(UP, text) - count(DOWN, text));
}

function count(words: RegExp, text: string): number {
  return text.match(words)?.length ?? 0;
}

/** Words in common as a share of the shorter sentence's. */
function shared(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => new Set(contentTerms(text).map((term) => term.stem)));
  const common = [...left].filter((stem) => right.has(stem)).length;
  return common / Math.max(1, Math.min(left.size, right.size));
}
