import { setTimeout as sleep } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { announceSetup, type AnnounceCode } from "./announce-setup.ts";
import { composeForAnswers } from "./compose.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";
import type { IngestRuns } from "./holdings/ingest-runs.ts";
import { buildServer } from "./http/app.ts";
import { createLogger, type Logger } from "./log.ts";
import type { Records } from "./records/port.ts";
import type { Library } from "./retrieval/library.ts";
import type { Traces } from "./telemetry/traces.ts";

/** How long requests in flight may take to finish once the server is told to stop, in milliseconds. */
const DRAIN_MS = 25_000;

/** Opens what the pages read of the pipeline's runs. */
export type OpenIngestRuns = (records: Records, dataDir: string) => IngestRuns;

/** Starts what asks the sources that are due beside the server; disposing it stops that. */
export type StartScheduler = (library: Library, config: Config, log: Logger) => AsyncDisposable;

/** `signal-canvas serve`: settings, parts, endpoint; resolves when it listens. */
export async function serve(openIngestRuns: OpenIngestRuns, startScheduler: StartScheduler): Promise<void> {
  const config = loadConfig();
  const library = await composeForAnswers(config);
  // Before the first question, which would wait for it.
  await Promise.all([library.sentenceReader?.open(), library.sentenceReader?.open("claims")]);
  const ingestRuns = openIngestRuns(library.records, config.dataDir);
  await listen(library, config, {
    ingestRuns,
    startScheduler: config.scheduler ? startScheduler : undefined,
    close: async () => library[Symbol.asyncDispose](),
  });
}

/**
 * Serves the endpoint over an opened library until SIGTERM or SIGINT: then it refuses new requests, finishes those in flight and
 * calls `close`. `announce` tells the code for the first setup where there is no account; without it the log does, in one line. Throws
 * `ConfigError` where the address cannot be listened on.
 */
export async function listen(
  library: Library,
  config: Config,
  {
    ingestRuns,
    startScheduler,
    close,
    announce,
  }: { ingestRuns: IngestRuns; startScheduler?: StartScheduler; close: () => Promise<void>; announce?: AnnounceCode },
): Promise<void> {
  const log = createLogger(config.logLevel);
  const traces = await openConfiguredTraces(config, log);
  const { app, stopTaking, idle } = buildServer({ library, config, ingestRuns, log, ...(traces ? { traces } : {}) });
  const stopping = new AbortController();
  let scheduler: AsyncDisposable | undefined;
  // Before it listens: what is accepted from then on is answered, however soon the end comes.
  closeWithGrace({ delay: config.stopGraceMs + DRAIN_MS }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, "stopping after an error");
    else log.info({ signal }, "stopping");
    stopping.abort();
    if (signal === "SIGTERM") await saidToBalancers(stopTaking, config.stopGraceMs);
    // What is being loaded ends beside the requests, as both need what is closed last.
    await Promise.all([idle(), scheduler?.[Symbol.asyncDispose]()]);
    await app.close();
    // A collector that is slow holds nothing up.
    await Promise.all([traces?.[Symbol.asyncDispose](), close()]);
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (cause) {
    await app.close();
    await close();
    throw new ConfigError(`HOST, PORT: cannot listen on ${config.host}:${config.port}; choose a free address`, {
      cause,
    });
  }
  log.info(
    { host: config.host, port: config.port, engine: library.engine.kind, model: library.embedder.space.model },
    "listening",
  );
  scheduler = startScheduler?.(library, config, log);
  const inLog = (code: string) =>
    log.warn(
      `There are no accounts yet. To create the first one, open ${config.baseUrl}/setup within one hour and enter the code ${code}`,
    );
  void announceSetup(library.records, announce ?? inLog, log, stopping.signal);
}

/** Loaded only where traces are wanted. */
async function openConfiguredTraces({ telemetry }: Config, log: Logger): Promise<Traces | undefined> {
  if (telemetry === null) return undefined;
  const { openTraces } = await import("./telemetry/traces.ts");
  return openTraces(telemetry, (why) => log.warn({ why }, "traces could not be sent"));
}

/** Answers on while health checks say that the server stops, so that nobody is sent to a closed port. */
async function saidToBalancers(stopTaking: () => void, graceMs: number): Promise<void> {
  stopTaking();
  await sleep(graceMs);
}
