import type { Owned } from "./store.ts";
import { DAY_MS } from "../shared/time.ts";

/** Two looks within this time are one visit. */
const VISIT_MS = 30 * 60_000;
/** Visits are forgotten after this time; what changed is then told from the workspace's beginning. */
const KEPT_MS = 400 * DAY_MS;

interface StoredVisit {
  account: string;
  workspace_id: string;
  /** The last look of this visit, and the last of the visit before; ISO 8601, UTC. */
  latest: string;
  before: string | null;
}

/** Notes that an account looks at a workspace, and resolves to when its visit before this one ended; null: this is the first. */
export async function noteVisit({ records, account }: Owned, workspaceId: string, signal?: AbortSignal): Promise<string | null> {
  const id = `${workspaceId}:${account}`;
  const stored = await records.get<StoredVisit>("visit", id, signal);
  const now = Date.now();
  const last = stored?.value;
  const before = last === undefined ? null : now - Date.parse(last.latest) > VISIT_MS ? last.latest : last.before;
  const value: StoredVisit = { account, workspace_id: workspaceId, latest: new Date(now).toISOString(), before };
  // Of two looks at once either may be the latest.
  await records.put("visit", id, value, { expiresAt: new Date(now + KEPT_MS).toISOString() }, signal);
  return before;
}
