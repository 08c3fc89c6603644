import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PublicError } from "../errors.ts";
import type { Records, StoredRecord } from "../records/port.ts";
import { inTurn } from "./turns.ts";
import { checkedText, checkSize, LIMITS, shown, type StoredWorkspace, type Workspace } from "./workspace.ts";

/** The workspaces of one account: those of others are not there for it. */
export interface Owned {
  records: Records;
  account: string;
}

export interface NewWorkspace {
  name: string;
  thesis?: string;
  /** The same token names the same workspace, however often it is sent. */
  client_token?: string;
}

/**
 * Makes a workspace; with the token of one that stands, nothing is made and that one comes back. Throws `invalid_argument` where the name or
 * the thesis is too long, or the account has as many workspaces as it may.
 */
export async function createWorkspace(
  { records, account }: Owned,
  { name, thesis, client_token: token }: NewWorkspace,
  signal?: AbortSignal,
): Promise<{ workspace: Workspace; created: boolean }> {
  const now = new Date().toISOString();
  const value: StoredWorkspace = {
    account,
    name: checkedText("name", name, LIMITS.name),
    thesis: thesis === undefined ? null : checkedText("thesis", thesis, LIMITS.thesis),
    items: [],
    created_at: now,
    updated_at: now,
  };
  const id = token === undefined ? `ws_${randomBytes(16).toString("hex")}` : idOfToken(account, token);
  const standing = token === undefined ? null : await records.get<StoredWorkspace>("workspace", id, signal);
  if (standing) return { workspace: shown(standing), created: false };
  await checkCount({ records, account }, signal);
  const put = await records.put("workspace", id, value, { expectedVersion: 0 }, signal);
  if (put) return { workspace: shown(put), created: true };
  return { workspace: shown(await requireStored({ records, account }, id, signal)), created: false };
}

/** A workspace. Throws `not_found`, also for one of another account. */
export async function getWorkspace(owned: Owned, id: string, signal?: AbortSignal): Promise<Workspace> {
  return shown(await requireStored(owned, id, signal));
}

/** All workspaces of the account, the one that changed last first. */
export async function listWorkspaces({ records, account }: Owned, signal?: AbortSignal): Promise<Workspace[]> {
  const { records: found } = await records.list<StoredWorkspace>("workspace", { where: { account }, limit: 1_000 }, signal);
  return found.map(shown).sort((a, b) => b.updated_at.localeCompare(a.updated_at) || (a.workspace_id < b.workspace_id ? -1 : 1));
}

/**
 * Gives a workspace another name or thesis. Where it has them already nothing is written. Throws `not_found`, `invalid_argument`, and
 * `version_conflict` with the version that stands where another one was expected.
 */
export async function updateWorkspace(
  owned: Owned,
  { workspace_id: id, expected_version: expected, ...change }: VersionedId & { name?: string; thesis?: string },
  signal?: AbortSignal,
): Promise<Workspace> {
  if (change.name === undefined && change.thesis === undefined) {
    throw new PublicError("invalid_argument", {
      field: "name",
      message: "name or thesis must be given.",
      allowed: ["name", "thesis"],
    });
  }
  const changed = {
    ...(change.name === undefined ? {} : { name: checkedText("name", change.name, LIMITS.name) }),
    ...(change.thesis === undefined ? {} : { thesis: checkedText("thesis", change.thesis, LIMITS.thesis) }),
  };
  const stored = await requireStored(owned, id, signal);
  const value = { ...stored.value, ...changed };
  if (value.name === stored.value.name && value.thesis === stored.value.thesis) return shown(stored);
  if (stored.version !== expected) throw conflict(stored.version);
  checkSize(value, 0);
  const put = await write(owned, id, value, expected, signal);
  if (put) return shown(put);
  throw conflict((await requireStored(owned, id, signal)).version);
}

/**
 * Changes a workspace by a step that may be taken over any state of it: again where somebody else wrote in between, so that nobody's step is
 * lost. `step` gives the new items, or null where they are as they should be. Throws `not_found`, and what `step` throws.
 */
export async function changeItems(
  owned: Owned,
  id: string,
  step: (workspace: StoredWorkspace) => StoredWorkspace["items"] | null,
  signal?: AbortSignal,
): Promise<Workspace> {
  return inTurn(owned.records, id, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const stored = await requireStored(owned, id, signal);
      const items = step(stored.value);
      if (items === null) return shown(stored);
      const value = { ...stored.value, items };
      checkSize(value, items.length - stored.value.items.length);
      const put = await write(owned, id, value, stored.version, signal);
      if (put) return shown(put);
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, attempt * 5), undefined, { signal });
    }
  });
}

/** Removes a workspace; its runs stay for their time. Throws `not_found`, and `version_conflict` where another version stands. */
export async function deleteWorkspace(
  owned: Owned,
  { workspace_id: id, expected_version: expected }: VersionedId,
  signal?: AbortSignal,
): Promise<Workspace> {
  const stored = await requireStored(owned, id, signal);
  if (stored.version !== expected) throw conflict(stored.version);
  if (await owned.records.delete("workspace", id, { expectedVersion: expected }, signal)) return shown(stored);
  throw conflict((await requireStored(owned, id, signal)).version);
}

interface VersionedId {
  workspace_id: string;
  expected_version: number;
}

const LONGEST_PAUSE_MS = 60;
const ID = /^ws_[0-9a-f]{32}$/u;

async function requireStored(
  { records, account }: Owned,
  id: string,
  signal?: AbortSignal,
): Promise<StoredRecord<StoredWorkspace>> {
  const found = ID.test(id) ? await records.get<StoredWorkspace>("workspace", id, signal) : null;
  if (found?.value.account === account) return found;
  throw new PublicError("not_found", {
    field: "workspace_id",
    message: "There is no workspace with this id.",
    allowed: "a workspace_id from list_workspaces",
  });
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
    message: `An account has at most ${LIMITS.workspaces} workspaces; delete one first.`,
    allowed: `${LIMITS.workspaces} workspaces`,
  });
}

function conflict(standing: number): PublicError {
  return new PublicError("version_conflict", {
    field: "expected_version",
    message: `The workspace was changed since: version ${standing} stands.`,
    allowed: String(standing),
  });
}

function idOfToken(account: string, token: string): string {
  return `ws_${createHash("sha256")
    .update(JSON.stringify([account, token]))
    .digest("hex")
    .slice(0, 32)}`;
}
