import { Command } from "commander";
import { resolve } from "node:path";
import type { BackupReport } from "../backups/port.ts";
import { loadConfig } from "../config.ts";
import { print, say } from "./output.ts";

/** `backup`. */
export function backupCommand(): Command {
  return new Command("backup")
    .description("back up papers, signals, passages and records (keys, workspaces, runs …) while the service keeps running")
    .argument("[folder]", "a new folder; optional with Elasticsearch, which keeps its part in a snapshot repository")
    .option("--repository <name>", "Elasticsearch: the snapshot repository, registered by its operator")
    .option("--json", "print JSON")
    .action(async (folder: string | undefined, options: { repository?: string; json?: boolean }) => {
      const began = performance.now();
      const { openBackups } = await import("../compose.ts");
      await using backups = await openBackups(loadConfig());
      const place = folder === undefined ? null : resolve(folder);
      const report = await backups.create({ folder: place, repository: options.repository ?? null }, say);
      const seconds = (performance.now() - began) / 1_000;
      print({ ...report, seconds }, options, () => reportText("Backed up", report, [place, report.id], seconds));
    });
}

/** A backup in two lines; `places`: where it is, as far as it is there. */
export function reportText(verb: string, report: BackupReport, places: readonly (string | null)[], seconds: number): string {
  const { documents, trial, bytes, during_load, created_at } = report;
  const counts = Object.entries(documents).map(([target, count]) => `${count} ${target}`);
  return [
    `${verb} ${counts.join(", ")} and the records in ${seconds.toFixed(1)} s: ${places.filter((place) => place !== null).join(", ")}` +
      `${bytes > 0 ? ` (${(bytes / 1e6).toFixed(1)} MB)` : ""}, as of ${created_at}.`,
    `Checked: of ${trial.searched} papers ${trial.by_words} are found by their titles, and ${trial.by_meaning} of ${trial.with_vector} by their vectors.`,
    ...(during_load ? ["A load was running: run it again after a restore, and it continues from there."] : []),
  ].join("\n");
}
