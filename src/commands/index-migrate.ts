import type { Command } from "commander";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../ingest/errors.ts";
import type { Migration } from "../../ingest/generations/migrate.ts";
import { loadConfig } from "../config.ts";
import { EXIT } from "./failure.ts";
import { print, say, table } from "./output.ts";

/** Adds `index migrate`. */
export function addMigrateCommand(index: Command): void {
  index
    .command("migrate")
    .description("copy the embedded index and its records (keys, workspaces, runs …) to Elasticsearch, without embedding again")
    .option("--from-data-dir <folder>", "the folder of the embedded index; default: DATA_DIR")
    .option("--from-prefix <prefix>", "the INDEX_PREFIX of the embedded index; default: the current one")
    .option("--json", "print JSON")
    .action(async (flags: { fromDataDir?: string; fromPrefix?: string; json?: boolean }) => {
      const config = loadConfig();
      const dataDir = resolve(flags.fromDataDir ?? config.dataDir);
      try {
        if (config.engine.kind !== "elasticsearch") {
          throw new UsageError("ELASTICSEARCH_URL: must be set to the Elasticsearch to migrate to");
        }
        if (!existsSync(join(dataDir, "lancedb")))
          throw new UsageError(`--from-data-dir: there is no embedded index in ${dataDir}`);
        const { openStores } = await import("../compose.ts");
        const { migrate } = await import("../../ingest/generations/migrate.ts");
        const from = await openStores({
          ...config,
          engine: { kind: "lancedb" },
          dataDir,
          indexPrefix: flags.fromPrefix ?? config.indexPrefix,
        });
        const to = await openStores(config);
        try {
          const result = await migrate(from, to, say);
          print(result, flags, () => migrationText(result));
          if (!result.complete) process.exitCode = EXIT.failed;
        } finally {
          await Promise.all(
            [from, to].flatMap((side) => [side.engine[Symbol.asyncDispose](), side.records[Symbol.asyncDispose]()]),
          );
        }
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        process.exitCode = EXIT.usage;
        say(`error: ${error.message}`);
      }
    });
}

function migrationText({ documents, records, refused, complete }: Migration): string {
  return [
    table(
      ["", "in the folder", "copied", "differing", "only in Elasticsearch"],
      Object.entries(documents).map(([target, one]) => [target, one.source, one.written, one.differing, one.only_there]),
    ),
    "",
    table(
      ["records", "in the folder", "copied", "different, not overwritten"],
      Object.entries(records).map(([kind, one]) => [kind, one.source, one.written, one.kept]),
    ),
    ...refused.slice(0, 5).map(({ target, id, reason }) => `refused: ${target} ${id}: ${reason}`),
    "",
    complete
      ? `Every document was copied and verified by its hash. Keep ELASTICSEARCH_URL set (and ENGINE unset or elasticsearch) for all commands, and restart the servers.`
      : "Some documents were not copied: see above, and run the command again.",
  ].join("\n");
}
