import { PublicError } from "../errors.ts";
import type { Degradation } from "../retrieval/library.ts";
import { documentsOf, LIBRARY_AWAY, type Documents, type Shelf } from "./saved.ts";
import { getWorkspace, type Owned } from "./store.ts";
import { itemCounts, type Workspace, type WorkspaceItem } from "./workspace.ts";

/** What became of a saved record; `unknown` where the library does not answer. Notes are always `present`. */
export type ItemState = "present" | "retracted" | "merged" | "gone" | "unknown";

export interface ItemView extends WorkspaceItem {
  state: ItemState;
  /** Of a paper: the id that it goes by since it was merged. */
  merged_into?: string;
  year: number | null;
  url: string | null;
}

export interface WorkspaceView extends Omit<Workspace, "items"> {
  counts: ReturnType<typeof itemCounts>;
  items: ItemView[];
  degraded: Degradation[];
}

/** A workspace with its items as the library has them now. Where the library is away, as they were saved. Throws `not_found`. */
export async function viewWorkspace(library: Shelf, owned: Owned, id: string, signal?: AbortSignal): Promise<WorkspaceView> {
  const workspace = await getWorkspace(owned, id, signal);
  const { documents, degraded } = await documentsIfAny(library, idsOf(workspace.items), signal);
  return {
    ...workspace,
    counts: itemCounts(workspace),
    items: workspace.items.map((item) => itemView(item, documents)),
    degraded,
  };
}

/** The ids of the papers and signals among items. */
export function idsOf(items: readonly WorkspaceItem[]): { papers: string[]; signals: string[] } {
  const of = (kind: WorkspaceItem["kind"]) => items.filter((item) => item.kind === kind).map((item) => item.id);
  return { papers: of("paper"), signals: of("signal") };
}

/** The documents, or null with the reason where the library does not answer. */
async function documentsIfAny(
  library: Shelf,
  ids: { papers: readonly string[]; signals: readonly string[] },
  signal?: AbortSignal,
): Promise<{ documents: Documents | null; degraded: Degradation[] }> {
  try {
    return { documents: await documentsOf(library, ids, signal), degraded: [] };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { documents: null, degraded: [LIBRARY_AWAY] };
  }
}

function itemView(item: WorkspaceItem, documents: Documents | null): ItemView {
  const nothing = { year: null, url: null };
  if (item.kind === "note") return { ...item, state: "present", ...nothing };
  if (documents === null) return { ...item, state: "unknown", ...nothing };
  if (item.kind === "signal") {
    const found = documents.signals.get(item.id);
    if (found === undefined) return { ...item, state: "gone", ...nothing };
    return { ...item, title: found.title, state: "present", year: Number(found.observed_at.slice(0, 4)), url: found.source.url };
  }
  const found = documents.papers.get(item.id);
  if (found === undefined) return { ...item, state: "gone", ...nothing };
  const isMerged = found.paper_id !== item.id;
  return {
    ...item,
    title: found.title,
    state: found.retracted ? "retracted" : isMerged ? "merged" : "present",
    ...(isMerged ? { merged_into: found.paper_id } : {}),
    year: found.year,
    url: found.url,
  };
}
