import { recordName } from "../../src/documents/merge.ts";
import { grouped } from "../../src/shared/grouped.ts";
import type { BatchContext, CheckedBatch, RowBatch } from "./batch.ts";
import { checkPapers, type PaperEntry } from "./check-papers.ts";
import { MAX_BATCH_BYTES } from "./read.ts";
import type { RepeatedRows } from "./repeated-rows.ts";

export interface DeduplicateOptions {
  /** Rows a batch of those that waited. */
  batchSize: number;
  /** Called before the rows that waited; resolves when everything that came before is stored. */
  beforeWaiting(): Promise<void>;
  /** Once it is aborted, rows that wait are left to the next run. */
  signal?: AbortSignal;
}

/**
 * Third stage, of papers: of several rows of one record the last counts, the others are superseded. Rows that `repeated` holds back come after all
 * others; null: none is held back. Rows that an earlier run has stored end here.
 */
export async function* deduplicate(
  batches: AsyncIterable<CheckedBatch<PaperEntry>>,
  repeated: RepeatedRows | null,
  context: BatchContext,
  { batchSize, beforeWaiting, signal }: DeduplicateOptions,
): AsyncGenerator<CheckedBatch<PaperEntry>> {
  for await (const batch of batches) {
    const entries = repeated?.withoutWaiting(batch) ?? batch.entries;
    if (batch.origin !== "passed_over") yield withLastOnly({ ...batch, entries });
  }
  if (repeated === null || signal?.aborted) return;
  await beforeWaiting();
  for await (const batch of checkPapers(waiting(repeated, batchSize), context)) {
    yield withLastOnly(batch);
    if (signal?.aborted) return;
  }
}

/** The batch with the last entry of each record, in the order of those that are left. */
function withLastOnly(batch: CheckedBatch<PaperEntry>): CheckedBatch<PaperEntry> {
  const entries = new Map<string, PaperEntry>();
  for (const entry of batch.entries) {
    const name = recordName(entry.record);
    const earlier = entries.get(name);
    if (earlier) batch.log.rowEnded(earlier.numbered, { status: "superseded" });
    // Deleted first, so that the map keeps the order of the rows that count.
    entries.delete(name);
    entries.set(name, entry);
  }
  return { ...batch, entries: [...entries.values()] };
}

async function* waiting(repeated: RepeatedRows, batchSize: number): AsyncGenerator<RowBatch> {
  const bytesOf = (row: RowBatch["rows"][number]): number => row.row.raw().length;
  for await (const rows of grouped(repeated.release(), batchSize, { size: bytesOf, max: MAX_BATCH_BYTES })) {
    yield { origin: "waited", rows };
  }
}
