import { Command } from "commander";
import { knownSpace } from "../embedding/port.ts";
import { fingerprint, MAPPINGS } from "../engine/mapping.ts";
import { TARGETS, type IndexStatus } from "../engine/port.ts";
import { knownGenerations, type KnownGeneration } from "../../ingest/generations/swap.ts";
import { addGenerationCommands } from "./index-generations.ts";
import { addGrantCommand } from "./index-grant.ts";
import { addMigrateCommand } from "./index-migrate.ts";
import { withLibrary } from "./library.ts";
import { print, table } from "./output.ts";
import { rounded } from "../shared/rounding.ts";
import { HOUR_MS } from "../shared/time.ts";
import { asTyped } from "../shared/as-typed.ts";

/** An hour: graphs over a million vectors take their time. */
const OPTIMIZE_TIMEOUT_MS = HOUR_MS;

export function indexCommand(): Command {
  const index = new Command("index").description("inspect, create, rebuild and switch the search index");
  index
    .command("status")
    .description("show generations, documents, mapping and embedding model of papers, signals and passages")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async ({ engine, embedder, records }) => {
        const status = await engine.status();
        const generations = await knownGenerations(engine, records);
        print({ engine: engine.kind, targets: status, generations }, options, () =>
          generations.length === 0
            ? `There is no index yet. Create one with \`${asTyped("index create")}\` or \`${asTyped("ingest papers FILE")}\`.`
            : generationsTable(generations, embedder.space.model),
        );
      });
    });
  index
    .command("create")
    .description("create the first generation of papers, signals and passages if there is none")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async ({ engine, embedder }) => {
        await engine.create(knownSpace(embedder));
        const status = await engine.status();
        print({ engine: engine.kind, targets: status }, options, () => statusTable(status, embedder.space.model));
      });
    });
  index
    .command("optimize")
    .description("complete and compact the indexes of the embedded engine; every load ends with this")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async ({ engine, embedder }) => {
        for (const target of TARGETS) await engine.endLoad(target, { timeoutMs: OPTIMIZE_TIMEOUT_MS });
        const status = await engine.status();
        print({ engine: engine.kind, targets: status }, options, () => statusTable(status, embedder.space.model));
      });
    });
  addGenerationCommands(index);
  addMigrateCommand(index);
  addGrantCommand(index);
  return index;
}

function generationsTable(generations: KnownGeneration[], configuredModel: string): string {
  return table(
    ["target", "generation", "state", "documents", "not indexed", "MB", "mapping", "embedding model"],
    generations.map((one) => [one.target, one.generation, one.state, ...columns(one, configuredModel)]),
  );
}

function statusTable(status: IndexStatus[], configuredModel: string): string {
  return table(
    ["target", "generation", "documents", "not indexed", "MB", "mapping", "embedding model"],
    status.map((one) => [one.target, one.generation ?? "none", ...columns(one, configuredModel)]),
  );
}

function columns(one: IndexStatus, configuredModel: string): (string | number | null)[] {
  return [
    one.documents,
    one.unindexed,
    one.bytes === null ? null : rounded(one.bytes / 1e6, 1),
    mapping(one),
    one.space === null
      ? null
      : `${one.space.model}${one.space.model === configuredModel ? "" : ` (configured: ${configuredModel})`}`,
  ];
}

function mapping({ target, fingerprint: stored }: IndexStatus): string | null {
  if (stored === null) return null;
  return stored === fingerprint(MAPPINGS[target]) ? `v${MAPPINGS[target].version}` : `${stored} (different release)`;
}
