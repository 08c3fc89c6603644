import { keysOf } from "../../src/documents/merge.ts";
import { PaperSet } from "../paper-set.ts";
import type { Store } from "../store.ts";
import type { BatchContext, CheckedBatch, ResolvedBatch } from "./batch.ts";
import type { PaperEntry } from "./check-papers.ts";
import type { InFlight } from "./in-flight.ts";
import { storePapers } from "./store-papers.ts";

/**
 * Fourth stage, of papers: looks up the stored papers that the entries of a batch concern. Where a batch under way may change one of them, they are
 * looked up once more when it is this batch's turn.
 */
export async function* resolvePapers(
  batches: AsyncIterable<CheckedBatch<PaperEntry>>,
  context: BatchContext,
  store: Store,
  inFlight: InFlight,
): AsyncGenerator<ResolvedBatch> {
  for await (const { origin, lastRow, entries, log } of batches) {
    const keys = [...new Set(entries.flatMap(({ record }) => keysOf(record)))];
    const strongest = [...new Set(entries.flatMap(({ record }) => keysOf(record).slice(0, 1)))];
    const overlaps = inFlight.overlap();
    const found = await store.papersWith(keys, strongest);
    const concerned = new Set([...keys, ...[...found.values()].flatMap(({ aliases }) => aliases)]);
    const isStale = overlaps(concerned);
    yield {
      origin,
      lastRow,
      keys: concerned,
      async store() {
        const papers = new PaperSet((isStale ? await store.papersWith(keys, strongest) : found).values());
        return storePapers(papers, { entries, log }, context, store);
      },
    };
  }
}
