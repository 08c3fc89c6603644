import type { CanvasRun } from "../answers/run.ts";
import type { Answer } from "../answers/schema.ts";
import { storedRun } from "../answers/stored-run.ts";
import { PublicError } from "../errors.ts";
import type { Degradation, Library } from "../retrieval/library.ts";
import { changesSince, type RunChanges } from "./run-changes.ts";
import { LIBRARY_AWAY } from "./saved.ts";
import { standingOf } from "./sharing.ts";
import { getWorkspace, type Owned } from "./store.ts";

/** A run in a list. */
export interface RunLine {
  run_id: string;
  workspace_id: string | null;
  asked_at: string;
  question: string;
  mode: string;
  state: Answer["state"];
  verdict: string;
  /** How many papers were read, how many citations the answer has. */
  papers: number;
  citations: number;
  generation: string;
}

export interface RunView {
  run_id: string;
  workspace_id: string | null;
  asked_at: string;
  /** What was asked and the answer, as they were. */
  request: CanvasRun["request"];
  answer: CanvasRun["answer"];
  /** What is different now; null where the library does not answer. */
  changes: RunChanges | null;
  degraded: Degradation[];
}

/** The account's runs of the last 90 days, or those of one workspace, whoever of those who share it asked; newest first. Throws `not_found`, `bad_cursor`. */
export async function listRuns(
  owned: Owned,
  { workspace_id: workspaceId, limit, cursor }: { workspace_id?: string; limit: number; cursor?: string },
  signal?: AbortSignal,
): Promise<{ runs: RunLine[]; next_cursor?: string }> {
  if (cursor !== undefined && !RUN_ID.test(cursor)) throw new PublicError("bad_cursor", { field: "cursor" });
  const { records, account } = owned;
  if (workspaceId !== undefined) await getWorkspace(owned, workspaceId, signal);
  const where: Record<string, string> = workspaceId === undefined ? { account } : { workspace_id: workspaceId };
  const page = await records.list<CanvasRun>("run", { where, limit, ...(cursor === undefined ? {} : { after: cursor }) }, signal);
  return {
    runs: page.records.map(({ id, value }) => lineOf(id, value)),
    ...(page.next === null ? {} : { next_cursor: page.next }),
  };
}

/** A run as it was, with what has changed in the library since. Throws `not_found`, like `requireRun`. */
export async function getRun(library: Library, owned: Owned, id: string, signal?: AbortSignal): Promise<RunView> {
  return viewRun(library, storedRun(await requireRun(owned, id, signal)), signal);
}

/** A run that was read, with what has changed in the library since. */
export async function viewRun(library: Library, run: CanvasRun, signal?: AbortSignal): Promise<RunView> {
  const view = {
    run_id: run.answer.run_id,
    workspace_id: run.workspace_id ?? null,
    asked_at: run.asked_at,
    request: run.request,
    answer: run.answer,
  };
  try {
    return { ...view, changes: await changesSince(library, run, signal), degraded: [] };
  } catch (error) {
    if (!(error instanceof PublicError)) throw error;
    return { ...view, changes: null, degraded: [LIBRARY_AWAY] };
  }
}

/** The last runs of a workspace, which the caller may see, in full; newest first. */
export async function lastRuns(
  { records }: Owned,
  workspaceId: string,
  limit: number,
  signal?: AbortSignal,
): Promise<CanvasRun[]> {
  const where = { workspace_id: workspaceId };
  return (await records.list<CanvasRun>("run", { where, limit }, signal)).records.map(({ value }) => storedRun(value));
}

/** As ids of runs are made. */
export const RUN_ID = /^run_[0-9a-f]{32}$/u;

/** A run of this account, or one that was asked within a workspace that it may see. Throws `not_found`, also for any other run. */
export async function requireRun(owned: Owned, id: string, signal?: AbortSignal): Promise<CanvasRun> {
  const found = RUN_ID.test(id) ? await owned.records.get<CanvasRun>("run", id, signal) : null;
  if (found?.value.account === owned.account) return found.value;
  const within = found?.value.workspace_id;
  if (found && within && (await standingOf(owned, within, signal)) !== null) return found.value;
  throw new PublicError("not_found", {
    field: "run_id",
    message: "No run has this ID. Runs are kept for 90 days.",
    allowed: "a run_id from get_runs or search_signal_canvas",
  });
}

export function lineOf(id: string, { workspace_id, asked_at, answer }: CanvasRun): RunLine {
  return {
    run_id: id,
    workspace_id: workspace_id ?? null,
    asked_at,
    question: answer.query,
    mode: answer.mode,
    state: answer.answer.state,
    verdict: answer.judgment.verdict,
    papers: answer.source_context.paper_ids.length,
    citations: answer.citations.length,
    generation: answer.source_context.generation,
  };
}
