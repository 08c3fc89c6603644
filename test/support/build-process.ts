import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { buildIndex } from "../../ingest/generations/build.ts";
import { hashEmbedder } from "./hash-embedder.ts";

/*
 * A build from the live index in a process of its own, with another embedding model that takes its time, to be killed:
 * `node build-process.ts PLACE PREFIX DATA_DIR RECORDS`, PLACE an address or a folder. Prints a line for every batch embedded.
 */
const [place, prefix, dataDir, recordsFile] = process.argv.slice(2);
await using engine = /^https?:/u.test(place!)
  ? openElasticsearch({ url: place!, prefix: prefix! })
  : openLanceDb({ folder: place!, prefix: prefix! });
await using records = openSqliteRecords(recordsFile!);
const quick = hashEmbedder({ model: "slow-model" });
const embedder = {
  ...quick,
  async embedTexts(texts: readonly string[]) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    process.stdout.write(`${texts.length}\n`);
    return quick.embedTexts(texts);
  },
};
const build = await buildIndex({ from: { papers: "live", signals: "live" }, dataDir: dataDir! }, { engine, embedder, records });
process.stdout.write(`${build.state}\n`);
