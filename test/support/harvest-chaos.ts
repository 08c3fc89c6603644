import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { BETWEEN_REQUESTS_MS } from "../../ingest/sources/arxiv-harvest.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import type { LoggedRequest } from "./fake-service.ts";
import { seededRandom } from "./fault-proxy.ts";
import type { HarvestProcessOptions, HarvestReport } from "./harvest-process.ts";
import { hashOfIndex } from "./index-hash.ts";
import { runOrKill } from "./run-or-kill.ts";
import type { SourcesChaosOptions, SourcesChaosResult } from "./sources-chaos.ts";
import { arxivWorld } from "./sources/arxiv.ts";
import { openFaultyWorld, tooSoon } from "./sources/faulty-world.ts";

/** Time between requests passes so many times as fast. */
const SPEED = 100;
const MIN_DAYS = 2;
const LEFT_AFTER_A_KILL = 0.8;
const PROGRAM = resolve(import.meta.dirname, "harvest-process.ts");

/** Harvests arXiv on several days as `runSourcesChaos` asks a source: in peace, and with faults and kills, after which the harvest is resumed. */
export async function runHarvestChaos({
  folder,
  papers,
  kills,
  seed,
  faultShare = 0.02,
}: Omit<SourcesChaosOptions, "name" | "elasticsearchUrl" | "betweenMs">): Promise<SourcesChaosResult> {
  const random = seededRandom(seed);
  const service = await openFaultyWorld(arxivWorld(papers), { share: faultShare, random, retryAfterS: 20 });
  const { state, faults } = service;
  const run = (place: string, resume: boolean, killAt: number) => {
    const url = `${service.address}/oai?from=2026-01-${String(state.day + 1).padStart(2, "0")}`;
    const options: HarvestProcessOptions = { url, resume, speed: SPEED, timeoutMs: 1_000 };
    return runOrKill<HarvestReport>({ program: PROGRAM, environment: environmentOf(folder, place), options, killAt, state });
  };
  try {
    const log: LoggedRequest[] = [];
    const unheard = new Set<LoggedRequest>();
    let [killed, runs, askedTwice] = [0, 0, 0];
    for (; killed < kills || state.day < MIN_DAYS; state.day += 1) {
      state.isRough = false;
      let { steps: range } = await run("clean", false, Infinity);
      state.isRough = true;
      const from = service.log.length;
      for (let [ended, first] = [false, true]; !ended; runs += 1) {
        const { report } = await run("rough", !first, killed < kills ? 1 + Math.floor(random() * range) : Infinity);
        first = false;
        if (report === null) {
          killed += 1;
          unheard.add(service.log.at(-1)!);
        }
        range *= LEFT_AFTER_A_KILL;
        ended = report?.status === "done" && report.failed_files.length === 0;
      }
      const ofDay = service.log.slice(from);
      askedTwice += service.askedTwice(ofDay);
      log.push(...ofDay);
    }
    const clean = await hashOf(folder, "clean");
    const rough = await hashOf(folder, "rough");
    const scaled = log.map((entry) => ({ ...entry, retryAfterMs: unheard.has(entry) ? 0 : entry.retryAfterMs / SPEED }));
    return {
      days: state.day,
      kills: killed,
      runs,
      requests: log.length,
      faults,
      papers: clean.papers,
      signals: clean.signals,
      clean: { index: clean.hash, looks: "" },
      rough: { index: rough.hash, looks: "" },
      tooSoon: tooSoon(scaled, BETWEEN_REQUESTS_MS / SPEED),
      mostAtOnce: service.mostAtOnce(),
      askedTwice,
      // The page in flight.
      explained: killed,
    };
  } finally {
    service.close();
  }
}

function environmentOf(folder: string, place: string): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const dataDir = join(folder, place);
  mkdirSync(dataDir, { recursive: true });
  return { PATH, HOME, DATA_DIR: dataDir, ENGINE: "lancedb" };
}

async function hashOf(folder: string, place: string) {
  const { engine, records } = await openStores(loadConfig(environmentOf(folder, place)));
  await using _engine = engine;
  await using _records = records;
  // Awaited, so that the stores are open until then.
  return await hashOfIndex(engine);
}
