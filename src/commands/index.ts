import { Command } from "commander";
import { knownSpace } from "../embedding/port.ts";
import { fingerprint, MAPPINGS } from "../engine/mapping.ts";
import type { IndexStatus } from "../engine/port.ts";
import { withLibrary } from "./library.ts";
import { print, table } from "./output.ts";

export function indexCommand(): Command {
  const index = new Command("index").description("look at and create the search index");
  index
    .command("status")
    .description("generations, documents, mapping and embedding model of each target")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async ({ engine, embedder }) => {
        const status = await engine.status();
        print({ engine: engine.kind, targets: status }, options, () => statusTable(status, embedder.space.model));
      });
    });
  index
    .command("create")
    .description("create the first generation of each target that has none")
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      await withLibrary(async ({ engine, embedder }) => {
        await engine.create(knownSpace(embedder));
        const status = await engine.status();
        print({ engine: engine.kind, targets: status }, options, () => statusTable(status, embedder.space.model));
      });
    });
  return index;
}

function statusTable(status: IndexStatus[], configuredModel: string): string {
  return table(
    ["target", "generation", "documents", "MB", "mapping", "embedding model"],
    status.map((target) => [
      target.target,
      target.generation ?? "none",
      target.documents,
      target.bytes === null ? null : Math.round(target.bytes / 1e5) / 10,
      mapping(target),
      target.space === null
        ? null
        : `${target.space.model}${target.space.model === configuredModel ? "" : ` (configured: ${configuredModel})`}`,
    ]),
  );
}

function mapping({ target, fingerprint: stored }: IndexStatus): string | null {
  if (stored === null) return null;
  return stored === fingerprint(MAPPINGS[target]) ? `v${MAPPINGS[target].version}` : `${stored} (of another release)`;
}
