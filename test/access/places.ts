import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@elastic/elasticsearch";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import type { Records } from "../../src/records/port.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";

/** A place for an installation of its own, which server processes and the test share. */
export interface Place extends AsyncDisposable {
  /** The settings that lead a process there. */
  settings: Record<string, string>;
  records: Records;
  /** Everything that is stored there, as text. */
  stored(): Promise<string>;
}

/** An empty folder: SQLite beside the embedded index. */
export async function folderPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-place-"));
  const records = openSqliteRecords(join(folder, "records.sqlite"));
  return {
    settings: { ENGINE: "lancedb", DATA_DIR: folder },
    records,
    async stored() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
    },
    async [Symbol.asyncDispose]() {
      await records[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** An empty prefix of an Elasticsearch. */
export async function clusterPlace(url: string): Promise<Place> {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  const records = openElasticsearchRecords({ url, prefix });
  const client = new Client({ node: url });
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-place-"));
  const indices = async () => Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
  return {
    settings: { ENGINE: "elasticsearch", ELASTICSEARCH_URL: url, INDEX_PREFIX: prefix, DATA_DIR: folder },
    records,
    async stored() {
      const texts: string[] = [];
      for (const index of await indices()) {
        await client.indices.refresh({ index });
        const { hits } = await client.search({ index, size: 10_000, query: { match_all: {} } });
        texts.push(JSON.stringify(hits.hits));
      }
      return texts.join("\n");
    },
    async [Symbol.asyncDispose]() {
      const names = await indices();
      if (names.length > 0) await client.indices.delete({ index: names });
      await client.close();
      await records[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}
