import { randomBytes } from "node:crypto";
import type { Records } from "../records/port.ts";
import type { Actor } from "./actor.ts";
import { DAY_MS } from "../shared/time.ts";

/** What the audit log tells of. */
export type AuditEvent =
  | "setup_used"
  | "invitation_made"
  | "invitation_used"
  | "account_created"
  | "account_disabled"
  | "account_enabled"
  | "account_deleted"
  | "password_changed"
  | "signed_in"
  | "sign_in_refused"
  | "signed_out"
  | "signed_out_everywhere"
  | "key_created"
  | "key_rotated"
  | "key_revoked"
  | "workspace_shared"
  | "workspace_unshared";

/** One entry: who did what, to which account or key, and from where. Never a key, a password, a session or a code. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  at: string;
  event: AuditEvent;
  /** Who did it. */
  actor: Actor;
  /** The account that it was done to, by id and name. */
  account: string | null;
  account_name: string | null;
  key_id: string | null;
  /** What else there is to say, in a few words. */
  detail: string | null;
}

/** How long entries are kept. */
const KEPT_MS = 400 * DAY_MS;
/** Times count down from here in the ids, so that lists, which follow the ids, give the latest entries first. */
const END_OF_TIME_MS = 9_999_999_999_999;

/** Adds an entry. Throws `records_unavailable`. */
export async function audit(
  records: Records,
  event: AuditEvent,
  actor: Actor,
  about: { account?: { account_id: string; name: string }; keyId?: string; detail?: string } = {},
): Promise<void> {
  const now = Date.now();
  const entry: AuditEntry = {
    at: new Date(now).toISOString(),
    event,
    actor,
    account: about.account?.account_id ?? null,
    account_name: about.account?.name ?? null,
    key_id: about.keyId ?? null,
    detail: about.detail ?? null,
  };
  const id = `${idTime(now)}-${randomBytes(6).toString("hex")}`;
  await records.put("audit", id, entry, { expiresAt: new Date(now + KEPT_MS).toISOString() });
}

/** Entries, the latest first. `account`: only what was done to that account (by id). `limit`: 1 to 1,000, default 100. */
export async function listAudit(
  records: Records,
  options: { account?: string; limit?: number; after?: string } = {},
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const { account, limit = 100, after } = options;
  const page = await records.list<AuditEntry>("audit", { limit, after, ...(account ? { where: { account } } : {}) });
  return { entries: page.records.map((record) => record.value), next: page.next };
}

function idTime(ms: number): string {
  return String(END_OF_TIME_MS - ms).padStart(13, "0");
}
