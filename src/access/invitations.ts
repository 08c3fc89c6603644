import { PublicError } from "../errors.ts";
import type { Records, StoredRecord } from "../records/port.ts";
import { checkNewAccount, createAccount, findAccount, type Account } from "./accounts.ts";
import { actorOf, COMMAND_LINE, LOCAL_ACCOUNT } from "./actor.ts";
import { audit } from "./audit.ts";
import { codeHash, newCode } from "./code-format.ts";
import { missingScopes, SCOPES, ungranted, type Scope } from "./scopes.ts";
import { DAY_MS } from "../shared/time.ts";

/** How long an invitation is good for, in milliseconds. */
const INVITATION_MS = 7 * DAY_MS;

interface Invitation {
  /** Who invited: what an account offers goes with it. */
  account: string;
  account_name: string;
  admin: boolean;
  scopes: readonly Scope[];
  expires_at: string;
  used_at: string | null;
}

/**
 * Makes a code by which one person makes one account. The code is in this result and nowhere else. `maker`: the account that
 * invites; null: the command line. Throws `invalid_argument` (field `scopes` or `admin`) for what the maker itself lacks.
 */
export async function invite(
  records: Records,
  maker: Account | null,
  wanted: { admin?: boolean; scopes?: readonly Scope[]; address?: string | null } = {},
): Promise<{ code: string; expires_at: string }> {
  const { admin = false, scopes = maker?.scopes ?? SCOPES, address = null } = wanted;
  checkGranted(maker, admin, scopes);
  const by = maker === null ? COMMAND_LINE : actorOf(maker, address);
  const code = newCode();
  const expiresAt = new Date(Date.now() + INVITATION_MS).toISOString();
  const invitation: Invitation = {
    account: by.account,
    account_name: by.name,
    admin,
    scopes,
    expires_at: expiresAt,
    used_at: null,
  };
  await records.put("code", codeHash(code)!, invitation, { expectedVersion: 0, expiresAt });
  await audit(records, "invitation_made", by);
  return { code, expires_at: expiresAt };
}

/** Whether a code is an invitation that is still good. */
export async function isInvitation(records: Records, code: string): Promise<boolean> {
  return (await openInvitation(records, code)) !== null;
}

/**
 * Makes an account for whoever has an invitation. Of any number of calls with one code exactly one succeeds. Throws `invalid_code`
 * for a wrong, old or used code and for one whose maker is gone or disabled; `invalid_argument` (field `name` or `password`),
 * which leaves the code good.
 */
export async function acceptInvitation(
  records: Records,
  given: { code: string; name: string; password: string; address: string },
): Promise<Account> {
  const found = await openInvitation(records, given.code);
  if (found === null) throw new PublicError("invalid_code");
  const { name, password, address } = given;
  const { admin, scopes, account_name: maker, expires_at: expiresAt } = found.value;
  const wanted = { name, password, admin, scopes };
  checkNewAccount(wanted);
  const used = { ...found.value, used_at: new Date().toISOString() };
  const taken = await records.put("code", found.id, used, { expectedVersion: found.version, expiresAt });
  if (taken === null) throw new PublicError("invalid_code");
  const account = await createAccount(records, wanted, { itself: true, address }).catch(async (error: unknown) => {
    // It made no account, e.g. because the name was taken: it stays good.
    await records.put("code", found.id, found.value, { expectedVersion: taken.version, expiresAt });
    throw error;
  });
  await audit(records, "invitation_used", actorOf(account, address), { account, detail: `invited by ${maker}` });
  return account;
}

async function openInvitation(records: Records, code: string): Promise<StoredRecord<Invitation> | null> {
  const hash = codeHash(code);
  const found = hash === null ? null : await records.get<Invitation>("code", hash);
  if (found === null || found.value.used_at !== null || Date.parse(found.value.expires_at) <= Date.now()) return null;
  const { account, account_name: name } = found.value;
  if (account === LOCAL_ACCOUNT) return found;
  const maker = await findAccount(records, name);
  return maker?.account_id === account && maker.disabled_at === null ? found : null;
}

function checkGranted(maker: Account | null, admin: boolean, scopes: readonly Scope[]): void {
  if (maker === null) return;
  const lacking = missingScopes(scopes, maker.scopes);
  if (lacking.length > 0) throw ungranted(lacking, maker.scopes);
  if (admin && !maker.admin) {
    throw new PublicError("invalid_argument", { field: "admin", message: "Only an administrator can invite administrators." });
  }
}
