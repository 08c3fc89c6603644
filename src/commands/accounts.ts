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
import { asTyped } from "../shared/as-typed.ts";

interface Flags {
  json?: boolean;
}

export function accountsCommand(): Command {
  const accounts = new Command("accounts").description("create, list, disable, enable and delete user accounts");
  accounts
    .command("add")
    .description("create an account with a password read from the terminal or standard input, or an invitation code")
    .argument("[name]", "the username to sign in with; omit it with --invite")
    .option("--invite", "print a one-time invitation code for /invite instead, valid for a week")
    .option("--admin", "make the account an administrator")
    .addOption(scopesOption("the scopes that its keys may have", SCOPES))
    .option("--json", "print JSON")
    .action(add);
  accounts.command("list").description("list accounts, by name").option("--json", "print JSON").action(list);
  const oneAccount = (verb: string, description: string) =>
    accounts.command(verb).description(description).argument("<name>").option("--json", "print JSON");
  oneAccount(
    "password",
    "set a new password, read from the terminal or standard input, and end all sessions of the account",
  ).action(password);
  oneAccount("disable", "disable an account: its keys and sessions stop working immediately").action(
    async (name: string, flags: Flags) => {
      const account = await withRecords((records) => disableAccount(records, name, COMMAND_LINE));
      print(account, flags, () => `Disabled ${account.name}.`);
    },
  );
  oneAccount("enable", "enable a disabled account again").action(async (name: string, flags: Flags) => {
    const account = await withRecords((records) => enableAccount(records, name, COMMAND_LINE));
    print(account, flags, () => `Enabled ${account.name}.`);
  });
  oneAccount("delete", "delete an account with its keys, sessions, stored questions and workspaces").action(
    async (name: string, flags: Flags) => {
      await withRecords((records) => deleteAccount(records, name, COMMAND_LINE));
      print({ name, deleted: true }, flags, () => `Deleted ${name} and everything that belonged to the account.`);
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
    say("error: specify either a name or --invite");
    return;
  }
  if (name === undefined) {
    const { code, expires_at } = await withRecords((records) => invite(records, null, { admin, scopes }));
    const address = `${loadConfig().baseUrl}/invite`;
    if (!flags.json)
      say(`Invitation code, valid once until ${expires_at.slice(0, 16).replace("T", " ")} UTC. Enter it at ${address}:`);
    print({ code, expires_at, address }, flags, () => code);
    return;
  }
  const secret = await readPassword(`Password for ${name} (at least ${PASSWORD_LENGTH.min} characters): `);
  const account = await withRecords((records) => createAccount(records, { name, password: secret, admin, scopes }, COMMAND_LINE));
  print(account, flags, () => `Created the account ${account.name}.`);
}

async function password(name: string, flags: Flags): Promise<void> {
  const secret = await readPassword(`New password for ${name} (at least ${PASSWORD_LENGTH.min} characters): `);
  const account = await withRecords(async (records) => {
    const changed = await changePassword(records, name, secret, COMMAND_LINE);
    await endAllSessions(records, changed.account_id);
    return changed;
  });
  print(account, flags, () => `Changed the password of ${account.name} and ended all sessions.`);
}

async function list(flags: Flags): Promise<void> {
  const accounts = await withRecords(listAccounts);
  print(accounts, flags, () =>
    accounts.length === 0 ? `No accounts yet. Create one with \`${asTyped("accounts add NAME")}\`.` : accountTable(accounts),
  );
}

function accountTable(accounts: readonly Account[]): string {
  return table(
    ["name", "id", "role", "scopes", "created", "state"],
    accounts.map((account) => [
      account.name,
      account.account_id,
      account.admin ? "administrator" : "member",
      account.scopes.join(" "),
      account.created_at.slice(0, 10),
      account.disabled_at === null ? "active" : `disabled ${account.disabled_at.slice(0, 10)}`,
    ]),
  );
}
