import { PublicError } from "../errors.ts";
import type { StoredRecord } from "../records/port.ts";

export const ITEM_KINDS = ["paper", "signal", "note"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What a workspace may hold: lengths in characters. */
export const LIMITS = {
  /** Workspaces of one account. */
  workspaces: 100,
  name: 200,
  thesis: 1_000,
  items: 500,
  /** Accounts that one workspace is shared with. */
  shares: 50,
  note: 1_000,
  /** The whole workspace as JSON. */
  bytes: 500_000,
} as const;

/** Something that was saved. */
export interface WorkspaceItem {
  kind: ItemKind;
  /** The stored id of a paper or signal; of a note its own. */
  id: string;
  /** The title by the time of saving, so that an item has a name even when its record is gone; null for a note. */
  title: string | null;
  /** What the saver wrote to it; the text of a note. */
  note: string | null;
  /** ISO 8601, UTC. */
  added_at: string;
}

/** A workspace as it is stored, under its id. */
export interface StoredWorkspace {
  account: string;
  name: string;
  thesis: string | null;
  /** In the order of saving. */
  items: WorkspaceItem[];
  created_at: string;
  updated_at: string;
}

/** What somebody with whom a workspace is shared may do. `viewer`: read it and ask within it; `editor`: change its name, thesis and items too. */
export const SHARE_ROLES = ["viewer", "editor"] as const;
export type ShareRole = (typeof SHARE_ROLES)[number];

/** What an account may do with a workspace; only its owner shares and deletes it. */
export type Role = "owner" | ShareRole;

/** A workspace as it is shown. */
export interface Workspace extends Omit<StoredWorkspace, "account"> {
  workspace_id: string;
  /** Of this state; what a conditional write names. */
  version: number;
  /** What the account that asked may do with it. */
  role: Role;
  /** Who shared it with the account that asked; left out: it is its own. */
  shared_by?: string;
}

/** A workspace as its store has it, and what the account that asked may do with it. */
export interface Standing {
  stored: StoredRecord<StoredWorkspace>;
  role: Role;
  /** Who shared it with the account; null: it is its own. */
  sharedBy: string | null;
}

/** A stored workspace as an account sees it. */
export function shown({ stored: { id, version, value }, role, sharedBy }: Standing): Workspace {
  const { account: _account, ...workspace } = value;
  return { workspace_id: id, version, role, ...(sharedBy === null ? {} : { shared_by: sharedBy }), ...workspace };
}

/** How many items of each kind there are. */
export function itemCounts({ items }: Pick<StoredWorkspace, "items">): Record<`${ItemKind}s`, number> {
  const of = (kind: ItemKind) => items.filter((item) => item.kind === kind).length;
  return { papers: of("paper"), signals: of("signal"), notes: of("note") };
}

/** A text without white space at its ends. Throws `invalid_argument` where it is empty or longer than `longest`. */
export function checkedText(field: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed.length >= 1 && trimmed.length <= maxLength) return trimmed;
  const allowed = `text of 1 to ${maxLength} characters`;
  throw new PublicError("invalid_argument", {
    field,
    message: `${field} must be ${allowed}; it has ${trimmed.length}.`,
    allowed,
  });
}

/** Throws `invalid_argument` where a workspace holds more than it may. `added`: how many items the call would have added. */
export function checkSize(workspace: StoredWorkspace, added: number): void {
  if (workspace.items.length > LIMITS.items) {
    throw new PublicError("invalid_argument", {
      field: "items",
      message: `A workspace can have at most ${LIMITS.items} items. It has ${workspace.items.length - added}, and this call would add ${added}.`,
      allowed: `${LIMITS.items - (workspace.items.length - added)} more items`,
    });
  }
  const bytes = Buffer.byteLength(JSON.stringify(workspace));
  if (bytes > LIMITS.bytes) {
    throw new PublicError("invalid_argument", {
      field: "items",
      message: `A workspace can have at most ${LIMITS.bytes} bytes. This call would make it ${bytes}.`,
      allowed: "shorter notes, or another workspace",
    });
  }
}
