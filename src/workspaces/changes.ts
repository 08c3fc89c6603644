import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { shortened } from "../documents/markdown.ts";
import { PublicError } from "../errors.ts";
import type { CanvasRun } from "../answers/run.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { documentsOf, LIBRARY_AWAY } from "./saved.ts";
import { getWorkspace, type Owned } from "./store.ts";
import { idsOf } from "./view.ts";
import type { Workspace } from "./workspace.ts";
import { counted } from "../shared/thousands.ts";

/** What happened, the most important first. */
export const CHANGE_KINDS = ["retracted", "gone", "merged", "new_signal", "new_paper", "updated", "saved", "asked"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One change: of a saved record, of the library near the workspace, or of the workspace itself. */
export interface Change {
  what: ChangeKind;
  kind: "paper" | "signal" | "note" | "run";
  id: string;
  title: string;
  /** When, ISO 8601 or a day; null: some time before now, nobody noted when. */
  at: string | null;
}

export interface WorkspaceChanges {
  workspace_id: string;
  /** ISO 8601, UTC. */
  since: string;
  /** One sentence with the counts. */
  summary: string;
  /** By kind of change, the latest first. */
  changes: Change[];
  degraded: Degradation[];
}

export interface ChangesRequest {
  workspace_id: string;
  /** ISO 8601, UTC. */
  since: string;
  /** Whether the caller may read papers and signals that are not saved in the workspace; new ones are left out where it may not. */
  reads: { papers: boolean; signals: boolean };
}

/** The most changes of one kind. */
const MAX_OF_A_KIND = 20;
/** Of the signals about saved papers so many, the latest observed, are compared. */
const SIGNALS_COMPARED = 1_000;
/** Papers nearest to the workspace's thesis or name, of which those that came since are new. */
const PAPERS_NEAR = 40;
const MAX_TITLE_LENGTH = 200;

/**
 * What changed since a time: saved papers that were retracted, merged, updated or are gone; signals about them and papers near the thesis (without one, the name)
 * that were loaded since; what was saved and asked. Of merged and gone records nobody noted when, so they are named whatever the time. Throws `not_found`; where the
 * library is away, what the records tell.
 */
export async function workspaceChanges(
  library: Library,
  owned: Owned,
  { workspace_id: id, since, reads }: ChangesRequest,
  signal?: AbortSignal,
): Promise<WorkspaceChanges> {
  const workspace = await getWorkspace(owned, id, signal);
  const runs = await runsSince(owned, id, since, signal);
  const own = [...savedSince(workspace, since), ...runs];
  try {
    const [records, near] = await Promise.all([
      ofSavedRecords(library, workspace, { since, reads }, signal),
      reads.papers ? newPapers(library, workspace, since, signal) : { changes: [], degraded: [] },
    ]);
    return shownChanges(workspace, since, [...records, ...near.changes, ...own], near.degraded);
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return shownChanges(workspace, since, own, [LIBRARY_AWAY]);
  }
}

function shownChanges(
  { workspace_id }: Workspace,
  since: string,
  found: readonly Change[],
  degraded: Degradation[],
): WorkspaceChanges {
  const byKind = CHANGE_KINDS.map((kind) => ({ kind, changes: found.filter(({ what }) => what === kind).sort(latestFirst) }));
  const parts = byKind.flatMap(({ kind, changes }) => (changes.length === 0 ? [] : [WORDS[kind](changes.length)]));
  const summary = parts.length === 0 ? `Nothing has changed since ${since.slice(0, 10)}.` : `${parts.join("; ")}.`;
  const changes = byKind.flatMap(({ changes }) => changes.slice(0, MAX_OF_A_KIND));
  return { workspace_id, since, summary, changes, degraded };
}

/** Each kind of change, counted. */
const WORDS: Record<ChangeKind, (count: number) => string> = {
  retracted: (count) => `${counted(count, "saved paper")} retracted`,
  gone: (count) => `${counted(count, "saved record")} no longer in the library`,
  merged: (count) => `${counted(count, "saved paper")} merged into another`,
  new_signal: (count) => `${counted(count, "new signal")} about saved papers`,
  new_paper: (count) => `${counted(count, "new paper")} near the subject`,
  updated: (count) => `${counted(count, "saved paper")} updated`,
  saved: (count) => `${counted(count, "item")} saved`,
  asked: (count) => `${counted(count, "question")} asked`,
};

function latestFirst(a: Change, b: Change): number {
  return (b.at ?? "").localeCompare(a.at ?? "") || (a.id < b.id ? -1 : 1);
}

function savedSince({ items }: Workspace, since: string): Change[] {
  return items.flatMap(({ kind, id, title, note, added_at: at }): Change[] =>
    at > since ? [{ what: "saved", kind, id, title: shortened(title ?? note ?? "", MAX_TITLE_LENGTH), at }] : [],
  );
}

async function runsSince({ records }: Owned, id: string, since: string, signal?: AbortSignal): Promise<Change[]> {
  // Ids of runs put the latest first.
  const page = await records.list<CanvasRun>("run", { where: { workspace_id: id }, limit: MAX_OF_A_KIND }, signal);
  return page.records.flatMap(({ id, value: { asked_at: at, answer } }): Change[] =>
    at > since ? [{ what: "asked", kind: "run", id, title: shortened(answer.query, MAX_TITLE_LENGTH), at }] : [],
  );
}

async function ofSavedRecords(
  library: Library,
  { items }: Workspace,
  { since, reads }: Pick<ChangesRequest, "since" | "reads">,
  signal?: AbortSignal,
): Promise<Change[]> {
  const ids = idsOf(items);
  const documents = await documentsOf(library, ids, signal);
  const titles = new Map(items.map(({ kind, id, title }) => [`${kind} ${id}`, title ?? ""]));
  const papers = ids.papers.flatMap((id): Change[] => {
    const found = documents.papers.get(id);
    const about = { kind: "paper" as const, id, title: shortened(found?.title ?? titles.get(`paper ${id}`)!, MAX_TITLE_LENGTH) };
    if (found === undefined) return [{ what: "gone", ...about, at: null }];
    if (found.paper_id !== id) return [{ what: "merged", ...about, at: null }];
    const at = found.ingested_at;
    return at > since ? [{ what: found.retracted ? "retracted" : "updated", ...about, at }] : [];
  });
  const gone = ids.signals.filter((id) => !documents.signals.has(id));
  const current = [...new Set([...documents.papers.values()].map(({ paper_id: id }) => id))];
  return [
    ...papers,
    ...gone.map((id): Change => ({ what: "gone", kind: "signal", id, title: titles.get(`signal ${id}`)!, at: null })),
    ...(reads.signals ? await newSignals(library, current, since, signal) : []),
  ];
}

async function newSignals(library: Library, paperIds: string[], since: string, signal?: AbortSignal): Promise<Change[]> {
  if (paperIds.length === 0) return [];
  const request = { filters: { paper_ids: paperIds }, sort: "newest", limit: SIGNALS_COMPARED } as const;
  const { documents } = await library.engine.signals.list(request, { signal });
  return documents.filter(({ ingested_at: at }) => at > since).map(signalChange);
}

function signalChange({ signal_id: id, title, ingested_at: at }: Signal): Change {
  return { what: "new_signal", kind: "signal", id, title: shortened(title, MAX_TITLE_LENGTH), at };
}

async function newPapers(
  library: Library,
  { items, thesis, name }: Workspace,
  since: string,
  signal?: AbortSignal,
): Promise<{ changes: Change[]; degraded: Degradation[] }> {
  const request = { query: thesis ?? name, retrieval: "hybrid", filters: {}, depth: PAPERS_NEAR } as const;
  const { hits, degraded } = await fusedSearch(library, "papers", library.engine.papers, request, signal);
  const saved = new Set(idsOf(items).papers);
  const ids = hits.slice(0, PAPERS_NEAR).flatMap(({ id }) => (saved.has(id) ? [] : [id]));
  const found = ids.length === 0 ? new Map<string, Paper>() : await library.engine.papers.get(ids, { signal });
  const changes = [...found.values()]
    .filter(({ ingested_at: at }) => at > since)
    .map(({ paper_id: id, title, ingested_at: at }): Change => {
      return { what: "new_paper", kind: "paper", id, title: shortened(title, MAX_TITLE_LENGTH), at };
    });
  return { changes, degraded };
}
