/** The account that keys made on the command line belong to. No person signs in as it, and no account can take its name. */
export const LOCAL_ACCOUNT = "local";

/** Who does something, as the audit log names them. */
export interface Actor {
  /** The id of the account. */
  account: string;
  /** The name of the account. */
  name: string;
  /** The address that the request came from; null where there was none. */
  address: string | null;
}

/** Whoever runs the program on the server itself. */
export const COMMAND_LINE: Actor = { account: LOCAL_ACCOUNT, name: LOCAL_ACCOUNT, address: null };

/** A signed-in person. `address`: where the request came from. */
export function actorOf(account: { account_id: string; name: string }, address: string | null): Actor {
  return { account: account.account_id, name: account.name, address };
}
