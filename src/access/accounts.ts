import { randomBytes } from "node:crypto";
import { PublicError } from "../errors.ts";
import { RECORD_KINDS, type RecordKind, type Records, type StoredRecord } from "../records/port.ts";
import { actorOf, LOCAL_ACCOUNT, type Actor } from "./actor.ts";
import { audit } from "./audit.ts";
import { checkPasswordForm, hashPassword, isPassword } from "./passwords.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import { everyRecord } from "../records/every-record.ts";
import { asTyped } from "../shared/as-typed.ts";

/** What may be shown of an account. Times are ISO 8601, UTC. */
export interface Account {
  /** What its keys, sessions, runs and workspaces carry; never given to another account, even of the same name. */
  account_id: string;
  /** What its person signs in with, in lower case. */
  name: string;
  /** Whether it may invite, disable and delete others. */
  admin: boolean;
  /** The most that its keys may be allowed. */
  scopes: Scope[];
  created_at: string;
  /** Null: it is not disabled. */
  disabled_at: string | null;
  /** False: its person signs in elsewhere. */
  has_password: boolean;
}

interface StoredAccount extends Omit<Account, "has_password"> {
  password_hash: string | null;
  /** Who it is at a provider of sign-in: issuer and subject. */
  identity?: string;
}

export interface NewAccount {
  name: string;
  /** At least 12 characters; null: it signs in elsewhere, by `identity`. */
  password: string | null;
  /** Default: false. */
  admin?: boolean;
  /** Default: all. */
  scopes?: readonly Scope[];
  identity?: Identity;
}

/** A person as a provider of sign-in knows them. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** How the ids of people's accounts begin. */
export const ACCOUNT_ID_PREFIX = "acc_";

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/u;
const NAME_RULE = "1 to 64 characters: letters a–z, digits and . _ - + @, starting with a letter or digit";

/**
 * Makes an account. `by`: who makes it; `itself`: the person whose it is. Throws `invalid_argument` (field `name`, `password` or
 * `scopes`) for what is not allowed, also for a name that is taken.
 */
export async function createAccount(
  records: Records,
  wanted: NewAccount,
  by: Actor | { itself: true; address: string | null },
): Promise<Account> {
  checkNewAccount(wanted);
  const { password, admin = false, scopes = SCOPES, identity } = wanted;
  const account: StoredAccount = {
    account_id: `${ACCOUNT_ID_PREFIX}${randomBytes(8).toString("hex")}`,
    name: foldedName(wanted.name),
    admin,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    created_at: new Date().toISOString(),
    disabled_at: null,
    password_hash: password === null ? null : await hashPassword(password),
    ...(identity === undefined ? {} : { identity: identityText(identity) }),
  };
  const stored = await records.put("account", account.name, account, { expectedVersion: 0 });
  if (stored === null) throw refusedName("This name is already taken.");
  await audit(records, "account_created", "itself" in by ? actorOf(account, by.address) : by, { account });
  return shown(account);
}

/** Checks everything about a new account but whether its name is free: before a one-time code is used up for it. Throws like `createAccount`. */
export function checkNewAccount({ name: given, password, scopes = SCOPES, identity }: NewAccount): void {
  const name = foldedName(given);
  if (!NAME.test(name)) throw refusedName(`The name must have ${NAME_RULE}.`);
  if (name === LOCAL_ACCOUNT) throw refusedName(`The name ${LOCAL_ACCOUNT} is reserved for the command line.`);
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    throw new PublicError("invalid_argument", {
      field: "scopes",
      message: "scopes must contain at least one scope.",
      allowed: SCOPES,
    });
  }
  if (password === null && identity === undefined) throw new TypeError("An account needs a password or an identity");
  if (password !== null) checkPasswordForm(password);
}

/** The account of this name, in any case; or null. */
export async function findAccount(records: Records, name: string, signal?: AbortSignal): Promise<Account | null> {
  const found = await stored(records, name, signal);
  return found && shown(found.value);
}

/** The account of a person at a provider of sign-in; or null. */
export async function findAccountByIdentity(records: Records, identity: Identity): Promise<Account | null> {
  const page = await records.list<StoredAccount>("account", { where: { identity: identityText(identity) }, limit: 1 });
  const [found] = page.records;
  return found === undefined ? null : shown(found.value);
}

/** Every account, by name. */
export async function listAccounts(records: Records): Promise<Account[]> {
  const accounts: Account[] = [];
  for await (const record of everyRecord<StoredAccount>(records, "account")) accounts.push(shown(record.value));
  return accounts;
}

/** Whether there is an account at all, disabled ones included. */
export async function hasAccounts(records: Records): Promise<boolean> {
  return (await records.list("account", { limit: 1 })).records.length > 0;
}

/**
 * The account, where the password is its own and it is not disabled; else null, after the same work. Guesses are not counted
 * here: people sign in by `signIn`.
 */
export async function checkPassword(records: Records, name: string, password: string): Promise<Account | null> {
  const found = await stored(records, name);
  const right = await isPassword(password, found?.value.password_hash ?? null);
  return found && right && found.value.disabled_at === null ? shown(found.value) : null;
}

/** Gives an account a new password. The caller has checked the current one, and ends the account's other sessions. */
export async function changePassword(records: Records, name: string, password: string, by: Actor): Promise<Account> {
  const hash = await hashPassword(password);
  const account = await change(records, name, (value) => ({ ...value, password_hash: hash }));
  await audit(records, "password_changed", by, { account });
  return account;
}

/** Shuts an account out: its keys and sessions are refused from their next request on, until it is enabled again. */
export async function disableAccount(records: Records, name: string, by: Actor): Promise<Account> {
  const account = await change(records, name, (value) => ({
    ...value,
    disabled_at: value.disabled_at ?? new Date().toISOString(),
  }));
  await audit(records, "account_disabled", by, { account });
  return account;
}

export async function enableAccount(records: Records, name: string, by: Actor): Promise<Account> {
  const account = await change(records, name, (value) => ({ ...value, disabled_at: null }));
  await audit(records, "account_enabled", by, { account });
  return account;
}

/**
 * Deletes an account and everything that carries its id: keys, sessions, stored questions, workspaces. The audit log keeps its
 * entries. Disabled first, so that nothing of it is accepted while it goes; broken off, it is finished by being called again.
 */
export async function deleteAccount(records: Records, name: string, by: Actor): Promise<void> {
  const account = await change(records, name, (value) => ({
    ...value,
    disabled_at: value.disabled_at ?? new Date().toISOString(),
  }));
  for (const kind of OWNED_KINDS) {
    for await (const record of everyRecord(records, kind, { account: account.account_id })) await records.delete(kind, record.id);
  }
  await records.delete("account", account.name);
  await audit(records, "account_deleted", by, { account });
}

/** Kinds of records that belong to an account: those that are listed by it. */
const OWNED_KINDS = (Object.keys(RECORD_KINDS) as RecordKind[]).filter(
  (kind) => kind !== "audit" && (RECORD_KINDS[kind] as readonly string[]).includes("account"),
);

async function change(records: Records, name: string, changed: (account: StoredAccount) => StoredAccount): Promise<Account> {
  for (;;) {
    const found = await stored(records, name);
    if (found === null)
      throw new PublicError("not_found", {
        field: "name",
        message: "There is no account with this name.",
        hint: `Run \`${asTyped("accounts list")}\` to see all names.`,
      });
    const next = changed(found.value);
    if (await records.put("account", found.id, next, { expectedVersion: found.version })) return shown(next);
  }
}

async function stored(records: Records, name: string, signal?: AbortSignal): Promise<StoredRecord<StoredAccount> | null> {
  const folded = foldedName(name);
  return NAME.test(folded) ? records.get<StoredAccount>("account", folded, signal) : null;
}

function shown({ password_hash: hash, identity: _identity, ...account }: StoredAccount): Account {
  return { ...account, has_password: hash !== null };
}

function foldedName(name: string): string {
  return name.trim().toLowerCase();
}

function identityText({ issuer, subject }: Identity): string {
  return JSON.stringify([issuer, subject]);
}

function refusedName(message: string): PublicError {
  return new PublicError("invalid_argument", { field: "name", message, allowed: NAME_RULE });
}
