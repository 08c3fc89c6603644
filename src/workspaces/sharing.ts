import { PublicError } from "../errors.ts";
import { allRecords } from "../records/every-record.ts";
import type { Records } from "../records/port.ts";
import { LIMITS, type Role, type ShareRole, type Standing, type StoredWorkspace } from "./workspace.ts";

const RANK: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

/** That a workspace is shared with an account; kept under both their ids. */
interface StoredShare {
  /** With whom. Whoever deletes an account deletes its shares by this. */
  account: string;
  account_name: string;
  workspace_id: string;
  role: ShareRole;
  /** The name of the account that shared it. */
  shared_by: string;
  shared_at: string;
}

/** Somebody with whom a workspace is shared. */
export type Share = Omit<StoredShare, "workspace_id">;

interface Asking {
  records: Records;
  account: string;
}

const ID = /^ws_[0-9a-f]{32}$/u;

/**
 * A workspace for an account that may do at least this with it. Throws `not_found` where there is none, or none that the account may see: the two look the
 * same; `read_only` where it may see it but not do that.
 */
export async function requireStanding(asking: Asking, id: string, needed: Role, signal?: AbortSignal): Promise<Standing> {
  const standing = await standingOf(asking, id, signal);
  if (standing === null) {
    throw new PublicError("not_found", {
      field: "workspace_id",
      message: "No workspace has this ID.",
      allowed: "a workspace_id from get_workspaces",
    });
  }
  if (RANK[standing.role] >= RANK[needed]) return standing;
  throw new PublicError("read_only", {
    field: "workspace_id",
    message:
      needed === "owner"
        ? "Only the owner of this workspace can share or delete it."
        : "This workspace is shared with you as a viewer, so you cannot change it.",
  });
}

/** A workspace and what the account may do with it; null where there is none that it may see. */
export async function standingOf({ records, account }: Asking, id: string, signal?: AbortSignal): Promise<Standing | null> {
  const stored = ID.test(id) ? await records.get<StoredWorkspace>("workspace", id, signal) : null;
  if (stored === null) return null;
  if (stored.value.account === account) return { stored, role: "owner", sharedBy: null };
  const share = await records.get<StoredShare>("share", shareId(id, account), signal);
  return share && { stored, role: share.value.role, sharedBy: share.value.shared_by };
}

/** The workspaces that others share with an account. */
export async function sharedWith({ records, account }: Asking, signal?: AbortSignal): Promise<Standing[]> {
  const shares = await allRecords<StoredShare>(records, "share", { account });
  const standings = await Promise.all(shares.map(({ value }) => standingOf({ records, account }, value.workspace_id, signal)));
  return standings.filter((standing) => standing !== null);
}

/**
 * Shares a workspace with another account, or gives it another role. Only the owner does. Throws `not_found`, `read_only`, and `invalid_argument` (field `name`)
 * for the owner's own account or beyond the limit.
 */
export async function shareWorkspace(
  asking: Asking & { name: string },
  id: string,
  { account, role }: { account: { account_id: string; name: string }; role: ShareRole },
): Promise<void> {
  await requireStanding(asking, id, "owner");
  if (account.account_id === asking.account) {
    throw new PublicError("invalid_argument", { field: "name", message: "The workspace is already yours." });
  }
  const shares = await sharesOf(asking, id);
  const isNew = shares.every((share) => share.account !== account.account_id);
  if (isNew && shares.length >= LIMITS.shares) {
    const message = `A workspace can be shared with at most ${LIMITS.shares} accounts.`;
    throw new PublicError("invalid_argument", { field: "name", message, allowed: `${LIMITS.shares} accounts` });
  }
  const value: StoredShare = {
    account: account.account_id,
    account_name: account.name,
    workspace_id: id,
    role,
    shared_by: asking.name,
    shared_at: new Date().toISOString(),
  };
  await asking.records.put("share", shareId(id, account.account_id), value);
}

/** Ends sharing with an account. The owner ends it for anybody, others for themselves. Nothing shared is no error. Throws `not_found`, `read_only`. */
export async function unshareWorkspace(asking: Asking, id: string, accountId: string): Promise<void> {
  await requireStanding(asking, id, accountId === asking.account ? "viewer" : "owner");
  await asking.records.delete("share", shareId(id, accountId));
}

/** With whom a workspace is shared, by name. Throws `not_found`. */
export async function sharesOf(asking: Asking, id: string, signal?: AbortSignal): Promise<Share[]> {
  await requireStanding(asking, id, "viewer", signal);
  const found = await allRecords<StoredShare>(asking.records, "share", { workspace_id: id });
  const shares = found.map(({ value: { workspace_id: _id, ...share } }) => share);
  return shares.sort((a, b) => (a.account_name < b.account_name ? -1 : 1));
}

/** Ends all sharing of a workspace that was deleted. */
export async function endSharing(records: Records, id: string): Promise<void> {
  for (const share of await allRecords(records, "share", { workspace_id: id })) await records.delete("share", share.id);
}

function shareId(workspaceId: string, accountId: string): string {
  return `${workspaceId}:${accountId}`;
}
