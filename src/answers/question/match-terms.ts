import { contentTerms } from "../../text/terms.ts";
import type { ReadQuestion, SubjectTerm } from "./schema.ts";

/** What a paper must agree with to be about a question: the terms of its subject, and the languages that it names. Pure. */
export function matchTerms({ subject, constraints }: Pick<ReadQuestion, "subject" | "constraints">): SubjectTerm[] {
  const known = new Set(subject.terms.flatMap(({ stems }) => stems));
  const languages = (constraints.languages ?? []).flatMap((text): SubjectTerm[] => {
    const stems = [...new Set(contentTerms(text).map(({ stem }) => stem))].filter((stem) => !known.has(stem));
    return stems.length === 0 ? [] : [{ text, stems }];
  });
  return [...subject.terms, ...languages];
}
