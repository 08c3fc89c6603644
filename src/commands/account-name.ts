import { findAccount, type Account } from "../access/accounts.ts";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { asTyped } from "../shared/as-typed.ts";

/** The account of a name: a person's, or the command line's own, which has no record. Throws `not_found`. */
export async function accountOf(records: Records, name: string): Promise<Account | typeof LOCAL_ACCOUNT> {
  if (name === LOCAL_ACCOUNT) return LOCAL_ACCOUNT;
  const account = await findAccount(records, name);
  if (account === null) {
    throw new PublicError("not_found", {
      field: "account",
      message: "There is no account with this name.",
      hint: `Run \`${asTyped("accounts list")}\` to see all names.`,
    });
  }
  return account;
}

/** The id under which that account's records stand. Throws `not_found`. */
export async function accountIdOf(records: Records, name: string): Promise<string> {
  const account = await accountOf(records, name);
  return account === LOCAL_ACCOUNT ? account : account.account_id;
}
