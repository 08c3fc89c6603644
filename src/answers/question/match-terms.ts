import { contentTerms } from "../../text/terms.ts";
import type { ReadQuestion, SubjectTerm } from "./schema.ts";

/**
 * What a paper must agree with to be about a question: the terms of its subject, and of its constraints those that texts speak of: the languages it names, and what
 * is to be done without, which stands in papers that do without it too. Pure.
 */
export function matchTerms({ subject, constraints }: Pick<ReadQuestion, "subject" | "constraints">): SubjectTerm[] {
  const known = new Set(subject.terms.flatMap(({ stems }) => stems));
  const further = [...(constraints.languages ?? []), ...(constraints.without ?? [])].flatMap((text): SubjectTerm[] => {
    const stems = [...new Set(contentTerms(text).map(({ stem }) => stem))].filter((stem) => !known.has(stem));
    return stems.length === 0 ? [] : [{ text, stems }];
  });
  return [...subject.terms, ...further];
}
