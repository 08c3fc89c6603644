import { Command } from "commander";
import { resolve } from "node:path";
import { loadConfig } from "../config.ts";
import { reportText } from "./backup.ts";
import { print, say } from "./output.ts";

interface RestoreOptions {
  repository?: string;
  id?: string;
  fromPrefix?: string;
  json?: boolean;
}

/** `restore`. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("restore a backup into an empty installation and verify it; stop its servers first")
    .argument("[folder]", "the folder of the backup, if it has one")
    .option("--repository <name>", "Elasticsearch: the snapshot repository; default: the one that the folder names")
    .option("--id <id>", "Elasticsearch: which backup of the repository; default: the latest")
    .option("--from-prefix <prefix>", "Elasticsearch: the INDEX_PREFIX that was backed up; default: the current one")
    .option("--json", "print JSON")
    .action(async (folder: string | undefined, { repository, id, fromPrefix, ...options }: RestoreOptions) => {
      const began = performance.now();
      const config = loadConfig();
      const { openBackups } = await import("../compose.ts");
      await using backups = await openBackups(config);
      const place = folder === undefined ? null : resolve(folder);
      const request = { folder: place, repository: repository ?? null, id: id ?? null, fromPrefix: fromPrefix ?? null };
      const report = await backups.restore(request, say);
      const seconds = (performance.now() - began) / 1_000;
      print({ ...report, seconds }, options, () =>
        [
          reportText("Restored", report, [place, report.id], seconds),
          "Start the servers. People sign in again; keys that were revoked after the backup are valid again.",
        ].join("\n"),
      );
    });
}
