import type { PaperFilters } from "../engine/port.ts";
import type { Library } from "../retrieval/library.ts";

/**
 * What steers and bounds the evidence of an answer, e.g. what somebody gathered for a thesis. Where papers or signals are named, only these
 * papers, and those that these signals bear on, are evidence; the thesis moves up what is near to it.
 */
export interface Focus {
  thesis: string | null;
  paper_ids: string[];
  signal_ids: string[];
}

/** The filters within the bounds; null where nothing lies within both. Costs one round trip where signals are named. */
export async function boundFilters(
  library: Library,
  filters: PaperFilters,
  { paper_ids, signal_ids }: Focus,
  signal?: AbortSignal,
): Promise<PaperFilters | null> {
  if (paper_ids.length + signal_ids.length === 0) return filters;
  const named = signal_ids.length === 0 ? [] : [...(await library.engine.signals.get(signal_ids, { signal })).values()];
  const bound = [...new Set([...paper_ids, ...named.flatMap((item) => item.paper_ids)])];
  const within = filters.paper_ids ? bound.filter((id) => filters.paper_ids?.includes(id)) : bound;
  return within.length === 0 ? null : { ...filters, paper_ids: within };
}
