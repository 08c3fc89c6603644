import { ingestRuns } from "../../ingest/history.ts";
import type { Composition } from "../../src/compose.ts";
import type { Config } from "../../src/config.ts";
import { buildApp } from "../../src/http/app.ts";
import { createLogger } from "../../src/log.ts";
import { freePort } from "../../scripts/running-server.ts";

const OUT_OF_REACH = 1_000_000;

/** Serves a library in this process at an origin of its own, with limits that nobody reaches and a log that goes nowhere. */
export async function servePages(library: Composition, config: Config): Promise<{ origin: string } & AsyncDisposable> {
  const port = await freePort();
  const app = buildApp({
    library,
    config: { ...config, baseUrl: `http://127.0.0.1:${port}`, rateLimitPerMinute: OUT_OF_REACH, trustProxy: 0 },
    ingestRuns: ingestRuns(library.records, config.dataDir),
    log: createLogger("info", { write: () => {} }),
    pageLimits: { pages: OUT_OF_REACH, entrances: OUT_OF_REACH },
  });
  const origin = await app.listen({ host: "127.0.0.1", port });
  return { origin, [Symbol.asyncDispose]: () => app.close() };
}
