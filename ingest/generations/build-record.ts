import { hostname } from "node:os";
import type { EmbeddingSpace, GenerationNames, Target } from "../../src/engine/port.ts";
import type { Records } from "../../src/records/port.ts";
import type { SourceOptions } from "../sources/format.ts";
import { allRecords } from "../../src/records/every-record.ts";

/** What was looked at before a generation may be promoted. */
export interface Check {
  name: "preflight" | "model" | "counts" | "dead_letters" | "sample_queries";
  passed: boolean;
  detail: string;
}

/**
 * The account of one build, kept under the name of its generation of papers. `building`: under way, or its process died;
 * `stopped`: interrupted, the same command goes on; `failed`: it cannot or should not be promoted, `error` or a check says why.
 */
export interface BuildRecord {
  generations: GenerationNames;
  state: "building" | "stopped" | "built" | "failed" | "promoted";
  /** Where each target's documents come from; a target without files is copied from the live index, passages always are. */
  from: { papers: SourceOptions[] | "live"; signals: SourceOptions[] | "live" };
  /** What was live when the build began; null: there was no index. */
  base: GenerationNames | null;
  space: EmbeddingSpace;
  fingerprints: Readonly<PerTarget<string>>;
  started_at: string;
  updated_at: string;
  seconds: number;
  process: { host: string; pid: number };
  /** How far copying from the live index has come: the last id; `done` where it is through. */
  copied: PerTarget<{ after: string | null; done: boolean; rows: number }>;
  /** Files that are loaded, and the ids of the runs that loaded them. */
  inputs_done: string[];
  run_ids: string[];
  rows_read: number;
  rows_dead: number;
  vectors_reused: number;
  texts_embedded: number;
  /** Documents that the live index had changed meanwhile and that were brought over. */
  caught_up: number;
  /** How many the last look found: more than 0 while the live index is written to without a pause. */
  unsettled: number;
  /** How many documents the live index had at that look. */
  live_seen: PerTarget<number>;
  /** Ids that the new generation refused. */
  refused: { target: Target; id: string; reason: string }[];
  documents: PerTarget<number>;
  checks: Check[];
  error: string | null;
}

/** Something for each target; records of a release that stored no passages have nothing for them. */
type PerTarget<Value> = Record<"papers" | "signals", Value> & { passages?: Value };

/** True where papers and signals are copied, so that the new generations are to equal the live ones. */
export function isCopy({ from }: Pick<BuildRecord, "from">): boolean {
  return from.papers === "live" && from.signals === "live";
}

export async function saveBuild(records: Records, build: BuildRecord): Promise<void> {
  build.updated_at = new Date().toISOString();
  await records.put("index_build", build.generations.papers, build);
}

/** Every build on record, oldest first. */
export async function listBuilds(records: Records): Promise<BuildRecord[]> {
  const found = await allRecords<BuildRecord>(records, "index_build");
  return found.map(({ value }) => value).sort((a, b) => (a.started_at < b.started_at ? -1 : 1));
}

export const HEARTBEAT_MS = 10_000;
const SILENT_MS = 60_000;

/** True where the process of a build still works on it: it is alive, or it is another machine's and was heard of lately. */
export function isUnderWay({ state, process: worker, updated_at }: BuildRecord): boolean {
  if (state !== "building" || Date.now() - Date.parse(updated_at) > SILENT_MS) return false;
  if (worker.host !== hostname()) return true;
  if (worker.pid === process.pid) return false;
  try {
    process.kill(worker.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
