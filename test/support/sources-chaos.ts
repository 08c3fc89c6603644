import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lastAskedOf } from "../../ingest/connectors/last-asked.ts";
import type { ConnectorName } from "../../ingest/connectors/registry.ts";
import type { SourceRun } from "../../ingest/connectors/source-run.ts";
import { runIngest } from "../../ingest/run.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { contentHash } from "../../src/documents/hash.ts";
import type { AskSourceOptions } from "./ask-source-process.ts";
import type { Fault, LoggedRequest } from "./fake-service.ts";
import { seededRandom } from "./fault-proxy.ts";
import { hashEmbedder } from "./hash-embedder.ts";
import { dropIndex, hashOfIndex } from "./index-hash.ts";
import { runOrKill } from "./run-or-kill.ts";
import { openFaultyWorld, tooSoon } from "./sources/faulty-world.ts";
import { codeRows, paperRows } from "./sources/world.ts";
import { WORLDS } from "./sources/worlds.ts";

export interface SourcesChaosOptions {
  name: ConnectorName;
  /** Address of an Elasticsearch; without it LanceDB. */
  elasticsearchUrl?: string;
  /** An empty folder. */
  folder: string;
  papers: number;
  kills: number;
  seed: number;
  /** What part of the answers is each kind of fault. */
  faultShare?: number;
  betweenMs?: number;
}

export interface SourcesChaosResult {
  /** Days on which the source was asked to the end, by both libraries; runs and requests of the disturbed one. */
  days: number;
  kills: number;
  runs: number;
  requests: number;
  faults: Partial<Record<Fault | "other answer", number>>;
  papers: number;
  signals: number;
  /** Hashes over the index and over what is noted of every subject. */
  clean: { index: string; looks: string };
  rough: { index: string; looks: string };
  /** Requests that came sooner than the pace or an answer asked. */
  tooSoon: number;
  mostAtOnce: number;
  /** Good answers that were asked for again on the same day, and how many the kills explain: an answer in flight or not noted yet for each. */
  askedTwice: number;
  explained: number;
}

/**
 * Asks a source on several days about one library in peace, and about another with faults, while the process is killed with SIGKILL at random moments and
 * started again. What both hold in the end, and the service's log, is the result.
 */
export async function runSourcesChaos(options: SourcesChaosOptions): Promise<SourcesChaosResult> {
  const { name, papers, kills, seed, faultShare = 0.02, betweenMs = 5 } = options;
  const random = seededRandom(seed);
  const service = await openFaultyWorld(WORLDS[name], { share: faultShare, random, retryAfterS: 1 });
  const { state, faults } = service;
  const ask = (at: number): AskSourceOptions => {
    const date = new Date(Date.UTC(2026, 10, 22 + DAYS_BETWEEN * at)).toISOString().slice(0, 10);
    return {
      name,
      address: service.address,
      day: date,
      betweenMs,
      batch: BATCH,
      loadEvery: Math.ceil(papers / 3),
      timeoutMs: 1_000,
    };
  };
  try {
    const [rough, clean] = [await openPlace("rough", options), await openPlace("clean", options)];
    const run = ({ environment }: Place, killAt: number) =>
      runOrKill<SourceRun>({ program: PROGRAM, environment, options: ask(state.day), killAt, state });
    const log: LoggedRequest[] = [];
    const unheard = new Set<LoggedRequest>();
    let [killed, runs, askedTwice] = [0, 0, 0];
    for (; killed < kills || state.day < MIN_DAYS; state.day += 1) {
      state.isRough = false;
      const { steps } = await run(clean, Infinity);
      state.isRough = true;
      const from = service.log.length;
      // Less is left to do from kill to kill.
      let range = steps;
      for (let ended = false; !ended; runs += 1) {
        const { report } = await run(rough, killed < kills ? 1 + Math.floor(random() * range) : Infinity);
        if (report === null) {
          killed += 1;
          unheard.add(service.log.at(-1)!);
        }
        range *= LEFT_AFTER_A_KILL;
        ended = report?.status === "done" && report.failed === 0;
      }
      const ofDay = service.log.slice(from);
      askedTwice += service.askedTwice(ofDay);
      log.push(...ofDay);
    }
    const roughHash = await hashOf(rough);
    const cleanHash = await hashOf(clean);
    await Promise.all([rough, clean].map(drop));
    return {
      days: state.day,
      kills: killed,
      runs,
      requests: log.length,
      faults,
      papers: cleanHash.papers,
      signals: cleanHash.signals,
      clean: cleanHash.hashes,
      rough: roughHash.hashes,
      tooSoon: tooSoon(log, betweenMs, unheard),
      mostAtOnce: service.mostAtOnce(),
      askedTwice,
      explained: killed * REQUESTS_A_SUBJECT,
    };
  } finally {
    service.close();
  }
}

/** Everything is due again. */
const DAYS_BETWEEN = 8;
/** So that what changes and what is gone is met. */
const MIN_DAYS = 2;
const BATCH = 2;
const LEFT_AFTER_A_KILL = 0.8;
/** Packages on PyPI take most: two files, the record, the downloads. */
const REQUESTS_A_SUBJECT = 4;
const PROGRAM = resolve(import.meta.dirname, "ask-source-process.ts");

interface Place {
  environment: NodeJS.ProcessEnv;
  elasticsearchUrl: string | undefined;
  prefix: string;
  name: ConnectorName;
}

/** A library of the made papers, with the signals that name their repositories. */
async function openPlace(which: string, { folder, elasticsearchUrl, name, seed, papers }: SourcesChaosOptions): Promise<Place> {
  const { PATH, HOME } = process.env;
  const dataDir = join(folder, which);
  const prefix = `sources-${name}-${seed}-${process.pid}-${which}-`;
  const engine = elasticsearchUrl ? { ENGINE: "elasticsearch", ELASTICSEARCH_URL: elasticsearchUrl } : { ENGINE: "lancedb" };
  const place = {
    environment: { PATH, HOME, DATA_DIR: dataDir, INDEX_PREFIX: prefix, ...engine },
    elasticsearchUrl,
    prefix,
    name,
  };
  mkdirSync(dataDir, { recursive: true });
  const stores = await openStores(loadConfig(place.environment));
  await using _engine = stores.engine;
  await using _records = stores.records;
  const embedder = hashEmbedder();
  for (const [target, rows] of [["papers", paperRows(papers)] as const, ["signals", codeRows(papers)] as const]) {
    const path = join(dataDir, `${target}.jsonl`);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const report = await runIngest({ source: { target, path, format: "jsonl" }, dataDir }, { ...stores, embedder });
    if (report.rows.indexed !== papers) throw new Error(`the library could not be made: ${JSON.stringify(report)}`);
  }
  return place;
}

async function hashOf({ environment, name }: Place) {
  const { engine, records } = await openStores(loadConfig(environment));
  await using _engine = engine;
  await using _records = records;
  const { papers, signals, hash } = await hashOfIndex(engine);
  const looks = [...(await lastAskedOf(records, name)).values()].map((look) => contentHash(look)).sort();
  return { papers, signals, hashes: { index: hash, looks: contentHash(looks) } };
}

async function drop({ environment, elasticsearchUrl, prefix }: Place): Promise<void> {
  const { engine, records } = await openStores(loadConfig(environment));
  await using _engine = engine;
  await using _records = records;
  await dropIndex(engine, elasticsearchUrl, prefix);
}
