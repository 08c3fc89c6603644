import type { PaperFilters } from "../engine/port.ts";
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

/** How many papers are read where the caller does not say: a list wants many, a fact few. */
const PAPERS: Record<ReadQuestion["kind"], number> = {
  which_exist: 20,
  artifact: 20,
  record: 20,
  state_limits: 16,
  what_is: 12,
  how_done: 16,
  comparison: 16,
  does_it: 12,
  how_well: 12,
  how_much: 12,
  readiness: 16,
};

/** The most sentences of an answer. */
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
  readiness: 6,
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
