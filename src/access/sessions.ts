import { createHash, randomBytes } from "node:crypto";
import { PublicError } from "../errors.ts";
import type { Records, StoredRecord } from "../records/port.ts";
import { findAccount, type Account } from "./accounts.ts";
import { allRecords } from "../records/every-record.ts";
import { DAY_MS, HOUR_MS } from "../shared/time.ts";

/** A session ends after this long without a request, and after this long in any case, in milliseconds. */
export const SESSION_LIFETIMES = { idleMs: 12 * HOUR_MS, maxMs: 7 * DAY_MS } as const;

/** What may be shown of a session. Times are ISO 8601, UTC. */
export interface SessionInfo {
  /** Names the session in lists; worthless as a session. */
  session_id: string;
  /** The account's id. */
  account: string;
  account_name: string;
  created_at: string;
  /** At most five minutes behind. */
  last_seen_at: string;
  /** Where it was begun from. */
  address: string | null;
  user_agent: string | null;
}

/** Uses closer together than this are not written down one by one. */
const SEEN_EVERY_MS = 5 * 60_000;
const ID_FORM = /^[A-Za-z0-9_-]{43}$/u;
const MAX_USER_AGENT = 200;

/** Begins a session. `id`, 43 characters with 256 random bits, goes into the cookie and stands nowhere else. */
export async function createSession(
  records: Records,
  account: Account,
  from: { address: string | null; userAgent?: string | null },
): Promise<{ id: string; session: SessionInfo }> {
  const id = randomBytes(32).toString("base64url");
  const now = new Date().toISOString();
  const session: SessionInfo = {
    session_id: hashOf(id),
    account: account.account_id,
    account_name: account.name,
    created_at: now,
    last_seen_at: now,
    address: from.address,
    user_agent: from.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
  };
  await records.put("session", session.session_id, session, { expectedVersion: 0, expiresAt: endOf(session) });
  return { id, session };
}

/**
 * The session of a cookie with its account, or null where it is unknown, over, or of an account that is disabled or gone. Read
 * from the store on every call. Throws `records_unavailable`.
 */
export async function readSession(records: Records, id: string): Promise<{ session: SessionInfo; account: Account } | null> {
  if (!ID_FORM.test(id)) return null;
  const found = await records.get<SessionInfo>("session", hashOf(id));
  if (found === null || Date.parse(endOf(found.value)) <= Date.now()) return null;
  const account = await findAccount(records, found.value.account_name);
  if (account === null || account.account_id !== found.value.account || account.disabled_at !== null) return null;
  return { session: await seen(records, found), account };
}

/** An account's sessions, the latest first. */
export async function listSessions(records: Records, accountId: string): Promise<SessionInfo[]> {
  const found = await allRecords<SessionInfo>(records, "session", { account: accountId });
  return found.map((record) => record.value).sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Ends one session (by its id in lists); resolves to whether there was one. `accountId`: only where it is that account's. */
export async function endSession(records: Records, sessionId: string, accountId: string): Promise<boolean> {
  const found = await records.get<SessionInfo>("session", sessionId);
  if (found?.value.account !== accountId) return false;
  return records.delete("session", sessionId);
}

/** Ends all sessions of an account, but for one (by its id in lists) where that is given. Resolves to how many. */
export async function endAllSessions(records: Records, accountId: string, except?: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const others = (await listSessions(records, accountId)).filter((session) => session.session_id !== except);
    if (others.length === 0) return ended;
    for (const { session_id: id } of others) ended += (await records.delete("session", id)) ? 1 : 0;
  }
}

/** Writes down now and then that a session is in use; never over one that was ended meanwhile. */
async function seen(records: Records, { id, value, version }: StoredRecord<SessionInfo>): Promise<SessionInfo> {
  if (Date.now() - Date.parse(value.last_seen_at) < SEEN_EVERY_MS) return value;
  const session: SessionInfo = { ...value, last_seen_at: new Date().toISOString() };
  try {
    await records.put("session", id, session, { expectedVersion: version, expiresAt: endOf(session) });
  } catch (error) {
    // The session itself was read and is good; its next use is written down instead.
    if (!(error instanceof PublicError)) throw error;
  }
  return session;
}

function endOf({ created_at: created, last_seen_at: lastSeen }: SessionInfo): string {
  const { idleMs, maxMs } = SESSION_LIFETIMES;
  return new Date(Math.min(Date.parse(created) + maxMs, Date.parse(lastSeen) + idleMs)).toISOString();
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
