import { contentTerms, type Term } from "../retrieval/terms.ts";

const UP =
  /\b(?:increas\w*|higher|highest|improv\w*|enhanc\w*|elevat\w*|greater|ris(?:e|es|en|ing)|gain(?:s|ed)?|outperform\w*|better|best|stronger|faster|exceed\w*|surpass\w*|superior|beat(?:s|en)?|benefi\w+|effective|correlat\w*|predict(?:s|ed|ive|or)?|help(?:s|ed|ful)?|sufficient|succeed\w*)\b/giu;
const DOWN =
  /\b(?:decreas\w*|reduc\w*|lower\w*|lowest|impair\w*|declin\w*|worse\w*|worst|underperform\w*|degrad\w*|drop(?:s|ped)?|weaker|slower|inferior|poor(?:er|ly)?|fail(?:s|ed)?|struggl\w*|hurts?|harm\w*|ineffective|insufficient)\b/giu;
const NEGATION =
  /\b(?:no|not|never|neither|nor|without|cannot|unable|hardly|little)\b(?:\s+[\w-]+){0,2}\s*$|n['’]t(?:\s+[\w-]+){0,2}\s*$/iu;
/** How many content words before and after a word of direction it is taken to be about. */
const NEAR = 3;
/** Two sentences that share fewer of their words are not about the same. */
const LEAST_SHARED = 0.3;
/** At least so many words must go up in one and down in the other. */
const LEAST_OPPOSED = 2;

/**
 * Whether two sentences about the same are worded the other way: words that one says rise, gain or win, the other says fall, fail or lose, and
 * none that both say the same of. This is about words, not meaning.
 */
export function opposed(a: string, b: string): boolean {
  if (shared(a, b) < LEAST_SHARED) return false;
  const [left, right] = [directions(a), directions(b)];
  const both = [...left].filter(([stem]) => right.has(stem));
  const against = both.filter(([stem, sign]) => sign * right.get(stem)! < 0).length;
  const alike = both.filter(([stem, sign]) => sign * right.get(stem)! > 0).length;
  return against >= LEAST_OPPOSED && alike === 0;
}

/** Stems near a word of direction, with 1 (up), -1 (down) or 0 (both). */
function directions(text: string): Map<string, number> {
  const terms = contentTerms(text);
  const found = new Map<string, number>();
  for (const [words, sign] of [
    [UP, 1],
    [DOWN, -1],
  ] as const) {
    for (const match of text.matchAll(words)) {
      const turned = NEGATION.test(text.slice(0, match.index)) ? -sign : sign;
      for (const { stem } of around(terms, match.index, match.index + match[0].length)) {
        const known = found.get(stem);
        found.set(stem, known === undefined || known === turned ? turned : 0);
      }
    }
  }
  return found;
}

function around(terms: readonly Term[], start: number, end: number): Term[] {
  const before = terms.filter((term) => term.end <= start).slice(-NEAR);
  const after = terms.filter((term) => term.start >= end).slice(0, NEAR);
  return [...before, ...after];
}

/** Words in common as a share of the shorter sentence's. */
function shared(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => new Set(contentTerms(text).map((term) => term.stem)));
  const common = [...left].filter((stem) => right.has(stem)).length;
  return common / Math.max(1, Math.min(left.size, right.size));
}
