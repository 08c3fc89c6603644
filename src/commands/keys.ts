import { Command, InvalidArgumentError, Option } from "commander";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import {
  createKey,
  KEY_LIFETIMES,
  keyState,
  listKeys,
  OVERLAPS,
  revokeKey,
  rotateKey,
  type KeyInfo,
  type KeyLifetime,
  type Overlap,
} from "../access/keys.ts";
import { SCOPES, type Scope } from "../access/scopes.ts";
import { noUsage, usageByKey, type KeyUsage } from "../access/usage.ts";
import { clientConfiguration } from "../access/client-configuration.ts";
import { loadConfig } from "../config.ts";
import { accountIdOf, accountOf } from "./account-name.ts";
import { print, say, table } from "./output.ts";
import { withRecords } from "./records.ts";
import { scopesOption } from "./scopes-option.ts";
import { asTyped } from "../shared/as-typed.ts";

/** What a key may do unless said otherwise: read everything, change nothing. */
const READING_SCOPES: readonly Scope[] = ["papers:read", "signals:read", "workspaces:read"];

interface Flags {
  json?: boolean;
}

export function keysCommand(): Command {
  const keys = new Command("keys").description("create, list, rotate and revoke API keys");
  keys
    .command("create")
    .description("create a key; it is shown only once")
    .argument("[name]", "what it is for", "my editor")
    .addOption(scopesOption(`any of ${SCOPES.join(", ")}`, READING_SCOPES))
    .option("--expires <days>", KEY_LIFETIMES.join(", "), lifetime, 90)
    .option("--account <name>", "the account that the key belongs to", LOCAL_ACCOUNT)
    .option("--json", "print JSON")
    .action(create);
  keys
    .command("list")
    .description("list keys and their usage, newest first; the keys themselves are never shown")
    .option("--account <name>", "only keys of this account")
    .option("--json", "print JSON")
    .action(list);
  keys
    .command("rotate")
    .description("replace a key with a new one; both work until the overlap ends")
    .argument("<id>", `the ID shown by \`${asTyped("keys list")}\``)
    .addOption(new Option("--overlap <time>", "how long the old key keeps working").choices(Object.keys(OVERLAPS)).default("24h"))
    .option("--json", "print JSON")
    .action(rotate);
  keys
    .command("revoke")
    .description("revoke a key permanently, effective immediately")
    .argument("<id>", `the ID shown by \`${asTyped("keys list")}\``)
    .option("--json", "print JSON")
    .action(revoke);
  return keys;
}

async function create(name: string, flags: Flags & { scopes: Scope[]; expires: KeyLifetime; account: string }): Promise<void> {
  const { scopes, expires } = flags;
  const made = await withRecords(async (records) =>
    createKey(records, { name, account: await accountOf(records, flags.account), scopes, expiresInDays: expires }),
  );
  showKey(made, {}, flags);
}

async function rotate(id: string, flags: Flags & { overlap: Overlap }): Promise<void> {
  const { old, ...made } = await withRecords((records) => rotateKey(records, id, flags));
  if (!flags.json) {
    const end = old.revoked_at === null ? `works until ${old.expires_at?.slice(0, 16).replace("T", " ")} UTC` : "no longer works";
    say(`The old key, …${old.last_four}, ${end}.`);
  }
  showKey(made, { replaces: { key_id: old.key_id, expires_at: old.expires_at, revoked_at: old.revoked_at } }, flags);
}

async function list(flags: Flags & { account?: string }): Promise<void> {
  const rows = await withRecords(async (records) => {
    const accountId = flags.account === undefined ? undefined : await accountIdOf(records, flags.account);
    const [keys, usage] = await Promise.all([listKeys(records, accountId), usageByKey(records, accountId)]);
    return keys.map((key) => ({ key, use: usage.get(key.key_id) ?? noUsage() }));
  });
  const listed = rows.map(({ key, use: { last_used_at, today, last_30_days } }) => ({
    ...key,
    state: keyState(key),
    last_used_at,
    requests_today: today,
    requests_last_30_days: last_30_days,
  }));
  print(listed, flags, () =>
    rows.length === 0 ? `No keys yet. Create one with \`${asTyped("keys create")}\`.` : keyTable(rows),
  );
}

async function revoke(id: string, flags: Flags): Promise<void> {
  const revoked = await withRecords((records) => revokeKey(records, id));
  print(revoked, flags, () => `Revoked “${revoked.name}” (${revoked.key_id}).`);
}

/** Shows a key this once; the key itself alone goes to standard output, so that a script can take it. */
function showKey({ key, info }: { key: string; info: KeyInfo }, more: object, flags: Flags): void {
  const { baseUrl } = loadConfig();
  const expiry = info.expires_at === null ? "does not expire" : `expires on ${info.expires_at.slice(0, 10)}`;
  if (!flags.json) say(`Key “${info.name}” (${info.key_id}), ${expiry}. It is shown only once:`);
  print({ ...info, ...more, key }, flags, () => key);
  if (!flags.json) say(`\nConfiguration for your editor (.cursor/mcp.json):\n${clientConfiguration(baseUrl, key)}`);
}

function keyTable(rows: readonly { key: KeyInfo; use: KeyUsage }[]): string {
  return table(
    ["id", "name", "ends in", "account", "scopes", "created", "last used", "today", "30 days", "state"],
    rows.map(({ key, use }) => [
      key.key_id,
      key.name,
      `…${key.last_four}`,
      key.account_name,
      key.scopes.join(" "),
      key.created_at.slice(0, 10),
      use.last_used_at?.slice(0, 16) ?? "never",
      use.today,
      use.last_30_days,
      stateText(key),
    ]),
  );
}

function stateText(key: KeyInfo): string {
  const state = keyState(key);
  if (state === "revoked") return `revoked ${key.revoked_at?.slice(0, 10)}`;
  if (state === "expired") return `expired ${key.expires_at?.slice(0, 10)}`;
  if (state === "replaced") return `replaced, works until ${key.expires_at?.slice(0, 16)}`;
  return key.expires_at === null ? "does not expire" : `expires ${key.expires_at.slice(0, 10)}`;
}

function lifetime(text: string): KeyLifetime {
  const found = KEY_LIFETIMES.find((days) => String(days) === text);
  if (found === undefined) throw new InvalidArgumentError(`Use one of ${KEY_LIFETIMES.join(", ")}.`);
  return found;
}
