import type { Paper } from "../documents/paper.ts";

/** A paper that is relevant to a question, best first in any list of them. */
export interface EvidencePaper {
  paper: Paper;
  /** Fused score of the search, 0 to 1. */
  score: number;
  /** Cosine between question and paper; null where only words were compared. */
  cosine: number | null;
  /** True for the paper that a question in paper mode is about. */
  anchor: boolean;
  /** What a signal says of this paper and the one that the question is about. */
  relation?: "cites" | "named_together";
}
