import { RUN_LIFETIME_DAYS, type CanvasRun, type RunFeedback } from "../answers/run.ts";
import type { Library } from "../retrieval/library.ts";
import { addItems } from "./items.ts";
import { requireRun } from "./runs.ts";
import { documentsOf } from "./saved.ts";
import type { Owned } from "./store.ts";
import { checkedText, LIMITS, type Workspace } from "./workspace.ts";
import { DAY_MS } from "../shared/time.ts";

/** Keeps what a person thought of an answer, with the run and as long; a later opinion replaces it. Throws `not_found`, and `invalid_argument` for a reason that is too long. */
export async function rateRun(
  owned: Owned,
  id: string,
  { useful, reason }: { useful: boolean; reason: string },
  signal?: AbortSignal,
): Promise<RunFeedback> {
  const said = reason.trim() === "" ? null : checkedText("reason", reason, LIMITS.note);
  const feedback = { useful, reason: said, at: new Date().toISOString() };
  await changeRun(owned, id, { feedback }, signal);
  return feedback;
}

/**
 * Saves an answer to a workspace: the papers that its sentences and records cite become items, and the run one of the workspace's, unless it belongs
 * to another already. Papers that are no longer in the library are left out. Throws `not_found`, and `invalid_argument` where the workspace is full.
 */
export async function saveRun(
  library: Library,
  owned: Owned,
  { run_id: id, workspace_id }: { run_id: string; workspace_id: string },
  signal?: AbortSignal,
): Promise<{ workspace: Workspace; papers: number }> {
  const run = await requireRun(owned, id, signal);
  const ids = citedPapers(run);
  const { papers } = await documentsOf(library, { papers: ids, signals: [] }, signal);
  const items = ids.filter((paper) => papers.has(paper)).map((paper) => ({ kind: "paper" as const, id: paper }));
  const { workspace } = await addItems(library, owned, { workspace_id, items }, signal);
  if (run.workspace_id === undefined) await changeRun(owned, id, { workspace_id }, signal);
  return { workspace, papers: items.length };
}

/** Papers that the sentences and records of an answer cite, each once, in the order of the answer. */
export function citedPapers({ answer: { answer, records, citations } }: CanvasRun): string[] {
  const numbers = [...answer.sentences, ...(records?.rows ?? [])].flatMap((part) => part.citations);
  const papers = numbers.flatMap((number) => {
    const citation = citations.find((one) => one.number === number);
    return citation?.kind === "paper" ? [citation.id] : [];
  });
  return [...new Set(papers)];
}

/** Writes into a run, whose time to be forgotten stays. The answer itself is never changed. */
async function changeRun(
  owned: Owned,
  id: string,
  changed: Partial<Pick<CanvasRun, "feedback" | "workspace_id">>,
  signal?: AbortSignal,
): Promise<void> {
  const run = await requireRun(owned, id, signal);
  const expiresAt = new Date(Date.parse(run.asked_at) + RUN_LIFETIME_DAYS * DAY_MS).toISOString();
  await owned.records.put("run", id, { ...run, ...changed }, { expiresAt }, signal);
}
