import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "@elastic/elasticsearch";
import { connect } from "@lancedb/lancedb";
import { runIngest } from "../ingest/run.ts";
import type { IngestReport } from "../ingest/report.ts";
import type { Paper } from "../src/documents/paper.ts";
import { cachedEmbedder, openEmbeddingCache } from "../src/embedding/cache.ts";
import type { Embedder } from "../src/embedding/port.ts";
import { openElasticsearch } from "../src/engine/elasticsearch/engine.ts";
import { paperToSource, vectorToBase64 } from "../src/engine/elasticsearch/documents.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import { toArrow } from "../src/engine/lancedb/rows.ts";
import { arrowSchema } from "../src/engine/lancedb/schema.ts";
import { indexBody, MAPPINGS } from "../src/engine/mapping.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Row } from "../src/engine/writes.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import { seededRandom } from "../src/topics/random.ts";
import { randomVectors, stopwatch, type Spent } from "./loads/measured.ts";

const SPACE = { model: "throughput", dimensions: 384 };
const ES_BATCH = 500;
const LANCE_BATCH = 1_000;

/**
 * How fast a load is whose embeddings are known to the cache, as a part of what the engine takes from a bare loop: `client.bulk` with the same
 * documents into an equal index, `add` of the same Arrow batches into an equal table. Loads and loops alternate; a load's time holds
 * everything from the file to the last row written, and, apart, the completion of the indexes. Elasticsearch where ELASTICSEARCH_URL is set.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: "string", default: "5000" },
      rounds: { type: "string", default: "2" },
      engine: { type: "string", default: "both" },
    },
  });
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  const folder = mkdtempSync(join(tmpdir(), "throughput-"));
  const cache = openEmbeddingCache(join(folder, "embeddings.sqlite"));
  try {
    const file = join(folder, "papers.jsonl");
    await writePapers(file, rows);
    const bench: Bench = { folder, file, rows, embedder: cachedEmbedder(randomVectors(SPACE), cache) };
    await withLanceDb(bench, "warm-up", (engine) => load(bench, engine));
    console.log(
      `${rows} papers, ${SPACE.dimensions} dimensions, vectors from the cache; load average ${loadavg()[0]!.toFixed(1)}`,
    );
    for (let round = 1; round <= rounds; round += 1) {
      if (values.engine !== "elasticsearch") await compareLanceDb(bench, round);
      if (values.engine !== "lancedb" && process.env.ELASTICSEARCH_URL) await compareElasticsearch(bench, round);
    }
  } finally {
    cache[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  folder: string;
  file: string;
  rows: number;
  embedder: Embedder & { readonly stats: { hits: number } };
}

async function compareLanceDb(bench: Bench, round: number): Promise<void> {
  let stored: Row<Paper>[] = [];
  const loaded = await withLanceDb(bench, `round-${round}`, async (engine) => {
    const seconds = await load(bench, engine);
    stored = await allRows(engine);
    return seconds;
  });
  const schema = arrowSchema(MAPPINGS.papers, SPACE);
  const batches = Array.from({ length: Math.ceil(stored.length / LANCE_BATCH) }, (_, part) =>
    toArrow("papers", stored.slice(part * LANCE_BATCH, (part + 1) * LANCE_BATCH), schema),
  );
  const connection = await connect(join(bench.folder, `bare-${round}`));
  const table = await connection.createEmptyTable("bare", schema);
  const watch = stopwatch();
  for (const batch of batches) await table.add(batch);
  report("LanceDB", bench.rows, loaded, watch(), "add");
  connection.close();
}

async function compareElasticsearch(bench: Bench, round: number): Promise<void> {
  const url = process.env.ELASTICSEARCH_URL!;
  const prefix = `throughput-${randomBytes(4).toString("hex")}-`;
  const engine = openElasticsearch({ url, prefix });
  const client = new Client({ node: url });
  const index = `${prefix}bare-${round}`;
  try {
    const loaded = await load(bench, engine);
    const documents = (await allRows(engine)).map(({ document, vector }) => ({
      id: document.paper_id,
      source: { ...paperToSource(document), embedding: vectorToBase64(vector!) },
    }));
    const body = indexBody(MAPPINGS.papers, SPACE) as object;
    await client.indices.create({ index, ...body });
    await client.indices.putSettings({ index, settings: { refresh_interval: "60s" } });
    const watch = stopwatch();
    for (let start = 0; start < documents.length; start += ES_BATCH) {
      const operations = documents.slice(start, start + ES_BATCH).flatMap(({ id, source }) => [{ index: { _id: id } }, source]);
      const { errors } = await client.bulk({ index, operations });
      if (errors) throw new Error("the bare loop had errors");
    }
    report("Elasticsearch", bench.rows, loaded, watch(), "client.bulk");
  } finally {
    await engine.drop();
    await client.indices.delete({ index }, { ignore: [404] });
    await client.close();
    await engine[Symbol.asyncDispose]();
  }
}

async function withLanceDb<Result>(bench: Bench, name: string, use: (engine: Engine) => Promise<Result>): Promise<Result> {
  await using engine = openLanceDb({ folder: join(bench.folder, name), prefix: "" });
  return await use(engine);
}

/** From the start to the last row written, and from there to the end. */
interface Loaded {
  writing: Spent;
  completing: Spent;
}

/** Loads the file through the pipeline, from an empty index. */
async function load({ folder, file, rows, embedder }: Bench, engine: Engine): Promise<Loaded> {
  await engine.create(SPACE);
  await using records = openSqliteRecords(join(folder, `${randomBytes(4).toString("hex")}.sqlite`));
  let writing: Spent | undefined;
  const watch = stopwatch();
  let completing = watch;
  const timed: Engine = {
    ...engine,
    endLoad(target, call) {
      // The first target's: counts are refreshed before the last one's.
      if (writing === undefined) {
        writing = watch();
        completing = stopwatch();
      }
      return engine.endLoad(target, call);
    },
  };
  const source = { target: "papers" as const, path: file, format: "jsonl" as const };
  const result: IngestReport = await runIngest({ source, dataDir: folder }, { engine: timed, embedder, records });
  if (result.status !== "done" || result.rows.indexed !== rows) throw new Error(`the load failed: ${result.error}`);
  return { writing: writing!, completing: completing() };
}

async function allRows(engine: Engine): Promise<Row<Paper>[]> {
  await engine.papers.refresh();
  const rows: Row<Paper>[] = [];
  for await (const page of engine.papers.scan()) rows.push(...page);
  return rows;
}

function report(engine: string, rows: number, { writing, completing }: Loaded, bare: Spent, what: string): void {
  const speed = ({ seconds, cpu }: Spent) =>
    `${Math.round(rows / seconds)} rows/s (${((1_000 * cpu) / rows).toFixed(2)} ms of processor a row)`;
  console.log(
    [
      `${engine}: load ${speed(writing)}, bare ${what} ${speed(bare)}`,
      `  ratio ${(bare.seconds / writing.seconds).toFixed(2)}; building indexes ${completing.seconds.toFixed(1)} s (${completing.cpu.toFixed(1)} s of processor); load average ${loadavg()[0]!.toFixed(1)}`,
    ].join("\n"),
  );
}

/** Papers as sources give them: an abstract of about 170 words, four authors, ids, a venue, categories. */
async function writePapers(file: string, rows: number): Promise<void> {
  const random = seededRandom(7);
  const words = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 3 + random() * 8 }, () => LETTERS[Math.floor(random() ** 2 * 26)]).join(""),
  );
  const some = (count: number) => Array.from({ length: count }, () => words[Math.floor(random() ** 3 * words.length)]).join(" ");
  const stream = createWriteStream(file);
  for (let number = 0; number < rows; number += 1) {
    const line = JSON.stringify({
      title: `${some(9)} ${number}`,
      abstract: some(120 + Math.floor(random() * 100)),
      authors: Array.from({ length: 4 }, () => some(2)),
      year: 2000 + (number % 25),
      venue: `Proceedings of ${words[number % 40]}`,
      categories: ["cs.CL", "cs.IR"].slice(number % 2),
      keywords: [some(1), some(2)],
      acl: `P${10 + (number % 80)}-${1_000 + Math.floor(number / 80)}`,
      url: `https://example.org/${number}`,
    });
    if (!stream.write(`${line}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

const LETTERS = "etaoinshrdlcumwfgypbvkjxqz";
