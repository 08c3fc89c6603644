import type { CanvasRun } from "../answers/run.ts";
import type { Citation } from "../citations/citation.ts";
import { citationKey, goneReference, paperReference, signalReference, type CslItem } from "./csl.ts";
import { documentsOf, type Documents, type Shelf } from "./saved.ts";
import type { WorkspaceItem } from "./workspace.ts";

/** A numbered reference of a brief. */
export interface Reference {
  /** Counted from 1: first what is saved, in that order, then what the answers cite beside it. */
  number: number;
  kind: "paper" | "signal";
  id: string;
  retracted: boolean;
  csl: CslItem;
}

/** A passage is cited as part of its paper. */
export function citedKind(kind: Citation["kind"]): Reference["kind"] {
  return kind === "passage" ? "paper" : kind;
}

export interface References {
  list: Reference[];
  /** The number of a record by the id under which it was saved or cited, which may be a former one. */
  numberOf(kind: Reference["kind"], id: string): number;
}

/** Every paper and signal that is saved or that an answer cites, each once. Throws `engine_unavailable`, `index_missing`. */
export async function referencesOf(
  library: Shelf,
  items: readonly WorkspaceItem[],
  runs: readonly CanvasRun[],
  signal?: AbortSignal,
): Promise<References> {
  const saved = items.flatMap(({ kind, id, title, note }) => (kind === "note" ? [] : [{ kind, id, title, note }]));
  const cited = runs.flatMap((run) =>
    run.answer.citations.map(({ kind, id, title }) => ({ kind: citedKind(kind), id, title, note: null })),
  );
  const idsOf = (kind: Reference["kind"]) => [...saved, ...cited].filter((one) => one.kind === kind).map(({ id }) => id);
  const documents = await documentsOf(library, { papers: idsOf("paper"), signals: idsOf("signal") }, signal);
  const currentId = (kind: Reference["kind"], id: string) => (kind === "paper" ? (documents.papers.get(id)?.paper_id ?? id) : id);
  const references = new Map<string, Reference>();
  const keys = new Set<string>();
  for (const { kind, id, title, note } of [...saved, ...cited]) {
    const now = currentId(kind, id);
    if (references.has(`${kind} ${now}`)) continue;
    const item = { ...described(kind, id, title, documents), ...(note === null ? {} : { annote: note }) };
    const key = citationKey(item, keys);
    keys.add(key);
    const retracted = kind === "paper" && documents.papers.get(id)?.retracted === true;
    references.set(`${kind} ${now}`, { number: references.size + 1, kind, id: now, retracted, csl: { id: key, ...item } });
  }
  return {
    list: [...references.values()],
    numberOf: (kind, id) => references.get(`${kind} ${currentId(kind, id)}`)!.number,
  };
}

function described(
  kind: Reference["kind"],
  id: string,
  title: string | null,
  { papers, signals }: Documents,
): Omit<CslItem, "id"> {
  const paper = kind === "paper" ? papers.get(id) : undefined;
  if (paper) return paperReference(paper);
  const signal = kind === "signal" ? signals.get(id) : undefined;
  return signal ? signalReference(signal) : goneReference(kind, id, title);
}
