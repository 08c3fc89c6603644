import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { deadlineSignal } from "../shared/deadline.ts";
import { findAccount } from "./accounts.ts";
import { LOCAL_ACCOUNT } from "./actor.ts";
import type { KeyInfo } from "./keys.ts";
import { asTyped } from "../shared/as-typed.ts";

const TIMEOUT_MS = 1_800;

/**
 * Lets pass a key of whoever runs the server: one that was made on the command line for nobody, or that of an administrator. Throws
 * `missing_scope` for any other, `key_store_unavailable` where the store does not answer within two seconds.
 */
export async function requireOperator(records: Records, key: KeyInfo): Promise<void> {
  if (key.account === LOCAL_ACCOUNT) return;
  const account = await findAccount(records, key.account_name, deadlineSignal(TIMEOUT_MS)).catch((cause: unknown) => {
    throw new PublicError("key_store_unavailable", { retryAfterSeconds: 2, cause });
  });
  if (account?.account_id === key.account && account.admin) return;
  throw new PublicError("missing_scope", {
    message: "This requires the key of an administrator, or one created on the command line.",
    hint: `Create one on the server with \`${asTyped("keys create")}\`.`,
  });
}
