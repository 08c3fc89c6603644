import { Command } from "commander";
import {
  changePassword,
  createAccount,
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  type Account,
} from "../access/accounts.ts";
import { COMMAND_LINE } from "../access/actor.ts";
import { invite } from "../access/invitations.ts";
import { PASSWORD_LENGTH } from "../access/passwords.ts";
import { SCOPES, type Scope } from "../access/scopes.ts";
import { endAllSessions } from "../access/sessions.ts";
import { loadConfig } from "../config.ts";
import { EXIT } from "./failure.ts";
import { print, say, table } from "./output.ts";
import { readPassword } from "./read-password.ts";
import { withRecords } from "./records.ts";
import { scopesOption } from "./scopes-option.ts";

interface Flags {
  json?: boolean;
}

export function accountsCommand(): Command {
  const accounts = new Command("accounts").description("make, list, disable, enable and delete the accounts of people");
  accounts
    .command("add")
    .description(
      "make an account, its password read from the terminal or standard input; or a code by which a person makes their own",
    )
    .argument("[name]", "what the person signs in with; not with --invite")
    .option("--invite", "print a one-time code for /invite instead, good for a week")
    .option("--admin", "may invite, disable and delete others")
    .addOption(scopesOption("the most that its keys may be allowed", SCOPES))
    .option("--json", "print JSON")
    .action(add);
  accounts.command("list").description("list accounts, by name").option("--json", "print JSON").action(list);
  const oneAccount = (verb: string, description: string) =>
    accounts.command(verb).description(description).argument("<name>").option("--json", "print JSON");
  oneAccount("password", "give an account a new password, read like that of `add`, and end its sessions").action(password);
  oneAccount("disable", "shut an account out: its keys and sessions are refused from their next request on").action(
    async (name: string, flags: Flags) => {
      const account = await withRecords((records) => disableAccount(records, name, COMMAND_LINE));
      print(account, flags, () => `Disabled ${account.name}.`);
    },
  );
  oneAccount("enable", "let a disabled account in again").action(async (name: string, flags: Flags) => {
    const account = await withRecords((records) => enableAccount(records, name, COMMAND_LINE));
    print(account, flags, () => `Enabled ${account.name}.`);
  });
  oneAccount("delete", "delete an account with its keys, sessions, stored questions and workspaces").action(
    async (name: string, flags: Flags) => {
      await withRecords((records) => deleteAccount(records, name, COMMAND_LINE));
      print({ name, deleted: true }, flags, () => `Deleted ${name} and everything that belonged to it.`);
    },
  );
  return accounts;
}

async function add(
  name: string | undefined,
  flags: Flags & { invite?: boolean; admin?: boolean; scopes: Scope[] },
): Promise<void> {
  const { admin = false, scopes } = flags;
  if ((name === undefined) !== (flags.invite === true)) {
    process.exitCode = EXIT.usage;
    say("error: give either a name or --invite");
    return;
  }
  if (name === undefined) {
    const { code, expires_at } = await withRecords((records) => invite(records, null, { admin, scopes }));
    const address = `${loadConfig().baseUrl}/invite`;
    if (!flags.json) say(`An invitation, good once and until ${expires_at.slice(0, 16)} UTC. To be typed at ${address}:`);
    print({ code, expires_at, address }, flags, () => code);
    return;
  }
  const secret = await readPassword(`Password for ${name} (${PASSWORD_LENGTH.least} characters or more): `);
  const account = await withRecords((records) => createAccount(records, { name, password: secret, admin, scopes }, COMMAND_LINE));
  print(account, flags, () => `Made the account ${account.name}.`);
}

async function password(name: string, flags: Flags): Promise<void> {
  const secret = await readPassword(`New password for ${name} (${PASSWORD_LENGTH.least} characters or more): `);
  const account = await withRecords(async (records) => {
    const changed = await changePassword(records, name, secret, COMMAND_LINE);
    await endAllSessions(records, changed.account_id);
    return changed;
  });
  print(account, flags, () => `${account.name} has a new password and is signed out everywhere.`);
}

async function list(flags: Flags): Promise<void> {
  const accounts = await withRecords(listAccounts);
  print(accounts, flags, () =>
    accounts.length === 0 ? "No accounts yet: signal-canvas accounts add NAME" : accountTable(accounts),
  );
}

function accountTable(accounts: readonly Account[]): string {
  return table(
    ["name", "id", "role", "scopes", "made", "state"],
    accounts.map((account) => [
      account.name,
      account.account_id,
      account.admin ? "administrator" : "person",
      account.scopes.join(" "),
      account.created_at.slice(0, 10),
      account.disabled_at === null ? "active" : `disabled ${account.disabled_at.slice(0, 10)}`,
    ]),
  );
}
