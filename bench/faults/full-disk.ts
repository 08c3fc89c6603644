import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { legacyBody, post } from "../../test/support/mcp-requests.ts";
import { giveSampleVectors } from "../../test/support/sample-library.ts";
import { runCommand } from "../../test/support/server-process.ts";
import type { Cluster } from "./cluster.ts";

const SAMPLE = resolve(import.meta.dirname, "../../sample/papers.jsonl");
/** Rows of a load before the disks are full, and of the one that meets them full. */
const ROWS = 60;
const PREFIX = "loading-";
const MAX_WAIT_MS = 90_000;

/** The disks of a cluster, a server over it with a key, and a load into it. */
export interface FullDisk {
  /** Loads a few papers while there is room. */
  prepare(): Promise<void>;
  /** Fills the disks and tells, in lines, what becomes of the server's records, of an answer and of a load. */
  fill(): Promise<string[]>;
  /** Makes room and tells how soon records take writes again, and what the same load does then. */
  makeRoom(): Promise<string[]>;
  remove(): void;
}

export function fullDisk(cluster: Cluster, server: { origin: string; url: string }, key: string): FullDisk {
  const dataDir = mkdtempSync(join(tmpdir(), "signal-canvas-full-disk-"));
  giveSampleVectors(dataDir);
  const rows = readFileSync(SAMPLE, "utf8").split("\n");
  const load = async (from: number) => {
    const file = join(dataDir, `papers-${from}.jsonl`);
    writeFileSync(file, rows.slice(from, from + ROWS).join("\n"));
    const settings = {
      ELASTICSEARCH_URL: cluster.nodes.map(({ url }) => url).join(","),
      INDEX_PREFIX: PREFIX,
      DATA_DIR: dataDir,
    };
    const startedAt = performance.now();
    const { code, out, err } = await runCommand(["ingest", "papers", file, "--format", "jsonl"], settings);
    return `exit code ${code} after ${since(startedAt)}: ${`${out}\n${err}`.trim().replaceAll(/\s*\n\s*/gu, " / ")}`;
  };
  const records = async (wanted: string) => {
    const startedAt = performance.now();
    for (let state = ""; performance.now() - startedAt < MAX_WAIT_MS; await sleep(500)) {
      const answer = await fetch(`${server.origin}/readyz`).catch(() => null);
      if (answer === null) continue;
      state = ((await answer.json()) as { parts: { records: string } }).parts.records;
      if (state === wanted) return `/readyz ${answer.status} with records ${state} after ${since(startedAt)}`;
    }
    return `/readyz did not say records ${wanted}`;
  };
  return {
    prepare: async () => void (await load(0)),
    async fill() {
      for (const { disk } of cluster.nodes) disk!.fill();
      return [await records("full"), await answer(server.url, key), `load: ${await load(ROWS)}`];
    },
    async makeRoom() {
      for (const { disk } of cluster.nodes) disk!.makeRoom();
      return [await records("ok"), await answer(server.url, key), `the same load: ${await load(ROWS)}`];
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function answer(url: string, key: string): Promise<string> {
  const startedAt = performance.now();
  const query = "does late interaction beat a single vector";
  const { json } = await post(url, legacyBody("tools/call", { name: "search_signal_canvas", arguments: { query } }), { key });
  const result = json?.result?.structuredContent;
  const what = result?.error?.code ?? `${result?.answer?.state}, flagged ${JSON.stringify(result?.degraded)}`;
  return `an answer after ${since(startedAt)}: ${what}`;
}

function since(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}
