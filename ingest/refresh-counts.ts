import { canonicalJson } from "../src/documents/hash.ts";
import { countsOf, type SignalCounts } from "../src/documents/paper.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Store } from "./store.ts";
import type { TouchedPapers } from "./touched.ts";

const PAPERS_A_CALL = 250;

/**
 * Brings `has_code` and `signal_counts` of the papers that a run met in line with the signals that are stored, and returns how many differed.
 * May be repeated at any time.
 */
export async function refreshCounts(engine: Engine, store: Store, touched: Pick<TouchedPapers, "batches">): Promise<number> {
  let changed = 0;
  await store.untilAvailable((call) => engine.signals.refresh(call));
  for await (const ids of touched.batches(PAPERS_A_CALL)) changed += await refreshCountsOf(engine, store, ids);
  if (changed > 0) await store.untilAvailable((call) => engine.papers.refresh(call));
  return changed;
}

/** The same for these papers, from the signals that were refreshed; ids that are not there are passed over. */
async function refreshCountsOf(engine: Engine, store: Store, paperIds: readonly string[]): Promise<number> {
  let changed = 0;
  for (let start = 0; start < paperIds.length; start += PAPERS_A_CALL) {
    const ids = paperIds.slice(start, start + PAPERS_A_CALL);
    const [papers, counts] = await Promise.all([
      store.untilAvailable((call) => engine.papers.get(ids, call)),
      store.untilAvailable((call) => engine.signals.countByPaper(ids, call)),
    ]);
    const different = new Map<string, SignalCounts>();
    for (const [id, { has_code, signal_counts }] of papers) {
      const now = counts.get(id) ?? {};
      if (canonicalJson(countsOf(now)) !== canonicalJson({ has_code, signal_counts })) different.set(id, now);
    }
    if (different.size === 0) continue;
    changed += different.size;
    await store.untilAvailable((call) => engine.papers.setCounts(different, call));
  }
  return changed;
}
