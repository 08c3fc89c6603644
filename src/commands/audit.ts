import { Command, InvalidArgumentError } from "commander";
import { listAudit, type AuditEntry } from "../access/audit.ts";
import { print, table } from "./output.ts";
import { accountIdOf } from "./account-name.ts";
import { withRecords } from "./records.ts";

const MAX_LIMIT = 1_000;

export function auditCommand(): Command {
  return new Command("audit")
    .description("list changes to keys and accounts, and sign-ins, newest first")
    .option("--limit <entries>", `1 to ${MAX_LIMIT}`, limit, 50)
    .option("--account <name>", "only entries about this account")
    .option("--json", "print JSON")
    .action(async (flags: { limit: number; account?: string; json?: boolean }) => {
      const { entries } = await withRecords(async (records) =>
        listAudit(records, {
          limit: flags.limit,
          account: flags.account === undefined ? undefined : await accountIdOf(records, flags.account),
        }),
      );
      print(entries, flags, () => (entries.length === 0 ? "No entries yet." : auditTable(entries)));
    });
}

function auditTable(entries: readonly AuditEntry[]): string {
  return table(
    ["time (UTC)", "event", "by", "address", "account", "key", "details"],
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
  if (!Number.isInteger(number) || number < 1 || number > MAX_LIMIT)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${MAX_LIMIT}.`);
  return number;
}
