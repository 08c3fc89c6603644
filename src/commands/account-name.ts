import { findAccount } from "../access/accounts.ts";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";

/** The id under which an account's records stand, by the account's name; the command line's own account has no record. Throws `not_found`. */
export async function accountIdOf(records: Records, name: string): Promise<string> {
  if (name === LOCAL_ACCOUNT) return LOCAL_ACCOUNT;
  const account = await findAccount(records, name);
  if (account === null) throw new PublicError("not_found", { field: "account", message: "There is no account of this name." });
  return account.account_id;
}
