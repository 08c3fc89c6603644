import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { isWellFormedKey, keyHash, newKey } from "./key-format.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** The lifetimes that a new key can have, in days. */
export const KEY_LIFETIMES = [30, 90, 365, "never"] as const;
export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

/** What may be shown of a key. Times are ISO 8601, UTC. */
export interface KeyInfo {
  /** Names the key in lists, logs and limits; worthless as a key. */
  key_id: string;
  name: string;
  account: string;
  scopes: Scope[];
  last_four: string;
  created_at: string;
  /** Null: never. */
  expires_at: string | null;
  revoked_at: string | null;
}

interface StoredKey extends KeyInfo {
  hash: string;
}

export interface NewKey {
  name: string;
  account: string;
  scopes: readonly Scope[];
  /** Default: 90. */
  expiresInDays?: KeyLifetime;
}

const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 100;
/** How long the check of a key may wait for the record store, in milliseconds. */
const CHECK_TIMEOUT_MS = 1_800;

/**
 * Makes a key and stores its hash. The key itself is in this result and nowhere else.
 * Throws `invalid_argument` for a name, scope or lifetime that is not allowed, `records_unavailable` where the store is away.
 */
export async function createKey(records: Records, wanted: NewKey): Promise<{ key: string; info: KeyInfo }> {
  const { name, scopes, lifetime } = checked(wanted);
  const key = newKey();
  const hash = keyHash(key);
  const now = Date.now();
  const stored: StoredKey = {
    key_id: hash.slice(0, 16),
    hash,
    name,
    account: wanted.account,
    scopes,
    last_four: key.slice(-4),
    created_at: new Date(now).toISOString(),
    expires_at: lifetime === "never" ? null : new Date(now + lifetime * DAY_MS).toISOString(),
    revoked_at: null,
  };
  await records.put("key", hash, stored, { expectedVersion: 0 });
  return { key, info: shown(stored) };
}

/**
 * The key that a token is. The record is read on every call, so that a revoked key fails on its next request.
 * Throws `invalid_key` (malformed or with a wrong checksum: without reading the store; unknown), `expired_key`, `revoked_key`,
 * or `key_store_unavailable` where the store does not answer within two seconds.
 */
export async function checkKey(records: Records, token: string): Promise<KeyInfo> {
  if (!isWellFormedKey(token)) throw new PublicError("invalid_key");
  const stored = await storedKey(records, keyHash(token));
  if (stored === null) throw new PublicError("invalid_key");
  if (stored.revoked_at !== null) throw new PublicError("revoked_key");
  if (stored.expires_at !== null && Date.parse(stored.expires_at) <= Date.now()) throw new PublicError("expired_key");
  return shown(stored);
}

/** All keys, or those of one account, newest first. */
export async function listKeys(records: Records, account?: string): Promise<KeyInfo[]> {
  const keys = await allKeys(records, account);
  return keys.map(shown).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/**
 * Revokes a key for good, from its next request on; a key that was revoked before keeps its time. `account`: only a key of that account.
 * Throws `not_found`.
 */
export async function revokeKey(records: Records, keyId: string, account?: string): Promise<KeyInfo> {
  const found = (await allKeys(records, account)).find((key) => key.key_id === keyId);
  if (!found) throw noSuchKey();
  for (;;) {
    const stored = await records.get<StoredKey>("key", found.hash);
    if (!stored) throw noSuchKey();
    if (stored.value.revoked_at !== null) return shown(stored.value);
    const revoked: StoredKey = { ...stored.value, revoked_at: new Date().toISOString() };
    if (await records.put("key", found.hash, revoked, { expectedVersion: stored.version })) return shown(revoked);
  }
}

function checked({ name: givenName, scopes, expiresInDays: lifetime = 90 }: NewKey) {
  const name = givenName.trim();
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
      message: "scopes must name at least one scope.",
      allowed: SCOPES,
    });
  }
  if (!KEY_LIFETIMES.includes(lifetime)) {
    throw new PublicError("invalid_argument", {
      field: "expires_in_days",
      message: `expires_in_days must be ${KEY_LIFETIMES.join(" or ")}.`,
      allowed: KEY_LIFETIMES.map(String),
    });
  }
  return { name, scopes: SCOPES.filter((scope) => scopes.includes(scope)), lifetime };
}

async function storedKey(records: Records, hash: string): Promise<StoredKey | null> {
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const onTimeout = () => reject(timeout.reason);
  timeout.addEventListener("abort", onTimeout);
  try {
    const record = await Promise.race([records.get<StoredKey>("key", hash, timeout), tooLate]);
    return record?.value ?? null;
  } catch (cause) {
    throw new PublicError("key_store_unavailable", { retryAfterSeconds: 2, cause });
  } finally {
    timeout.removeEventListener("abort", onTimeout);
  }
}

async function allKeys(records: Records, account?: string): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  let after: string | undefined;
  do {
    const page = await records.list<StoredKey>("key", { limit: 1_000, ...(account ? { where: { account } } : {}), after });
    keys.push(...page.records.map((record) => record.value));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return keys;
}

function shown({ hash: _hash, ...info }: StoredKey): KeyInfo {
  return info;
}

function noSuchKey(): PublicError {
  return new PublicError("not_found", { field: "key_id", message: "There is no key with this id." });
}
