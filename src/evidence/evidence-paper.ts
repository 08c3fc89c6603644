import type { Passage } from "../documents/passage.ts";
import type { Paper } from "../documents/paper.ts";

/** A paper that is relevant to a question, best first in any list of them. */
export interface EvidencePaper {
  paper: Paper;
  /** Fused score of the search, 0 to 1. */
  score: number;
  /** Cosine between question and paper, or the passage that it was found by where that is nearer; null where only words were compared. */
  cosine: number | null;
  /** Cosine between the paper and what the question is searched by, where that is another vector than the question's. */
  nearness?: number;
  /** True for the paper that a question in paper mode is about. */
  anchor: boolean;
  /** What a signal says of this paper and the one that the question is about. */
  relation?: "cites" | "named_together";
  /** The passage of its full text that holds most of the question's words, where that helped to find it. */
  passage?: Passage;
  /** Of a view through a passage: its sentences that were compared with the question in meaning; undefined where none of any passage was. */
  compared?: readonly string[];
}

/** What a paper says, as far as it was looked at for a question: its abstract, and the passage that it was found by. Null where there is neither. */
export function saidBy({ paper, passage }: Pick<EvidencePaper, "paper" | "passage">): string | null {
  const parts = [paper.abstract, passage?.content].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? null : parts.join("\n");
}
