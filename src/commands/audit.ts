import { Command, InvalidArgumentError } from "commander";
import { listAudit, type AuditEntry } from "../access/audit.ts";
import { print, table } from "./output.ts";
import { accountIdOf } from "./account-name.ts";
import { withRecords } from "./records.ts";

const MOST = 1_000;

export function auditCommand(): Command {
  return new Command("audit")
    .description("who made, rotated and revoked which key, signed in, and changed which account; the latest first")
    .option("--limit <entries>", `1 to ${MOST}`, limit, 50)
    .option("--account <name>", "only what was done to this account")
    .option("--json", "print JSON")
    .action(async (flags: { limit: number; account?: string; json?: boolean }) => {
      const { entries } = await withRecords(async (records) =>
        listAudit(records, {
          limit: flags.limit,
          account: flags.account === undefined ? undefined : await accountIdOf(records, flags.account),
        }),
      );
      print(entries, flags, () => (entries.length === 0 ? "Nothing yet." : auditTable(entries)));
    });
}

function auditTable(entries: readonly AuditEntry[]): string {
  return table(
    ["when (UTC)", "what", "who", "from", "account", "key", ""],
    entries.map((entry) => [
      entry.at.slice(0, 19).replace("T", " "),
      entry.event.replaceAll("_", " "),
      entry.actor.name || null,
      entry.actor.address,
      entry.account_name,
      entry.key_id,
      entry.detail ?? "",
    ]),
  );
}

function limit(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MOST) throw new InvalidArgumentError(`Allowed is 1 to ${MOST}.`);
  return number;
}
