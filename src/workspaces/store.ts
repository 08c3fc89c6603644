import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PublicError } from "../errors.ts";
import type { Records, StoredRecord } from "../records/port.ts";
import { endSharing, requireStanding, sharedWith } from "./sharing.ts";
import { inTurn } from "./turns.ts";
import { checkedText, checkSize, LIMITS, shown, type StoredWorkspace, type Workspace, type WorkspaceItem } from "./workspace.ts";
import { retryDelay } from "../shared/retry.ts";

/** The workspaces of one account, and those that others share with it: any other is not there for it. */
export interface Owned {
  records: Records;
  account: string;
}

export interface NewWorkspace {
  name: string;
  thesis?: string;
  /** The same token always names the same workspace. */
  client_token?: string;
  items?: WorkspaceItem[];
}

/**
 * Creates a workspace. If the token's workspace exists already, returns that one unchanged. Throws `invalid_argument` if the name or the
 * thesis is too long, the workspace would hold too much, or the account has reached its maximum of workspaces.
 */
export async function createWorkspace(
  { records, account }: Owned,
  { name, thesis, client_token: token, items = [] }: NewWorkspace,
  signal?: AbortSignal,
): Promise<{ workspace: Workspace; created: boolean }> {
  const now = new Date().toISOString();
  const value: StoredWorkspace = {
    account,
    name: checkedText("name", name, LIMITS.name),
    thesis: thesis === undefined ? null : checkedText("thesis", thesis, LIMITS.thesis),
    items,
    created_at: now,
    updated_at: now,
  };
  checkSize(value, items.length);
  const id = token === undefined ? `ws_${randomBytes(16).toString("hex")}` : idOfToken(account, token);
  const existing = token === undefined ? null : await records.get<StoredWorkspace>("workspace", id, signal);
  if (existing) return { workspace: own(existing), created: false };
  await checkCount({ records, account }, signal);
  const put = await records.put("workspace", id, value, { expectedVersion: 0 }, signal);
  if (put) return { workspace: own(put), created: true };
  return { workspace: shown(await requireStanding({ records, account }, id, "editor", signal)), created: false };
}

/** A workspace. Throws `not_found`, also for one of another account that is not shared. */
export async function getWorkspace(owned: Owned, id: string, signal?: AbortSignal): Promise<Workspace> {
  return shown(await requireStanding(owned, id, "viewer", signal));
}

/** All workspaces of the account and those shared with it, the one that changed last first. */
export async function listWorkspaces(owned: Owned, signal?: AbortSignal): Promise<Workspace[]> {
  const { records, account } = owned;
  const [{ records: found }, shared] = await Promise.all([
    records.list<StoredWorkspace>("workspace", { where: { account }, limit: 1_000 }, signal),
    sharedWith(owned, signal),
  ]);
  return [...found.map(own), ...shared.map(shown)].sort(
    (a, b) => b.updated_at.localeCompare(a.updated_at) || (a.workspace_id < b.workspace_id ? -1 : 1),
  );
}

/** What changes a workspace: its next state, or null if it is already as it should be. */
export type Step = (workspace: StoredWorkspace) => StoredWorkspace | null;

/**
 * Changes a workspace. Without `expectedVersion` the step is taken again whenever somebody else wrote in between, so that nobody's change is
 * lost; with it, only that version is changed. Nothing is written if nothing changes. Throws `not_found`, `read_only`, `invalid_argument` if the
 * workspace would hold too much, `version_conflict` with the current version, and what `step` throws.
 */
export async function changeWorkspace(
  owned: Owned,
  id: string,
  step: Step,
  { expectedVersion, signal }: { expectedVersion?: number; signal?: AbortSignal } = {},
): Promise<Workspace> {
  return inTurn(owned.records, id, async () => {
    // Not `retry`: losing against another writer is no error (decision 78).
    for (let attempt = 0; ; attempt += 1) {
      const standing = await requireStanding(owned, id, "editor", signal);
      const { stored } = standing;
      const value = step(stored.value);
      if (value === null) return shown(standing);
      if (expectedVersion !== undefined && stored.version !== expectedVersion) throw conflict(stored.version);
      checkSize(value, value.items.length - stored.value.items.length);
      const put = await write(owned, id, value, stored.version, signal);
      if (put) return shown({ ...standing, stored: put });
      await sleep(retryDelay(attempt, undefined, Math.random, BACKOFF), undefined, { signal });
    }
  });
}

/** Deletes a workspace and ends its sharing; its runs are kept for their 90 days. Throws `not_found`, `read_only`, and `version_conflict` with the current version. */
export async function deleteWorkspace(
  owned: Owned,
  { workspace_id: id, expected_version: expected }: VersionedId,
  signal?: AbortSignal,
): Promise<Workspace> {
  const standing = await requireStanding(owned, id, "owner", signal);
  if (standing.stored.version !== expected) throw conflict(standing.stored.version);
  if (await owned.records.delete("workspace", id, { expectedVersion: expected }, signal)) {
    await endSharing(owned.records, id);
    return shown(standing);
  }
  throw conflict((await requireStanding(owned, id, "owner", signal)).stored.version);
}

interface VersionedId {
  workspace_id: string;
  expected_version: number;
}

/** A write to the record store takes 1 to 16 ms. */
const BACKOFF = { baseMs: 5, maxMs: 60 };

function own(stored: StoredRecord<StoredWorkspace>): Workspace {
  return shown({ stored, role: "owner", sharedBy: null });
}

function write(
  { records }: Owned,
  id: string,
  value: StoredWorkspace,
  expectedVersion: number,
  signal?: AbortSignal,
): Promise<StoredRecord<StoredWorkspace> | null> {
  return records.put("workspace", id, { ...value, updated_at: new Date().toISOString() }, { expectedVersion }, signal);
}

async function checkCount({ records, account }: Owned, signal?: AbortSignal): Promise<void> {
  const { records: found } = await records.list("workspace", { where: { account }, limit: LIMITS.workspaces }, signal);
  if (found.length < LIMITS.workspaces) return;
  throw new PublicError("invalid_argument", {
    field: "name",
    message: `An account can have at most ${LIMITS.workspaces} workspaces. Delete one first.`,
    allowed: `${LIMITS.workspaces} workspaces`,
  });
}

function conflict(current: number): PublicError {
  return new PublicError("version_conflict", {
    field: "expected_version",
    message: `The workspace has changed: its current version is ${current}.`,
    allowed: String(current),
  });
}

function idOfToken(account: string, token: string): string {
  return `ws_${createHash("sha256")
    .update(JSON.stringify([account, token]))
    .digest("hex")
    .slice(0, 32)}`;
}
