import { Command } from "commander";

export function serveCommand(): Command {
  return new Command("serve").description("start the MCP server and the web pages").action(startServer);
}

/** Starts the server as the settings say; resolves when it listens. */
export async function startServer(): Promise<void> {
  const { serve } = await import("../serve.ts");
  const { ingestRuns } = await import("../../ingest/history.ts");
  const { startScheduler } = await import("../../ingest/connectors/scheduler.ts");
  await serve(ingestRuns, ({ engine, embedder, embedsPassages, records }, { dataDir, sourcesFile }, log) =>
    startScheduler({ engine, embedder, embedsPassages, records, dataDir, sourcesFile, log }),
  );
}
