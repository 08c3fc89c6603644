import type { Signal } from "../documents/signal.ts";
import type { Degradation } from "../retrieval/library.ts";
import type { ReadPapers } from "./read.ts";

/** What was found for a question. */
export interface Evidence extends ReadPapers {
  /** Every signal about those papers, newest first; those about a folded version as about the paper that stands for it. */
  signals: Signal[];
  vector: Float32Array | null;
  /** Words of the question (as it spells them) that stand in no paper of the evidence. */
  missing: string[];
  /** Share of the question's words that stand in some paper of the evidence, 0 to 1. */
  coverage: number;
  /** The best cosine between question and library; null where only words were compared. */
  bestCosine: number | null;
  degraded: Degradation[];
}
