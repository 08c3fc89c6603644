import { paperText, type Paper } from "../../src/documents/paper.ts";
import { passageText, type Passage } from "../../src/documents/passage.ts";
import { signalText, type Signal } from "../../src/documents/signal.ts";
import type { Call, Index, ScanRequest, Target } from "../../src/engine/port.ts";
import type { Row, WriteOutcome } from "../../src/engine/writes.ts";

export type AnyDocument = Paper | Signal | Passage;

/** What copying asks of a collection, whichever its documents. */
export interface Documents {
  scan(request?: ScanRequest<never>, call?: Call): AsyncIterable<Row<AnyDocument>[]>;
  get(ids: readonly string[], call?: Call): Promise<Map<string, AnyDocument>>;
  vectors(ids: readonly string[], call?: Call): Promise<Map<string, Float32Array>>;
  write(rows: readonly Row<AnyDocument>[], call?: Call): Promise<WriteOutcome[]>;
  remove(ids: readonly string[], call?: Call): Promise<void>;
  refresh(call?: Call): Promise<void>;
}

/** The documents of a target; what is written to it must be of that target. */
export function documentsOf(index: Pick<Index, Target>, target: Target): Documents {
  return index[target];
}

export function idOf(document: AnyDocument): string {
  if ("passage_id" in document) return document.passage_id;
  return "paper_id" in document ? document.paper_id : document.signal_id;
}

export function isPaper(document: AnyDocument): document is Paper {
  return "paper_id" in document && !("passage_id" in document);
}

/** The text whose vector stands for a document; null for the document about a whole text, which has none. */
export function textOf(document: AnyDocument): string | null {
  if ("passage_id" in document) return passageText(document);
  return "paper_id" in document ? paperText(document) : signalText(document);
}
