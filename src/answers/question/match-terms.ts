import { contentTerms } from "../../text/terms.ts";
import { familiesNamed } from "./language-families.ts";
import { doneWithout } from "./negation.ts";
import type { ReadQuestion, SubjectTerm } from "./schema.ts";

/** A term that other words stand for: for “Slavic languages” the name of each. */
export interface MatchTerm extends SubjectTerm {
  members?: { names: readonly string[]; stems: readonly string[] };
}

/** What a paper must agree with to be about a question: the terms of its subject, and the languages that it names. Pure. */
export function matchTerms({ subject, constraints }: Pick<ReadQuestion, "subject" | "constraints">): MatchTerm[] {
  const known = new Set(subject.terms.flatMap(({ stems }) => stems));
  const languages = (constraints.languages ?? []).flatMap((text): SubjectTerm[] => {
    const stems = [...new Set(contentTerms(text).map(({ stem }) => stem))].filter((stem) => !known.has(stem));
    return stems.length === 0 ? [] : [{ text, stems }];
  });
  const terms = subject.terms.map((term): MatchTerm => {
    const families = familiesNamed(term.text);
    if (families.length === 0) return term;
    const said = contentTerms(families.map((family) => family.text).join(" "));
    return { ...term, members: { names: families.flatMap((family) => family.languages), stems: said.map(({ stem }) => stem) } };
  });
  return [...terms, ...languages];
}

/** “Without hurting quality”, “without a loss of accuracy” are done without no thing. */
const EFFECT =
  /\b(?:loss(?:es)?|drops?|degradation|decreases?|forgetting|damage|deterioration|sacrifices?)\b|^(?:\p{L}+ly\s+)?(?:hurt|ruin|harm|los|sacrific|degrad|break|compromis|reduc|affect|increas|damag|worsen|chang|destroy|slow)\p{L}*ing\b/iu;

/** What a question wants done without, as terms that a text may mention; nothing that it only excepts. Pure. */
export function termsWithout(question: string, { constraints }: Pick<ReadQuestion, "constraints">): MatchTerm[] {
  const things = doneWithout(question, constraints.without ?? []).filter((text) => !EFFECT.test(text));
  return things.map((text) => ({
    text,
    stems: [...new Set(contentTerms(text).map(({ stem }) => stem))],
  }));
}
