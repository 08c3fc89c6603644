import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sealFolder } from "../../src/backups/files.ts";
import { snapshotBackups, type SnapshotParts } from "../../src/backups/snapshot-backups.ts";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { scratchFolder } from "../ingest/files.ts";
import { paper, row, SMALL_SPACE, vectorAt } from "../support/documents.ts";

const quiet = (): void => {};

/** A backup's folder with a checkpoint, and an empty installation whose snapshots bring a key first and then a paper. */
async function prepared() {
  const dataDir = scratchFolder();
  const stores = await openStores(loadConfig({ ENGINE: "lancedb", DATA_DIR: scratchFolder() }));
  onTestFinished(async () => {
    await Promise.all([stores.engine[Symbol.asyncDispose](), stores.records[Symbol.asyncDispose]()]);
  });
  const folder = scratchFolder();
  mkdirSync(join(folder, "ingest"));
  writeFileSync(join(folder, "ingest", "papers-1.checkpoint.json"), '{"rows":150}');
  await sealFolder(folder, {
    format: 1,
    version: "0.2.0",
    engine: "elasticsearch",
    prefix: "",
    created_at: "2026-11-23T04:00:00.000Z",
    documents: { papers: 1, signals: 0, passages: 0 },
    model: SMALL_SPACE.model,
    during_load: false,
    snapshots: { repository: "backups", names: ["a-1", "a-2"] },
  });
  const calls: string[] = [];
  const restore = (faults: string[], cluster = "c1") => {
    const snapshots: SnapshotParts["snapshots"] = {
      take: async () => [],
      list: async () => [],
      remove: async () => {},
      cluster: async () => cluster,
      async restore({ name, replaces }) {
        calls.push(`${name} ${replaces}`);
        if (faults.includes(name)) throw new Error("killed");
        if (name === "a-1") return void (await stores.records.put("key", "k1", { hash: "h", account: "local" }));
        await stores.engine.create(SMALL_SPACE);
        await stores.engine.papers.write([row(paper({ paper_id: "doi:10.1/1", title: "Zebra" }), vectorAt(0))]);
        for (const target of ["papers", "signals", "passages"] as const) await stores.engine.endLoad(target);
      },
    };
    const backups = snapshotBackups({ dataDir, prefix: "", cache: "embeddings.sqlite", stores, aliases: [], snapshots });
    return backups.restore({ folder, repository: null, id: null, fromPrefix: null }, quiet);
  };
  return { dataDir, folder, calls, restore };
}

it("restores snapshots by running it again where it ended between records and index, on the same cluster alone", async () => {
  const { dataDir, calls, restore } = await prepared();
  await expect(restore(["a-2"])).rejects.toThrow("killed");
  await expect(restore([], "c2")).rejects.toThrow(/not empty: keys/u);
  expect(await restore([])).toMatchObject({ documents: { papers: 1 } });
  expect(calls).toEqual(["a-1 false", "a-2 false", "a-1 true", "a-2 true"]);
  expect(readdirSync(dataDir)).toEqual(["ingest"]);
  await expect(restore([])).rejects.toThrow(/not empty/u);
});

it("removes and restores nothing in Elasticsearch where a file of the folder is damaged", async () => {
  const { dataDir, folder, calls, restore } = await prepared();
  writeFileSync(join(folder, "ingest", "papers-1.checkpoint.json"), '{"rows":151}');
  await expect(restore([])).rejects.toThrow(/damaged/u);
  expect(calls).toEqual([]);
  expect(readdirSync(dataDir)).toEqual([]);
});
