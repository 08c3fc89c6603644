import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { changePassword, checkPassword, findAccount, type Account } from "./accounts.ts";
import { actorOf } from "./actor.ts";
import { countAttempt } from "./attempts.ts";
import { audit } from "./audit.ts";
import { createSession, endAllSessions, type SessionInfo } from "./sessions.ts";

/** A session that was begun; `id` goes into the cookie. */
export interface SignedIn {
  id: string;
  session: SessionInfo;
  account: Account;
}

/**
 * Signs a person in. Throws `wrong_credentials` for an unknown name, a wrong password and a disabled account alike, after the same
 * work; `too_many_attempts` after five wrong ones for an account and address in 15 minutes.
 */
export async function signIn(
  records: Records,
  given: { name: string; password: string; address: string; userAgent?: string | null },
): Promise<SignedIn> {
  const { name, password, address } = given;
  const wasRight = await countAttempt(records, name, address);
  const named = await findAccount(records, name);
  const account = await checkPassword(records, name, password);
  if (account === null) {
    // A name that is no account's is not noted: people type passwords there.
    await audit(records, "sign_in_refused", { account: "", name: "", address }, named ? { account: named } : {});
    throw new PublicError("wrong_credentials");
  }
  await wasRight();
  const { id, session } = await createSession(records, account, given);
  await audit(records, "signed_in", actorOf(account, address), { account });
  return { id, session, account };
}

/**
 * Changes the password of a signed-in person and ends their other sessions. Throws `wrong_credentials` where the current password
 * is wrong, `too_many_attempts`, `invalid_argument` (field `password`) for a new one that is not allowed.
 */
export async function changeOwnPassword(
  records: Records,
  given: { account: Account; current: string; next: string; address: string; session: SessionInfo },
): Promise<void> {
  const { account, current, next, address, session } = given;
  await confirmPassword(records, account, current, address);
  await changePassword(records, account.name, next, actorOf(account, address));
  await endAllSessions(records, account.account_id, session.session_id);
}

/** Asks a signed-in person for their password again, before something that cannot be undone. Throws `wrong_credentials`, `too_many_attempts`. */
export async function confirmPassword(records: Records, account: Account, password: string, address: string): Promise<void> {
  const wasRight = await countAttempt(records, account.name, address);
  const checked = await checkPassword(records, account.name, password);
  if (checked?.account_id !== account.account_id) throw new PublicError("wrong_credentials");
  await wasRight();
}
