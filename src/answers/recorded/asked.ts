import type { Library } from "../../retrieval/library.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { RecordScope } from "./scope.ts";

/** A question about records, ready to be looked up. */
export interface Asked {
  library: Library;
  read: ReadQuestion;
  /** As it was written. */
  question: string;
  scope: RecordScope;
  /** Only these signals count; left out: all. */
  signal_ids?: readonly string[];
  signal?: AbortSignal;
}

/** The most time of one look-up, in milliseconds: counting a large library takes longer than a search. */
export const LOOK_UP_MS = 10_000;
