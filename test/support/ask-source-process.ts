import type { ConnectorName } from "../../ingest/connectors/registry.ts";
import { connectorNamed } from "../../ingest/connectors/registry.ts";
import { runSource } from "../../ingest/connectors/run-source.ts";
import { defaultSettings } from "../../ingest/connectors/settings.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { announced } from "./announced.ts";
import { hashEmbedder } from "./hash-embedder.ts";

/** What the process is told, as JSON in its only argument; the engine is that of its environment. */
export interface AskSourceOptions {
  name: ConnectorName;
  address: string;
  /** The day of the observations, `YYYY-MM-DD`. */
  day: string;
  betweenMs: number;
  batch: number;
  loadEvery: number;
  timeoutMs: number;
}

/*
 * Asks a source once in a process of its own, to be killed. Prints a line for each call to the engine or the records before it is made, and the
 * report at the end.
 */
const options = JSON.parse(process.argv[2]!) as AskSourceOptions;
const config = loadConfig();
const { engine, records } = await openStores(config);
const connector = connectorNamed(options.name);
const addresses = Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, options.address]));
const report = await runSource(
  { ...connector, batch: Math.min(connector.batch, options.batch) },
  { ...defaultSettings(options.name), addresses, between_ms: options.betweenMs, budget: 1_000_000 },
  {
    engine: announced(engine),
    records: announced(records),
    embedder: hashEmbedder(),
    dataDir: config.dataDir,
    environment: {},
    now: () => new Date(`${options.day}T02:15:00Z`),
    loadEvery: options.loadEvery,
    client: { backoff: { baseMs: 1, maxMs: 20 }, timeoutMs: options.timeoutMs, maxBytes: 300_000 },
  },
);
process.stdout.write(`${JSON.stringify(report)}\n`);
await engine[Symbol.asyncDispose]();
await records[Symbol.asyncDispose]();
