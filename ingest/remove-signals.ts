import { canonicalJson } from "../src/documents/hash.ts";
import { countsOf, type SignalCounts } from "../src/documents/paper.ts";
import type { Signal } from "../src/documents/signal.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Store } from "./store.ts";

/**
 * Removes signals that are stored, and returns how many. Their papers count them no longer before they go: where this dies in between, who repeats it finds
 * the same signals again, and in the end nothing is counted that is not there.
 */
export async function removeSignals(
  signals: readonly Signal[],
  { engine, store }: { engine: Engine; store: Store },
): Promise<number> {
  if (signals.length === 0) return 0;
  const ids = [...new Set(signals.flatMap(({ paper_ids }) => paper_ids))];
  const counts = await store.signalCounts(ids);
  const papers = await store.untilAvailable((call) => engine.papers.get(ids, call));
  const left = new Map([...papers.keys()].map((id): [string, SignalCounts] => [id, { ...counts.get(id) }]));
  for (const { kind, paper_ids } of signals) {
    for (const id of paper_ids) {
      const known = left.get(id);
      if (known) known[kind] = Math.max(0, (known[kind] ?? 0) - 1);
    }
  }
  const changed = [...papers].filter(
    ([id, { has_code, signal_counts }]) => canonicalJson(countsOf(left.get(id)!)) !== canonicalJson({ has_code, signal_counts }),
  );
  if (changed.length > 0) {
    const different = new Map(changed.map(([id]) => [id, left.get(id)!]));
    await store.untilAvailable((call) => engine.papers.setCounts(different, call));
  }
  const removed = await store.removeSignals(signals.map(({ signal_id }) => signal_id));
  await store.untilAvailable((call) => engine.signals.refresh(call));
  return removed;
}
