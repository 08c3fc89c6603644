import type { PaperFilters } from "../engine/filters.ts";
import type { ReadQuestion } from "./question/schema.ts";
import { searchText } from "./question/search-text.ts";
import type { CanvasRequest } from "./request.ts";

/** What a question needs: the words to search for where they are not its own, how many papers to read and how many sentences to give. */
export interface Plan {
  text: string | undefined;
  papers: number;
  sentences: number;
  /** Years that the question itself states. */
  filters: PaperFilters;
}

/** How many papers are read where the caller does not say: a list wants many, a fact few. With half as many the grade predicted of the best sentence of 91 questions is .534 instead of .556 and of the best five .372 instead of .399; two times as many add less than .01 (docs/decisions.md, 70). How they differ by kind was chosen by reading answers, not measured apart. */
const PAPERS: Record<ReadQuestion["kind"], number> = {
  which_exist: 40,
  artifact: 40,
  record: 40,
  state_limits: 32,
  what_is: 24,
  how_done: 32,
  comparison: 32,
  does_it: 24,
  how_well: 24,
  how_much: 24,
  readiness: 32,
};

/**
 * The most sentences of an answer. Chosen by reading answers; that fewer are quoted for a question was measured (`LEFT_OUT` in `extractive/extractive.ts`). Of 770 graded questions that no model had seen, a fifth quote answers for .56 where a way is
 * asked for, .46 for limits, .32 for comparisons, in which it may be the other side's, and .20 for readiness.
 */
const SENTENCES: Record<ReadQuestion["kind"], number> = {
  which_exist: 10,
  artifact: 8,
  record: 5,
  state_limits: 6,
  what_is: 5,
  how_done: 6,
  comparison: 6,
  does_it: 5,
  how_well: 5,
  how_much: 5,
  readiness: 5,
};

/** Negative results are told in these words. */
const NEGATIVE_WORDS = "negative results fails does not improve";

/** Plans an answer. Pure. */
export function planOf(read: ReadQuestion, request: Pick<CanvasRequest, "query" | "match_count">): Plan {
  const { years, negative_results: negative } = read.constraints;
  return {
    text: negative ? `${searchText(read) || request.query} ${NEGATIVE_WORDS}` : undefined,
    papers: request.match_count ?? PAPERS[read.kind],
    sentences: SENTENCES[read.kind],
    filters: {
      ...(years?.from == null ? {} : { year_from: years.from }),
      ...(years?.to == null ? {} : { year_to: years.to }),
    },
  };
}
