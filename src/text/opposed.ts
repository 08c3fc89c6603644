import { directionWords } from "./direction.ts";
import { isDenied } from "./negation.ts";
import { contentStems, contentTerms, type Term } from "./terms.ts";

/** How many content words before and after a word of direction it is taken to be about. */
const NEAR = 3;
/** Two sentences that share fewer of their words are not about the same. */
const MIN_SHARED = 0.3;
/** At least so many words must go up in one and down in the other. */
const MIN_OPPOSED = 2;

/**
 * Whether two sentences about the same are worded the other way: words that one says rise, gain or win, the other says fall, fail or lose, and
 * none that both say the same of. This is about words, not meaning.
 */
export function opposed(a: string, b: string): boolean {
  if (shared(a, b) < MIN_SHARED) return false;
  const [left, right] = [directions(a), directions(b)];
  const both = [...left].filter(([stem]) => right.has(stem));
  const against = both.filter(([stem, sign]) => sign * right.get(stem)! < 0).length;
  const alike = both.filter(([stem, sign]) => sign * right.get(stem)! > 0).length;
  return against >= MIN_OPPOSED && alike === 0;
}

/** Stems near a word of direction, with 1 (up, or less of what costs), -1 (down) or 0 (both). */
function directions(text: string): Map<string, number> {
  const terms = contentTerms(text);
  const found = new Map<string, number>();
  for (const { kind, sign, start, end } of directionWords(text, ["amount", "worth"])) {
    const better = kind === "amount" && isOfCost(terms, end) ? -sign : sign;
    const turned = isDenied(text, start) ? -better : better;
    for (const { stem } of around(terms, start, end)) {
      const known = found.get(stem);
      found.set(stem, known === undefined || known === turned ? turned : 0);
    }
  }
  return found;
}

/** What is better the less there is of it: who reduces time is faster. */
const COSTS = new Set(
  contentStems("time latency cost costs error errors effort memory loss perplexity bias hallucination runtime"),
);
/** Within so many content words behind a word of direction it is about such a thing. */
const COST_NEAR = 2;

function isOfCost(terms: readonly Term[], end: number): boolean {
  return terms
    .filter(({ start }) => start >= end)
    .slice(0, COST_NEAR)
    .some(({ stem }) => COSTS.has(stem));
}

function around(terms: readonly Term[], start: number, end: number): Term[] {
  const before = terms.filter((term) => term.end <= start).slice(-NEAR);
  const after = terms.filter((term) => term.start >= end).slice(0, NEAR);
  return [...before, ...after];
}

/** Words in common as a share of the shorter sentence's. */
function shared(a: string, b: string): number {
  const stems = (text: string) => new Set(contentTerms(text).map((term) => term.stem));
  const [left, right] = [stems(a), stems(b)];
  const common = left.intersection(right).size;
  return common / Math.max(1, Math.min(left.size, right.size));
}
