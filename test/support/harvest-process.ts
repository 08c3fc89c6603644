import { UsageError } from "../../ingest/errors.ts";
import { runIngest } from "../../ingest/run.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { realClock } from "../../src/shared/retry.ts";
import { announced } from "./announced.ts";
import { hashEmbedder } from "./hash-embedder.ts";

/** What the process is told, as JSON in its only argument; the engine is that of its environment. */
export interface HarvestProcessOptions {
  url: string;
  /** Goes on where the last harvest of the address ended; from the start where there was none. */
  resume: boolean;
  /** How many times as fast as it is time passes between requests. */
  speed: number;
  timeoutMs: number;
}

/** What is printed at the end. */
export interface HarvestReport {
  status: string;
  failed_files: readonly string[];
}

/*
 * Harvests arXiv once in a process of its own, to be killed. Prints a line for each call to the engine or the records before it is made, and the report at
 * the end.
 */
const { url, resume, speed, timeoutMs } = JSON.parse(process.argv[2]!) as HarvestProcessOptions;
const config = loadConfig();
const { engine, records } = await openStores(config);
const clock = {
  now: () => realClock.now() * speed,
  sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(ms / speed, signal),
  random: realClock.random,
};
const load = (isResumed: boolean) =>
  runIngest(
    {
      source: { target: "papers", format: "arxiv", path: url },
      dataDir: config.dataDir,
      batchSize: 5,
      ...(isResumed ? { resume: true } : {}),
    },
    {
      engine: announced(engine),
      records: announced(records),
      embedder: hashEmbedder(),
      download: { origins: [new URL(url).origin], clock, timeoutMs },
    },
  );
const { status, failed_files } = await load(resume).catch((error: unknown) => {
  if (resume && error instanceof UsageError) return load(false);
  throw error;
});
process.stdout.write(`${JSON.stringify({ status, failed_files } satisfies HarvestReport)}\n`);
await engine[Symbol.asyncDispose]();
await records[Symbol.asyncDispose]();
