import type { Focus } from "../evidence/focus.ts";
import type { Library } from "../retrieval/library.ts";
import { getWorkspace, type Owned } from "./store.ts";
import { idsOf } from "./view.ts";

/** The most papers that one saved signal brings with it. */
const PAPERS_PER_SIGNAL = 20;

/** What a question in mode workspace is asked within. Throws `not_found`, `engine_unavailable`, `index_missing`. */
export async function focusOf(library: Library, owned: Owned, id: string, signal?: AbortSignal): Promise<Focus> {
  const { workspace_id, name, version, thesis, items } = await getWorkspace(owned, id, signal);
  const ids = idsOf(items);
  const [papers, signals] = await Promise.all([
    ids.papers.length === 0 ? new Map<string, string>() : library.engine.papers.resolve(ids.papers, { signal }),
    ids.signals.length === 0 ? undefined : library.engine.signals.get(ids.signals, { signal }),
  ]);
  const about = [...(signals?.values() ?? [])].flatMap((item) => item.paper_ids.slice(0, PAPERS_PER_SIGNAL));
  return {
    workspace_id,
    name,
    version,
    thesis,
    paper_ids: [...new Set([...ids.papers.map((paper) => papers.get(paper) ?? paper), ...about])],
    signal_ids: ids.signals,
  };
}
