import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runIngest } from "../ingest/run.ts";
import { openElasticsearch } from "../src/engine/elasticsearch/engine.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import type { Engine } from "../src/engine/port.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import { startElasticsearch } from "../test/support/elasticsearch.ts";
import { copyArticles } from "./loads/article-copies.ts";
import { randomVectors, stopwatch, type Spent } from "./loads/measured.ts";

const SPACE = { model: "load", dimensions: 384 };

/**
 * How many whole papers a second a load takes: `npm run bench -- fulltext-load FOLDER [--copies 6] [--engine lancedb]`. FOLDER holds JATS files, which are loaded several
 * times under other ids into an empty index. The papers' own vectors cost nothing here, passages have none. Told apart: from the file to the last row written, and the
 * completion of the indexes; the processor time of this process and of the server; and the largest memory of the process.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      copies: { type: "string", default: "6" },
      engine: { type: "string", default: "both" },
      rounds: { type: "string", default: "1" },
    },
  });
  const [from] = positionals;
  if (from === undefined) throw new Error("usage: npm run bench -- fulltext-load FOLDER");
  const folder = mkdtempSync(join(tmpdir(), "fulltext-load-"));
  try {
    const papers = join(folder, "papers");
    console.log(`${copyArticles(from, papers, Number(values.copies))} files; load average ${loadavg()[0]!.toFixed(1)}`);
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      if (values.engine !== "elasticsearch") {
        await using engine = openLanceDb({ folder: join(folder, `lancedb-${round}`), prefix: "" });
        await report("LanceDB", papers, engine, folder);
      }
      if (values.engine !== "lancedb")
        await withElasticsearch((engine, serverCpu) => report("Elasticsearch", papers, engine, folder, serverCpu));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds of processor time that a server has taken. */
type ServerCpu = () => Promise<number>;

async function withElasticsearch(use: (engine: Engine, serverCpu: ServerCpu) => Promise<void>): Promise<void> {
  const server = await startElasticsearch();
  if (server === null) throw new Error("there is no Elasticsearch to be had");
  await using engine = openElasticsearch({ url: server.url, prefix: `load-${randomBytes(4).toString("hex")}-` });
  try {
    await use(engine, async () => {
      const answer = await fetch(`${server.url}/_nodes/stats/process`);
      const { nodes } = (await answer.json()) as { nodes: Record<string, { process: { cpu: { total_in_millis: number } } }> };
      return Object.values(nodes).reduce((sum, { process: { cpu } }) => sum + cpu.total_in_millis / 1_000, 0);
    });
  } finally {
    await engine.drop();
    await server.stop();
  }
}

async function report(
  name: string,
  path: string,
  engine: Engine,
  folder: string,
  serverCpu: ServerCpu = async () => 0,
): Promise<void> {
  await engine.create(SPACE);
  const dataDir = mkdtempSync(join(folder, "data-"));
  await using records = openSqliteRecords(join(dataDir, "records.sqlite"));
  let memory = 0;
  const watching = setInterval(() => (memory = Math.max(memory, process.memoryUsage.rss())), 100);
  let writing: (Spent & { server: number }) | undefined;
  const serverBefore = await serverCpu();
  let watch = stopwatch();
  const timed: Engine = {
    ...engine,
    async endLoad(target, call) {
      if (writing === undefined) {
        const spent = watch();
        writing = { ...spent, server: (await serverCpu()) - serverBefore };
        watch = stopwatch();
      }
      return engine.endLoad(target, call);
    },
  };
  const source = { target: "fulltext" as const, path, format: "auto" as const };
  const result = await runIngest({ source, dataDir }, { engine: timed, embedder: randomVectors(SPACE), records });
  const completing = watch();
  clearInterval(watching);
  if (engine.kind === "elasticsearch") await sleep(BYTES_COUNTED_AFTER_MS);
  const [papers, passages] = (await engine.status())
    .filter(({ target }) => target !== "signals")
    .map(({ bytes }) => bytes ?? 0) as [number, number];
  if (result.status !== "done" || writing === undefined) throw new Error(`the load failed: ${result.error}`);
  const { indexed, dead } = result.rows;
  console.log(
    `${name}: ${indexed} papers, ${dead} dead letters; ${(indexed / writing.seconds).toFixed(1)} papers/s, ` +
      `${((1_000 * writing.cpu) / indexed).toFixed(0)} ms of this process's processor time a paper${writing.server > 0 ? `, ${((1_000 * writing.server) / indexed).toFixed(0)} of the server's` : ""}; completing the indexes ` +
      `${completing.seconds.toFixed(1)} s (${completing.cpu.toFixed(1)} s of processor time); at most ${Math.round(memory / 1e6)} MB; index a paper: ${kb(papers / indexed)} with its abstract, ${kb(passages / indexed)} for its text, ` +
      `${((papers + passages) / papers).toFixed(1)} times as much with it; load average ${loadavg()[0]!.toFixed(1)}`,
  );
}

/** Elasticsearch counts the bytes of an index again after ten seconds (`indices.store.stats_refresh_interval`). */
const BYTES_COUNTED_AFTER_MS = 12_000;

function kb(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} kB`;
}
