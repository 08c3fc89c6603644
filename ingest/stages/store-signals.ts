import type { Signal } from "../../src/documents/signal.ts";
import type { Store } from "../store.ts";
import { addKind, type BatchLog, type BatchResult, type NumberedRow } from "./batch.ts";
import { pairs } from "../../src/shared/pairs.ts";

/** Fifth stage, of signals: brings them into the index. Several rows of one signal are its observations. */
export async function storeSignals(
  entries: readonly { numbered: NumberedRow; signal: Signal }[],
  log: BatchLog,
  store: Store,
): Promise<BatchResult> {
  const outcomes = await store.signals(entries.map(({ signal }) => signal));
  for (const [{ numbered, signal }, outcome] of pairs(entries, outcomes)) {
    log.rowEnded(numbered, outcome);
    if (outcome.status === "dead") continue;
    if (outcome.status !== "merged") addKind(log, signal.kind);
    for (const paperId of signal.paper_ids) log.touched.add(paperId);
  }
  return log;
}
