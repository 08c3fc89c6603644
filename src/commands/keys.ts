import { Command, InvalidArgumentError } from "commander";
import { LOCAL_ACCOUNT } from "../access/actor.ts";
import { createKey, KEY_LIFETIMES, listKeys, revokeKey, type KeyInfo, type KeyLifetime } from "../access/keys.ts";
import { SCOPES, type Scope } from "../access/scopes.ts";
import { loadConfig } from "../config.ts";
import type { Records } from "../records/port.ts";
import { clientConfiguration } from "../client-configuration.ts";
import { print, say, table } from "./output.ts";

/** What a key may do unless said otherwise: read everything, change nothing. */
export const READING_SCOPES: readonly Scope[] = ["papers:read", "signals:read", "workspaces:read"];

export function keysCommand(): Command {
  const keys = new Command("keys").description("make, list and revoke API keys");
  keys
    .command("create")
    .description("make a key; it is shown once")
    .argument("[name]", "what it is for", "my editor")
    .option("--scopes <list>", `of ${SCOPES.join(", ")}`, scopes, [...READING_SCOPES])
    .option("--expires <days>", KEY_LIFETIMES.join(", "), lifetime, 90)
    .option("--json", "print JSON")
    .action(async (name: string, options: { scopes: Scope[]; expires: KeyLifetime; json?: boolean }) => {
      const { baseUrl } = loadConfig();
      const made = await withRecords((records) =>
        createKey(records, { name, account: LOCAL_ACCOUNT, scopes: options.scopes, expiresInDays: options.expires }),
      );
      if (!options.json)
        say(
          `Key “${made.info.name}” (${made.info.key_id}), until ${made.info.expires_at?.slice(0, 10) ?? "it is revoked"}. It is shown this once:`,
        );
      print({ ...made.info, key: made.key }, options, () => made.key);
      if (!options.json) say(`\nFor your editor, .cursor/mcp.json:\n${clientConfiguration(baseUrl, made.key)}`);
    });
  keys
    .command("list")
    .description("list keys, newest first; never the keys themselves")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const list = await withRecords((records) => listKeys(records));
      print(list, options, () =>
        list.length === 0
          ? "No keys yet: signal-canvas keys create"
          : table(
              ["id", "name", "ends in", "scopes", "made", "state"],
              list.map((key) => [
                key.key_id,
                key.name,
                `…${key.last_four}`,
                key.scopes.join(" "),
                key.created_at.slice(0, 10),
                stateOf(key),
              ]),
            ),
      );
    });
  keys
    .command("revoke")
    .description("revoke a key for good, from its next request on")
    .argument("<id>", "the key's id, as `keys list` shows it")
    .option("--json", "print JSON")
    .action(async (id: string, options: { json?: boolean }) => {
      const revoked = await withRecords((records) => revokeKey(records, id));
      print(revoked, options, () => `Revoked “${revoked.name}” (${revoked.key_id}).`);
    });
  return keys;
}

async function withRecords<Result>(use: (records: Records) => Promise<Result>): Promise<Result> {
  const { openStores } = await import("../compose.ts");
  const { engine, records } = openStores(loadConfig());
  try {
    return await use(records);
  } finally {
    await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
  }
}

function stateOf(key: KeyInfo): string {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at.slice(0, 10)}`;
  if (key.expires_at === null) return "does not expire";
  return `${Date.parse(key.expires_at) <= Date.now() ? "expired" : "until"} ${key.expires_at.slice(0, 10)}`;
}

function scopes(text: string): Scope[] {
  const given = text.split(/[\s,]+/u).filter(Boolean);
  const unknown = given.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (given.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(", ") || "nothing"} is no scope; allowed are ${SCOPES.join(", ")}.`);
  return given as Scope[];
}

function lifetime(text: string): KeyLifetime {
  const found = KEY_LIFETIMES.find((days) => String(days) === text);
  if (found === undefined) throw new InvalidArgumentError(`Allowed are ${KEY_LIFETIMES.join(", ")}.`);
  return found;
}
