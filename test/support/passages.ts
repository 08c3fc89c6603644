import type { RankedPassage } from "../../src/answers/extractive/ranked-passages.ts";
import type { Role, Roles } from "../../src/answers/extractive/roles.ts";
import { paper } from "./documents.ts";

/** The roles of a sentence that surely has this one. */
export function only(role: Role): Roles {
  const none = { background: 0, aim: 0, method: 0, result: 0, conclusion: 0, announcement: 0, organisation: 0, question: 0 };
  return { ...none, [role]: 1 };
}

/** A ranked sentence of the paper of this id: a result, not embedded, that agrees with the question in all its words. */
export function passage(
  id: string,
  text: string,
  given: Partial<RankedPassage> & { score?: number; abstract?: string } = {},
): RankedPassage {
  const { score = 0.5, abstract = text, ...rest } = given;
  const start = abstract.indexOf(text);
  return {
    text,
    start,
    end: start + text.length,
    position: 0,
    relevance: 1,
    roles: only("result"),
    candidate: {
      text,
      roles: only("result"),
      position: 0,
      words: 1,
      coverage: 1,
      paperCoverage: 1,
      document: 1,
      cosine: null,
      cosineGap: 0,
      outcomeShare: 1,
    },
    vector: null,
    reading: null,
    paper: { paper: paper({ paper_id: id, abstract, authors: [id] }), score, cosine: null, anchor: false },
    ...rest,
  };
}
