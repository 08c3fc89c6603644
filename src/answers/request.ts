import type { Focus } from "../evidence/focus.ts";
import type { TimeScope } from "../evidence/time-scope.ts";
import type { Narrowing } from "../retrieval/source-context.ts";

/** A question as it is asked. */
export interface CanvasRequest {
  query: string;
  mode: "corpus" | "paper" | "workspace";
  /** In paper mode: the paper that the question is about. */
  paper_id?: string;
  /** In workspace mode: what the question is asked within. */
  focus?: Focus;
  time_scope: TimeScope;
  /** How many papers to read, 1 to 30; left out: as many as the question needs. */
  match_count?: number;
  /** Of an earlier answer: only its evidence is considered. */
  source_context?: Narrowing;
  /** Who asks; the run belongs to this account. */
  account: string;
}
