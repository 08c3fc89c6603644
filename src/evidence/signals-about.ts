import type { Signal } from "../documents/signal.ts";
import type { Library } from "../retrieval/library.ts";
import type { ReadPapers } from "./read.ts";

const SIGNALS_READ = 500;

/**
 * The signals about papers that were read, newest first; those about a folded version as about the paper that stands for it. `only`: no others
 * count. `first`: these come before the others and are read however many there are.
 */
export async function signalsAbout(
  library: Library,
  { papers, retracted, folded }: Pick<ReadPapers, "papers" | "retracted" | "folded">,
  { only = [], first = [] }: { only?: readonly string[] | undefined; first?: readonly string[] | undefined },
  signal?: AbortSignal,
): Promise<Signal[]> {
  const { signals } = library.engine;
  const read = new Set([...papers, ...folded].map(({ paper }) => paper.paper_id));
  const ids = [...read, ...retracted.map((paper) => paper.paper_id)];
  if (ids.length === 0) return [];
  const wanted = first.filter((id) => only.length === 0 || only.includes(id));
  const filters = { paper_ids: ids, ...(only.length > 0 ? { signal_ids: [...only] } : {}) };
  const [listed, named] = await Promise.all([
    signals.list({ filters, sort: "newest", limit: SIGNALS_READ }, { signal }),
    wanted.length === 0 ? new Map<string, Signal>() : signals.get(wanted, { signal }),
  ]);
  const before = [...named.values()].filter((item) => item.paper_ids.some((id) => read.has(id)));
  const all = [...before, ...listed.documents.filter((item) => !before.some((other) => other.signal_id === item.signal_id))];
  const standsFor = new Map(folded.map(({ paper, into }) => [paper.paper_id, into]));
  if (standsFor.size === 0) return all;
  return all.map((item) => ({ ...item, paper_ids: [...new Set(item.paper_ids.map((id) => standsFor.get(id) ?? id))] }));
}
