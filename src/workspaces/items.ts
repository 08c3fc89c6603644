import { createHash } from "node:crypto";
import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { shortened } from "../documents/markdown.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/named-papers.ts";
import { changeWorkspace, getWorkspace, type Owned } from "./store.ts";
import { checkedText, LIMITS, type ItemKind, type StoredWorkspace, type Workspace, type WorkspaceItem } from "./workspace.ts";

/** An item as a caller names it: a paper by any spelling of any id; a note by its text, with an id of its own or none. */
export interface GivenItem {
  kind: ItemKind;
  id?: string;
  note?: string;
}

export interface ItemsChange {
  workspace: Workspace;
  /** How many items were added or removed; those that a new note was given to; and those that were as they should be. */
  changed: number;
  annotated: number;
  unchanged: number;
}

/**
 * Saves items, each once: an item that is there already keeps its place, and takes the new note if one is given. Saves all of them or
 * none. Throws `not_found` for an unknown workspace, paper or signal, and `invalid_argument` if the workspace would hold too much.
 */
export async function addItems(
  library: Library,
  owned: Owned,
  { workspace_id: id, items: given }: { workspace_id: string; items: readonly GivenItem[] },
  signal?: AbortSignal,
): Promise<ItemsChange> {
  const add = await itemsAdder(library, owned, { workspace_id: id, items: given }, signal);
  let counts = NOTHING_CHANGED;
  const step = (stored: StoredWorkspace) => {
    const { items, ...counted } = add(stored.items);
    counts = counted;
    return isChange(counts) ? { ...stored, items } : null;
  };
  return { workspace: await changeWorkspace(owned, id, step, { signal }), ...counts };
}

type Counts = Omit<ItemsChange, "workspace">;

export const NOTHING_CHANGED: Counts = { changed: 0, annotated: 0, unchanged: 0 };

/** Whether items were added, removed or given a new note. */
export function isChange({ changed, annotated }: Counts): boolean {
  return changed + annotated > 0;
}

/** Looks the items up, and returns what adds them to the items of any state of the workspace. Throws `not_found`. */
export async function itemsAdder(
  library: Library,
  owned: Owned,
  { workspace_id: id, items: given }: { workspace_id: string; items: readonly GivenItem[] },
  signal?: AbortSignal,
): Promise<(saved: readonly WorkspaceItem[]) => Counts & { items: WorkspaceItem[] }> {
  const { items: saved } = await getWorkspace(owned, id, signal);
  const wanted = await resolvedItems(library, given, signal);
  const current = wanted.length === 0 ? new Map<string, string>() : await currentIds(library, saved, signal);
  return (standing) => {
    const counts = { ...NOTHING_CHANGED };
    const items = [...standing];
    for (const item of wanted) {
      const at = items.findIndex((known) => nameOf(known, current) === nameOf(item));
      const known = items[at];
      if (known === undefined) {
        counts.changed += 1;
        items.push(item);
      } else if (item.note !== null && item.note !== known.note) {
        counts.annotated += 1;
        items[at] = { ...known, note: item.note };
      } else counts.unchanged += 1;
    }
    return { items, ...counts };
  };
}

/** Removes items; one that is not there is no error. A paper may be named by any spelling of any id. Throws `not_found`. */
export async function removeItems(
  library: Library,
  owned: Owned,
  { workspace_id: id, items: given }: { workspace_id: string; items: readonly GivenItem[] },
  signal?: AbortSignal,
): Promise<ItemsChange> {
  const { items: saved } = await getWorkspace(owned, id, signal);
  const names = await savedNames(library, given, saved, signal);
  let changed = 0;
  const step = (stored: StoredWorkspace) => {
    const items = stored.items.filter((item) => !names.has(nameOf(item)));
    changed = stored.items.length - items.length;
    return changed === 0 ? null : { ...stored, items };
  };
  const workspace = await changeWorkspace(owned, id, step, { signal });
  return { workspace, changed, annotated: 0, unchanged: Math.max(0, given.length - changed) };
}

/** The items as they are stored, each once; of two with the same name the last one counts. Throws `not_found`, `invalid_argument`. */
export async function resolvedItems(
  library: Library,
  given: readonly GivenItem[],
  signal?: AbortSignal,
): Promise<WorkspaceItem[]> {
  const addedAt = new Date().toISOString();
  const papers = await papersOf(library, given, signal);
  const signals = await signalsOf(library, given, signal);
  const items = given.map((item, index): WorkspaceItem => {
    const field = `items[${index}]`;
    const note = item.note === undefined ? null : checkedText(`${field}.note`, item.note, LIMITS.note);
    const base = { note, added_at: addedAt };
    switch (item.kind) {
      case "note": {
        if (note === null) throw missing(`${field}.note`, "text of the note");
        return { kind: "note", id: item.id ?? noteId(note), title: null, ...base };
      }
      case "paper": {
        const paper = idKeys(idOf(item, field)).flatMap((key) => papers.get(key) ?? [])[0];
        if (paper === undefined)
          throw unknown(`${field}.id`, "paper", "a paper_id from a search result, or any other ID of a paper");
        return { kind: "paper", id: paper.paper_id, title: shortened(paper.title, MAX_TITLE_LENGTH), ...base };
      }
      case "signal": {
        const found = signals.get(idOf(item, field));
        if (found === undefined) throw unknown(`${field}.id`, "signal", "a signal_id from search_signals");
        return { kind: "signal", id: found.signal_id, title: shortened(found.title, MAX_TITLE_LENGTH), ...base };
      }
    }
  });
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
}

const MAX_TITLE_LENGTH = 300;

/** The papers that the items name, by each id key that leads to one. */
async function papersOf(library: Library, given: readonly GivenItem[], signal?: AbortSignal): Promise<Map<string, Paper>> {
  const keys = given.flatMap((item) => (item.kind === "paper" && item.id !== undefined ? idKeys(item.id) : []));
  if (keys.length === 0) return new Map();
  const ids = await library.engine.papers.resolve([...new Set(keys)], { signal });
  const papers = await library.engine.papers.get([...new Set(ids.values())], { signal });
  return new Map([...ids].flatMap(([key, id]) => (papers.has(id) ? [[key, papers.get(id)!] as const] : [])));
}

async function signalsOf(library: Library, given: readonly GivenItem[], signal?: AbortSignal): Promise<Map<string, Signal>> {
  const ids = given.flatMap((item) => (item.kind === "signal" && item.id !== undefined ? [item.id] : []));
  return ids.length === 0 ? new Map() : library.engine.signals.get([...new Set(ids)], { signal });
}

/**
 * The names of the saved items that are meant. The engine is asked only for papers whose spelling does not tell it, so that what is gone from
 * the library can be taken out too.
 */
async function savedNames(
  library: Library,
  given: readonly GivenItem[],
  saved: readonly WorkspaceItem[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const standing = new Set(saved.map((item) => nameOf(item)));
  const names = new Set<string>();
  const others: string[] = [];
  for (const [index, item] of given.entries()) {
    const id =
      item.kind === "note" && item.id === undefined && item.note !== undefined
        ? noteId(item.note.trim())
        : idOf(item, `items[${index}]`);
    const keys = item.kind === "paper" ? [id, ...idKeys(id)] : [id];
    const meant = keys.map((key) => nameOf({ kind: item.kind, id: key })).find((name) => standing.has(name));
    if (meant !== undefined) names.add(meant);
    else if (item.kind === "paper") others.push(...keys);
  }
  if (others.length === 0) return names;
  const ids = new Set((await library.engine.papers.resolve(others, { signal })).values());
  const current = await currentIds(library, saved, signal);
  for (const item of saved) if (item.kind === "paper" && ids.has(current.get(item.id) ?? item.id)) names.add(nameOf(item));
  return names;
}

/** Of the saved papers that were merged into others since: the ids that they go by now. */
async function currentIds(
  library: Library,
  saved: readonly WorkspaceItem[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = saved.flatMap(({ kind, id }) => (kind === "paper" ? [id] : []));
  return ids.length === 0 ? new Map() : library.engine.papers.resolve(ids, { signal });
}

/** What tells items apart; with `current`, a paper that was merged goes by the id that it has now. */
function nameOf({ kind, id }: Pick<WorkspaceItem, "kind" | "id">, current?: ReadonlyMap<string, string>): string {
  return `${kind} ${kind === "paper" ? (current?.get(id) ?? id) : id}`;
}

/** A note without an id of its own goes by its text, so that sending it twice is once. */
function noteId(text: string): string {
  return `note_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

function idOf(item: GivenItem, field: string): string {
  if (item.id === undefined) throw missing(`${field}.id`, `ID of the ${item.kind}`);
  return item.id;
}

function missing(field: string, what: string): PublicError {
  return new PublicError("invalid_argument", { field, message: `${field} is required: the ${what}.`, allowed: `the ${what}` });
}

function unknown(field: string, kind: string, allowed: string): PublicError {
  return new PublicError("not_found", {
    field,
    message: `No ${kind} in the library has this ID. Nothing was saved.`,
    allowed,
  });
}
