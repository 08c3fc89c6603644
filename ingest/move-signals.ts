import { withPapers } from "../src/documents/signal.ts";
import { IngestError } from "./errors.ts";
import type { Store } from "./store.ts";

/** As many as go into one write of either engine. */
const SIGNALS_A_MOVE = 500;

/**
 * Lets the signals about papers that turned out to be others be about those: each is stored under the id that it would have had, merged with the
 * signal that is there, before the old one goes. One caller at a time, as a signal may be about several papers. `moves`: the ids of the papers, each with that of the paper that it turned out to be.
 */
export async function moveSignals(store: Store, moves: ReadonlyMap<string, string>): Promise<void> {
  if (moves.size > 0) await store.oneAtATime(() => moveAll(store, moves));
}

async function moveAll(store: Store, moves: ReadonlyMap<string, string>): Promise<void> {
  const filters = { paper_ids: [...moves.keys()] };
  for (;;) {
    await store.untilAvailable((call) => store.storedSignals.refresh(call));
    const { documents } = await store.untilAvailable((call) =>
      store.storedSignals.list({ filters, sort: "signal_id", limit: SIGNALS_A_MOVE }, call),
    );
    if (documents.length === 0) return;
    const moved = documents.map((signal) => {
      const paperIds = signal.paper_ids.map((id) => moves.get(id) ?? id);
      return withPapers(signal, paperIds);
    });
    const refused = (await store.signals(moved)).find((outcome) => outcome.status === "dead");
    if (refused) throw new IngestError(`a signal of a merged paper was rejected: ${refused.problem.message}`);
    await store.removeSignals(documents.map(({ signal_id }) => signal_id));
  }
}
