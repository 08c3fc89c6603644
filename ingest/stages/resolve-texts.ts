import type { Store } from "../store.ts";
import type { BatchContext, CheckedBatch, ResolvedBatch } from "./batch.ts";
import type { TextEntry } from "./check-texts.ts";
import type { InFlight } from "./in-flight.ts";
import { noticeKeys } from "./notices.ts";
import { papersOf } from "./papers-of-texts.ts";
import { storeTextBatch } from "./store-texts.ts";

/**
 * Fourth stage, of full texts: finds their papers by their ids, then by exact title and author. Where a batch under way may make or change one of them, they are looked
 * for once more when it is this batch's turn.
 */
export async function* resolveTexts(
  batches: AsyncIterable<CheckedBatch<TextEntry>>,
  context: BatchContext,
  store: Store,
  inFlight: InFlight,
): AsyncGenerator<ResolvedBatch> {
  for await (const { origin, lastRow, entries, log } of batches) {
    const overlaps = inFlight.overlap();
    const found = await papersOf(entries, store);
    const named = entries.flatMap(({ keys, text }) => [...keys, ...noticeKeys(text)]);
    const concerned = new Set([...named, ...[...found.values()].flatMap(({ aliases }) => aliases)]);
    const isStale = overlaps(concerned);
    yield {
      origin,
      lastRow,
      keys: concerned,
      store: async () =>
        storeTextBatch({ entries, log, found: isStale ? await papersOf(entries, store) : found }, context, store),
    };
  }
}
