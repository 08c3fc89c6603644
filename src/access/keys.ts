import { PublicError } from "../errors.ts";
import type { Records, StoredRecord } from "../records/port.ts";
import { ACCOUNT_ID_PREFIX, findAccount, type Account } from "./accounts.ts";
import { COMMAND_LINE, type Actor } from "./actor.ts";
import { audit } from "./audit.ts";
import { isWellFormedKey, keyHash, newKey } from "./key-format.ts";
import { missingScopes, SCOPES, ungranted, type Scope } from "./scopes.ts";
import { withDeadline } from "../shared/deadline.ts";
import { allRecords } from "../records/every-record.ts";
import { DAY_MS, HOUR_MS } from "../shared/time.ts";
import { withoutInvisible } from "../shared/invisible.ts";
import { asTyped } from "../shared/as-typed.ts";

/** The lifetimes that a new key can have, in days. */
export const KEY_LIFETIMES = [30, 90, 365, "never"] as const;
export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

/** For how many milliseconds a key that was rotated goes on working beside the new one. */
export const OVERLAPS = { "0": 0, "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS } as const;
export type Overlap = keyof typeof OVERLAPS;

/** What may be shown of a key. Times are ISO 8601, UTC. */
export interface KeyInfo {
  /** Names the key in lists, logs and limits; worthless as a key. */
  key_id: string;
  name: string;
  /** The id of the account that it belongs to; `local` for the command line's. */
  account: string;
  /** The name of that account. */
  account_name: string;
  scopes: Scope[];
  last_four: string;
  created_at: string;
  /** Null: never. */
  expires_at: string | null;
  revoked_at: string | null;
  /** The id of the key that took its place, which it may outlive for the time of the overlap. */
  replaced_by: string | null;
}

export type KeyState = "active" | "replaced" | "expired" | "revoked";

/** How a key stands now; `replaced`: it works still, until the overlap is over (`expires_at`). */
export function keyState(key: KeyInfo, now = Date.now()): KeyState {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) return "expired";
  return key.replaced_by === null ? "active" : "replaced";
}

interface StoredKey extends KeyInfo {
  hash: string;
  /** What it was made for, in milliseconds; a rotation makes the next for as long. */
  lifetime_ms: number | null;
}

export interface NewKey {
  name: string;
  /** Whose it is: an account; or the name of one that no person signs in as, `local`. */
  account: Account | string;
  scopes: readonly Scope[];
  /** Default: 90. */
  expiresInDays?: KeyLifetime;
}

const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
const MAX_NAME_LENGTH = 100;
/** So much of its hash names a key. */
const KEY_ID_LENGTH = 16;
/** How long the check of a key may wait for the record store, in milliseconds. */
const CHECK_TIMEOUT_MS = 1_800;

/**
 * Makes a key and stores its hash. The key itself is in this result and nowhere else. Throws `invalid_argument` (field `name`,
 * `scopes`, also for one that the account lacks, or `expires_in_days`), `records_unavailable` where the store is away.
 */
export async function createKey(
  records: Records,
  wanted: NewKey,
  by: Actor = COMMAND_LINE,
): Promise<{ key: string; info: KeyInfo }> {
  const { name, scopes, lifetime } = checked(wanted);
  const { account } = wanted;
  const made = await storeKey(records, {
    name,
    account: typeof account === "string" ? account : account.account_id,
    account_name: typeof account === "string" ? account : account.name,
    scopes,
    lifetimeMs: lifetime === "never" ? null : lifetime * DAY_MS,
  });
  await audit(records, "key_created", by, { account: ownerOf(made.info), keyId: made.info.key_id, detail: scopes.join(" ") });
  return made;
}

/**
 * The key that a token is. The record and its account are read on every call, so that a revoked key, and one of an account that was disabled,
 * fails on its next request. Its scopes are those that its account has still. `before`: how the key stood lately, so that its account is read beside it.
 * Throws `invalid_key` (malformed or with a wrong checksum: without reading the store; unknown), `expired_key`, `revoked_key`,
 * or `key_store_unavailable` where the store does not answer within two seconds.
 */
export async function checkKey(records: Records, token: string, before?: KeyInfo): Promise<KeyInfo> {
  if (!isWellFormedKey(token)) throw new PublicError("invalid_key");
  const found = await inTime((signal) => readKey(records, keyHash(token), signal, before));
  if (found === null) throw new PublicError("invalid_key");
  const { key, account } = found;
  const state = keyState(key);
  if (state === "revoked") throw new PublicError("revoked_key");
  if (state === "expired") throw new PublicError("expired_key");
  if (account === null) return key;
  if (account === "gone" || account.disabled_at !== null) {
    throw new PublicError("revoked_key", { message: "The account that this API key belongs to is disabled or deleted." });
  }
  return { ...key, scopes: key.scopes.filter((scope) => account.scopes.includes(scope)) };
}

/** All keys, or those of one account, newest first. */
export async function listKeys(records: Records, account?: string): Promise<KeyInfo[]> {
  const keys = await allKeys(records, account);
  return keys.map(shown).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/**
 * Revokes a key for good, from its next request on; a key that was revoked before keeps its time. `account`: only a key of that account (by id).
 * Throws `not_found`.
 */
export async function revokeKey(records: Records, keyId: string, account?: string, by: Actor = COMMAND_LINE): Promise<KeyInfo> {
  for (;;) {
    const { id, value, version } = await findKey(records, keyId, account);
    if (value.revoked_at !== null) return shown(value);
    const revoked: StoredKey = { ...value, revoked_at: new Date().toISOString() };
    if (!(await records.put("key", id, revoked, { expectedVersion: version }))) continue;
    await audit(records, "key_revoked", by, { account: ownerOf(shown(value)), keyId });
    return shown(revoked);
  }
}

/**
 * Makes a key with the name, scopes and lifetime of another and lets that one end: at once (overlap `0`), or after the overlap,
 * in which both work. Throws `not_found`; `invalid_argument` (field `key_id`) for a key that is revoked, expired or replaced already.
 */
export async function rotateKey(
  records: Records,
  keyId: string,
  options: { overlap: Overlap; account?: string },
  by: Actor = COMMAND_LINE,
): Promise<{ key: string; info: KeyInfo; old: KeyInfo }> {
  const overlapMs = OVERLAPS[options.overlap];
  const { id, value, version } = await findKey(records, keyId, options.account);
  const state = keyState(shown(value));
  if (state !== "active") throw notRotatable(state);
  const made = await storeKey(records, {
    name: value.name,
    account: value.account,
    account_name: value.account_name ?? value.account,
    scopes: value.scopes,
    lifetimeMs: value.expires_at === null ? null : (value.lifetime_ms ?? DEFAULT_LIFETIME_MS),
  });
  const old = ending(value, made.info.key_id, overlapMs);
  if (!(await records.put("key", id, old, { expectedVersion: version }))) {
    // Somebody revoked or rotated it meanwhile; the new key was shown to nobody.
    await records.delete("key", made.hash);
    throw notRotatable("replaced");
  }
  const detail = `replaced by ${made.info.key_id}, overlap ${options.overlap}`;
  await audit(records, "key_rotated", by, { account: ownerOf(shown(value)), keyId, detail });
  return { key: made.key, info: made.info, old: shown(old) };
}

/** The old key of a rotation: revoked, or with the overlap's end as the end of its life. */
function ending(key: StoredKey, replacedBy: string, overlapMs: number): StoredKey {
  const now = Date.now();
  if (overlapMs === 0) return { ...key, replaced_by: replacedBy, revoked_at: new Date(now).toISOString() };
  const end = Math.min(now + overlapMs, key.expires_at === null ? Infinity : Date.parse(key.expires_at));
  return { ...key, replaced_by: replacedBy, expires_at: new Date(end).toISOString() };
}

async function storeKey(
  records: Records,
  wanted: Pick<KeyInfo, "name" | "account" | "account_name" | "scopes"> & { lifetimeMs: number | null },
): Promise<{ key: string; hash: string; info: KeyInfo }> {
  const { lifetimeMs, ...rest } = wanted;
  const key = newKey();
  const hash = keyHash(key);
  const now = Date.now();
  const stored: StoredKey = {
    key_id: hash.slice(0, KEY_ID_LENGTH),
    hash,
    ...rest,
    last_four: key.slice(-4),
    created_at: new Date(now).toISOString(),
    expires_at: lifetimeMs === null ? null : new Date(now + lifetimeMs).toISOString(),
    lifetime_ms: lifetimeMs,
    revoked_at: null,
    replaced_by: null,
  };
  await records.put("key", hash, stored, { expectedVersion: 0 });
  return { key, hash, info: shown(stored) };
}

/** A key by the id in lists, which is how its record's id begins. Throws `not_found`. */
async function findKey(records: Records, keyId: string, account?: string): Promise<StoredRecord<StoredKey>> {
  const { records: found } = await records.list<StoredKey>("key", { after: keyId, limit: 1 });
  const id = found[0]?.id;
  const key = id?.startsWith(keyId) && keyId.length === KEY_ID_LENGTH ? await records.get<StoredKey>("key", id) : null;
  if (key === null || (account !== undefined && key.value.account !== account)) {
    throw new PublicError("not_found", {
      field: "key_id",
      message: "There is no key with this ID.",
      hint: `Run \`${asTyped("keys list")}\` to see all IDs.`,
    });
  }
  return key;
}

function notRotatable(state: KeyState): PublicError {
  const message = `This key is ${state} and cannot be rotated. Create a new key instead.`;
  return new PublicError("invalid_argument", { field: "key_id", message });
}

/** The key with its account; `account` null: it belongs to no person. */
async function readKey(
  records: Records,
  hash: string,
  signal: AbortSignal,
  before?: KeyInfo,
): Promise<{ key: KeyInfo; account: Account | "gone" | null } | null> {
  const name = before?.account.startsWith(ACCOUNT_ID_PREFIX) ? before.account_name : undefined;
  const [record, beside] = await Promise.all([
    records.get<StoredKey>("key", hash, signal),
    name === undefined ? undefined : findAccount(records, name, signal),
  ]);
  if (record === null) return null;
  const key = shown(record.value);
  if (!key.account.startsWith(ACCOUNT_ID_PREFIX)) return { key, account: null };
  const account =
    beside !== undefined && key.account_name === name ? beside : await findAccount(records, key.account_name, signal);
  return { key, account: account?.account_id === key.account ? account : "gone" };
}

function checked({ name: givenName, account, scopes, expiresInDays: lifetime = 90 }: NewKey) {
  const name = withoutInvisible(givenName).trim();
  if (name === "" || name.length > MAX_NAME_LENGTH) {
    throw new PublicError("invalid_argument", {
      field: "name",
      message: `name must have 1 to ${MAX_NAME_LENGTH} characters.`,
      allowed: `1 to ${MAX_NAME_LENGTH} characters`,
    });
  }
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    throw new PublicError("invalid_argument", {
      field: "scopes",
      message: "scopes must contain at least one scope.",
      allowed: SCOPES,
    });
  }
  if (!KEY_LIFETIMES.includes(lifetime)) {
    throw new PublicError("invalid_argument", {
      field: "expires_in_days",
      message: `expires_in_days must be one of ${KEY_LIFETIMES.join(", ")}.`,
      allowed: KEY_LIFETIMES.map(String),
    });
  }
  if (typeof account !== "string") {
    const lacking = missingScopes(scopes, account.scopes);
    if (lacking.length > 0) throw ungranted(lacking, account.scopes);
  }
  return { name, scopes: SCOPES.filter((scope) => scopes.includes(scope)), lifetime };
}

/** Work on the store that counts as failed where it takes too long. Throws `key_store_unavailable`. */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const late = () => new Error(`the record store took more than ${CHECK_TIMEOUT_MS} ms`);
  try {
    return await withDeadline(CHECK_TIMEOUT_MS, work, { late });
  } catch (cause) {
    throw new PublicError("key_store_unavailable", { retryAfterSeconds: 2, cause });
  }
}

async function allKeys(records: Records, account?: string): Promise<StoredKey[]> {
  const found = await allRecords<StoredKey>(records, "key", account ? { account } : undefined);
  return found.map(({ value }) => value);
}

function ownerOf(key: KeyInfo): { account_id: string; name: string } {
  return { account_id: key.account, name: key.account_name };
}

/** What may be shown of a record. Keys that were made before there were accounts lack two of the members. */
function shown({ hash: _hash, lifetime_ms: _lifetime, ...info }: StoredKey): KeyInfo {
  return { ...info, account_name: info.account_name ?? info.account, replaced_by: info.replaced_by ?? null };
}
