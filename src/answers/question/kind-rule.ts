import type { QuestionKind } from "./schema.ts";

/** A way to ask: the first one that fits a question tells its kind, and the words that matched are no subject. */
export type KindRule = readonly [QuestionKind, RegExp];

/** Rules are read without regard to case. */
export function rule(pattern: string): RegExp {
  return new RegExp(pattern, "iu");
}

/** A search that names no question word and asks for no list. */
export const SEARCH =
  "^(?!(?:how|what|which|who|whose|why|when|where|whether|is|are|was|were|does|do|did|can|could|has|have|should|will|would|any|papers?|studies|work|research|evidence|findings?|results?|list|methods?|approaches|techniques|ways|improv\\w+|increas\\w+|predict\\w+|estimat\\w+|measur\\w+|evaluat\\w+|assess\\w+)\\b)";

/** How a noun phrase is asked for, with or without “what is”. */
export const THE = "(?:what(?:['’]s|\\s+is|\\s+are|\\s+was|\\s+were)\\s+)?(?:the\\s+)?";
