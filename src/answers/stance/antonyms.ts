import { stemmer } from "stemmer";
import { DENYING_PREFIXES, OPPOSING_PREFIXES } from "../../text/negation.ts";

/* Pairs of words of which one denies what the other says; directions (more, less; better, worse) stand in `text/direction.ts`. */

const PAIRS: readonly (readonly [string, string])[] = [
  ["high", "low"],
  ["large", "small"],
  ["long", "short"],
  ["longer", "shorter"],
  ["early", "late"],
  ["positive", "negative"],
  ["presence", "absence"],
  ["present", "absent"],
  ["before", "after"],
  ["sensitive", "resistant"],
  ["sensitivity", "resistance"],
  ["hypersensitive", "immune"],
  ["susceptible", "immune"],
  ["susceptible", "resistant"],
  ["beneficial", "harmful"],
  ["beneficial", "detrimental"],
  ["benefit", "harm"],
  ["gain", "loss"],
  ["common", "rare"],
  ["frequently", "rarely"],
  ["often", "rarely"],
  ["fast", "slow"],
  ["strong", "weak"],
  ["robust", "brittle"],
  ["robust", "fragile"],
  ["safe", "unsafe"],
  ["safe", "risky"],
  ["survival", "death"],
  ["survival", "mortality"],
  ["life", "death"],
  ["major", "minor"],
  ["major", "limited"],
  ["majority", "minority"],
  ["overexpression", "knockdown"],
  ["overexpression", "depletion"],
  ["necessary", "dispensable"],
  ["essential", "dispensable"],
  ["required", "dispensable"],
  ["active", "inactive"],
  ["activation", "inhibition"],
  ["direct", "indirect"],
  ["acute", "chronic"],
  ["good", "bad"],
  ["good", "poor"],
  ["rich", "poor"],
  ["easy", "hard"],
  ["easy", "difficult"],
  ["simple", "complex"],
  ["cheap", "expensive"],
  ["accept", "reject"],
  ["open", "closed"],
  ["same", "different"],
  ["similar", "different"],
  ["local", "global"],
  ["internal", "external"],
  ["inner", "outer"],
  ["male", "female"],
  ["uniform", "heterogeneous"],
  ["homogeneous", "heterogeneous"],
  ["stable", "unstable"],
  ["stabilization", "destabilization"],
  ["methylation", "demethylation"],
  ["phosphorylation", "dephosphorylation"],
  ["monolingual", "multilingual"],
  ["reliable", "unreliable"],
  ["consistent", "inconsistent"],
  ["sufficient", "insufficient"],
  ["effective", "ineffective"],
  ["hypo", "hyper"],
  ["underestimate", "overestimate"],
  ["decreased", "increased"],
];

const OPPOSITES = new Map<string, Set<string>>();
for (const [one, other] of PAIRS) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const stem = stemmer(from);
    OPPOSITES.set(stem, (OPPOSITES.get(stem) ?? new Set()).add(stemmer(to)));
  }
}

const DENYING_PREFIX = new RegExp(`^(?:${DENYING_PREFIXES}|${OPPOSING_PREFIXES})(?=.{4})`, "u");

/** Whether two stems deny each other: a pair of the list, or one is the other with a prefix that denies. */
export function areOpposite(a: string, b: string): boolean {
  if (OPPOSITES.get(a)?.has(b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.length > short.length && long.replace(DENYING_PREFIX, "") === short && long !== short;
}
