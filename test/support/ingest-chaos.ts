import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contentHash } from "../../src/documents/hash.ts";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { FAULTS, openFaultProxy, seededRandom, type Fault } from "./fault-proxy.ts";
import { rowFiles, type LoadFile } from "./chaos-rows.ts";
import { textFiles } from "./chaos-texts.ts";
import { dropIndex, hashOfIndex } from "./index-hash.ts";
import { openOpenAiServer } from "./openai-server.ts";

export interface ChaosOptions {
  engine: "lancedb" | "elasticsearch";
  /** Address of the Elasticsearch, where it is the engine. */
  elasticsearchUrl?: string;
  /** An empty folder. */
  folder: string;
  kills: number;
  /** Rows of papers in all, or full texts. */
  rows: number;
  /** Full texts of papers are loaded, and not rows about papers and signals. */
  fullTexts?: boolean;
  seed: number;
  /** What part of the requests to Elasticsearch goes wrong. */
  faultShare?: number;
  log?: (line: string) => void;
}

export interface ChaosResult {
  kills: number;
  runs: number;
  faults: Record<Fault, number> | null;
  papers: number;
  signals: number;
  passages: number;
  dead: number;
  /** Hashes over everything in the index (ids, documents with their sources, vectors), and over the dead letters. */
  clean: IndexHash;
  chaos: IndexHash;
  /** Texts that were sent to the embedder, how many of them more than once, and the most that batches in flight explain. */
  texts: number;
  embeddedAgain: number;
  inFlight: number;
}

interface IndexHash {
  index: string;
  deadLetters: string;
}

/**
 * Loads papers of two sources, which share ids and link each other's, and signals about them, with the real program: once in peace, and once while it is
 * killed with SIGKILL at random moments and started again, going on or from the start by chance. Between the kills the files change to a second
 * version and back, so that there is always something to do.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { engine, folder, kills, rows, seed, log = () => {} } = options;
  const random = seededRandom(seed);
  const files = options.fullTexts ? textFiles(folder, rows) : rowFiles(folder, rows, random);
  await using embedding = await openOpenAiServer();
  await using proxy =
    engine === "elasticsearch"
      ? await openFaultProxy(options.elasticsearchUrl!, {
          fault: () => (random() < (options.faultShare ?? 0.03) ? FAULTS[Math.floor(random() * FAULTS.length)]! : null),
          slowMs: 300,
        })
      : null;
  const place = (name: string, url: string | undefined): Place => {
    const [dataDir, prefix] = [join(folder, name), `chaos-${seed}-${process.pid}-${name}-`];
    return {
      dataDir,
      prefix,
      environment: environmentOf(dataDir, embedding.url, url, prefix),
      elasticsearchUrl: options.elasticsearchUrl,
      engine: () =>
        engine === "elasticsearch"
          ? openElasticsearch({ url: options.elasticsearchUrl!, prefix })
          : openLanceDb({ folder: join(dataDir, "lancedb"), prefix }),
    };
  };

  const calm = place("clean", options.elasticsearchUrl);
  const startup = await milliseconds(() => runToEnd(calm, null, false));
  const began = performance.now();
  for (const file of files.first) await runToEnd(calm, file, false);
  const duration = (performance.now() - began) / files.first.length;
  log(`clean: ${files.first.length} runs, ${Math.round(duration)} ms each`);
  const clean = await hashOf(calm);
  const textsInPeace = embedding.inputs.length;

  const rough = place("chaos", proxy?.url);
  let killed = 0;
  let runs = 0;
  // The machine may be busier or calmer than in peace: a run that ends before it is killed says how long one takes by now.
  let [earliest, whole] = [startup, duration];
  for (let phase = 0; killed < kills; phase += 1) {
    const file = files.phases[phase % files.phases.length];
    for (let ended = false; !ended && killed < kills; runs += 1) {
      const resuming = random() < 0.5;
      // Before it has started there is nothing to break. Loads of full texts differ in their lengths: some are to end, so that the next is loaded over them.
      const after = earliest + random() * Math.max(MIN_SPREAD_MS, (options.fullTexts ? 1.4 : 1) * whole - earliest);
      const begun = performance.now();
      ended = await runOrKill(rough, file!, resuming, after);
      const took = performance.now() - begun;
      if (ended) [earliest, whole] = [Math.min(earliest, STARTING * took), took];
      else killed += 1;
      if (!ended && killed % 20 === 0) log(`${killed} kills, ${runs} runs, at phase ${phase}`);
    }
  }
  // At last in peace and from the start, as whoever is not sure would do.
  for (const file of files.first) await runToEnd(rough, file, false);
  const chaos = await hashOf(rough);

  const sent = embedding.inputs.slice(textsInPeace).flat();
  const result: ChaosResult = {
    kills: killed,
    runs,
    faults: proxy ? { ...proxy.counts } : null,
    papers: chaos.papers,
    signals: chaos.signals,
    passages: chaos.passages,
    dead: chaos.dead,
    clean: clean.hash,
    chaos: chaos.hash,
    texts: sent.length,
    embeddedAgain: sent.length - new Set(sent).size,
    inFlight: killed * TEXTS_IN_FLIGHT,
  };
  await Promise.all([calm, rough].map(dropAll));
  return result;
}

const MIN_SPREAD_MS = 300;
/** At least this share of a short run is after its start. */
const STARTING = 0.7;
/** Two calls to the embedder of 128 texts each. */
const TEXTS_IN_FLIGHT = 256;
const GIVE_UP_AFTER_MS = 180_000;
const VECTOR_DIMENSIONS = 8;

interface Place {
  dataDir: string;
  prefix: string;
  environment: NodeJS.ProcessEnv;
  elasticsearchUrl: string | undefined;
  engine: () => Engine;
}

function environmentOf(dataDir: string, embeddingUrl: string, elasticsearchUrl: string | undefined, prefix: string) {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    INDEX_PREFIX: prefix,
    ...(elasticsearchUrl ? { ENGINE: "elasticsearch", ELASTICSEARCH_URL: elasticsearchUrl } : { ENGINE: "lancedb" }),
    EMBEDDER: "openai",
    EMBEDDING_MODEL: "double",
    EMBEDDING_BASE_URL: embeddingUrl,
    EMBEDDING_DIMENSIONS: String(VECTOR_DIMENSIONS),
  };
}

const CLI = resolve(import.meta.dirname, "../../src/cli.ts");

function start({ environment, dataDir }: Place, file: LoadFile | null, resuming: boolean) {
  mkdirSync(dataDir, { recursive: true });
  const args = [CLI, "ingest", ...(file ? loadArguments(file, resuming) : ["runs"])];
  const child = spawn(process.execPath, args, { env: environment, cwd: dataDir, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  return { child, output };
}

function loadArguments({ path, target, map }: LoadFile, resuming: boolean): string[] {
  return [target, path, ...(map ? ["--map", map] : []), ...(resuming ? ["--resume"] : []), "--json"];
}

async function milliseconds(task: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

async function runToEnd(place: Place, file: LoadFile | null, resuming: boolean): Promise<void> {
  const { child, output } = start(place, file, resuming);
  const timer = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_AFTER_MS);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  if (code !== 0 && code !== 3) throw new Error(`the program ended with ${code}: ${output.join("").slice(-2_000)}`);
}

/** True where the program ended before it was to be killed. */
async function runOrKill(place: Place, file: LoadFile, resuming: boolean, afterMs: number): Promise<boolean> {
  const { child, output } = start(place, file, resuming);
  const closed = once(child, "close") as Promise<[number | null]>;
  const ended = await Promise.race([closed.then(() => true), sleep(afterMs, false)]);
  if (!ended) child.kill("SIGKILL");
  const [code] = await closed;
  if (ended && code !== 0 && code !== 3) throw new Error(`the program ended with ${code}: ${output.join("").slice(-2_000)}`);
  return ended;
}

/** Everything that is in the index, and the dead letters, without what tells one run from another. */
async function hashOf({ engine: open, dataDir }: Place) {
  await using engine = open();
  const { hash, ...counts } = await hashOfIndex(engine);
  const letters = deadLettersIn(join(dataDir, "dead-letters"));
  return { ...counts, dead: letters.length, hash: { index: hash, deadLetters: contentHash(letters) } };
}

async function dropAll({ engine: open, prefix, elasticsearchUrl }: Place): Promise<void> {
  await using engine = open();
  await dropIndex(engine, elasticsearchUrl, prefix);
}

/** Of the first versions of the files, in order; without the run. */
function deadLettersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
  const letters = lines.map((line) => ({ ...(JSON.parse(line) as { file: string; run_id: string }), run_id: "" }));
  return letters
    .filter(({ file }) => !/-2(?:\.jsonl$|\/)/u.test(file))
    .map((letter) => contentHash(letter))
    .sort();
}
