import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBackups, openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { copyLiveTables, moveTables } from "../../src/engine/lancedb/copy-tables.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { folderBackups, type FolderParts } from "../../src/backups/folder-backups.ts";
import type { BackupReport } from "../../src/backups/port.ts";
import { scratchFolder } from "../ingest/files.ts";
import { paper, row, signal, SMALL_SPACE, vectorAt } from "../support/documents.ts";

const quiet = (): void => {};

async function installed(dataDir: string, prefix = "") {
  const parts = await openStores(configOf(dataDir, prefix));
  onTestFinished(async () => {
    await Promise.all([parts.engine[Symbol.asyncDispose](), parts.records[Symbol.asyncDispose]()]);
  });
  return parts;
}

const configOf = (dataDir: string, prefix = "") =>
  loadConfig({ ENGINE: "lancedb", DATA_DIR: dataDir, ...(prefix === "" ? {} : { INDEX_PREFIX: prefix }) });

async function backUp(dataDir: string, folder: string, prefix = ""): Promise<BackupReport> {
  await using backups = await openBackups(configOf(dataDir, prefix));
  return backups.create({ folder, repository: null }, quiet);
}

async function restore(folder: string, dataDir: string, prefix = ""): Promise<BackupReport> {
  await using backups = await openBackups(configOf(dataDir, prefix));
  return backups.restore({ folder, repository: null, id: null, fromPrefix: null }, quiet);
}

/** Backups with a part that fails. */
function backupsWith(dataDir: string, prefix: string, parts: Partial<FolderParts>) {
  const names = { tables: "lancedb", records: "records.sqlite", cache: "embeddings.sqlite" };
  const open = (folder: string, prefix: string) => openStores(configOf(folder, prefix));
  return folderBackups({ dataDir, prefix, names, copyTables: copyLiveTables, moveTables, open, ...parts });
}

const PAPERS = 300;
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return row(
      paper({ paper_id: `doi:10.1/${10_000 + number}`, title: `Zebra number${number}` }),
      vectorAt((number % 700) / 700),
    );
  });

/** An installation with papers, a signal, a key, and a load that got half way. */
async function small(prefix = "") {
  const dataDir = scratchFolder();
  const { engine, records } = await installed(dataDir, prefix);
  await engine.create(SMALL_SPACE);
  await engine.papers.write(some(0, PAPERS));
  await engine.signals.write([row(signal({ signal_id: "sig:1", paper_ids: ["doi:10.1/10000"] }))]);
  for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  await records.put("key", "k1", { hash: "h", account: "local" });
  await records.put("session", "s1", { account: "local" });
  mkdirSync(join(dataDir, "ingest"));
  writeFileSync(join(dataDir, "ingest", "papers-1.checkpoint.json"), '{"rows":150}');
  return { dataDir, engine, records };
}

describe("backup and restore of a folder", () => {
  it("brings everything back, under another prefix too, and the backup can be looked into as it is", async () => {
    const { dataDir, engine } = await small("old-");
    const folder = join(scratchFolder(), "backup");
    const made = await backUp(dataDir, folder, "old-");
    expect(made).toMatchObject({
      documents: { papers: PAPERS, signals: 1, passages: 0 },
      model: SMALL_SPACE.model,
      during_load: false,
    });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "records.sqlite")).mode & 0o777).toBe(0o600);

    const before = await installed(folder);
    expect(await before.engine.papers.count({})).toBe(PAPERS);

    await engine.drop();
    const target = join(scratchFolder(), "new");
    const back = await restore(folder, target, "new-");
    expect(back.trial).toMatchObject({ searched: 10, by_words: 10, with_vector: 10, by_meaning: 10 });
    const after = await installed(target, "new-");
    const { lexical } = await after.engine.papers.search({ text: "number77", filters: {}, depth: 5 });
    expect(lexical!.hits.map(({ id }) => id)).toEqual(["doi:10.1/10077"]);
    expect(await after.engine.signals.get(["sig:1"])).toHaveLength(1);
    expect(await after.records.get("key", "k1")).toMatchObject({ value: { hash: "h" } });
    expect(await after.records.get("session", "s1")).toBeNull();
    expect(readFileSync(join(target, "ingest", "papers-1.checkpoint.json"), "utf8")).toBe('{"rows":150}');
    expect((await after.engine.generations()).map(({ generation, role }) => [generation, role])).toEqual([
      ["new-papers-v1-000001", "live"],
      ["new-signals-v1-000001", "live"],
      ["new-passages-v1-000001", "live"],
    ]);
    await after.engine.papers.write(some(PAPERS, 5));
    expect(await after.engine.papers.count({})).toBe(PAPERS + 5);
  });

  it("copies the live generation alone, whichever number it has", async () => {
    const { dataDir, engine } = await small();
    const names = {
      papers: await engine.createGeneration("papers", SMALL_SPACE),
      signals: await engine.createGeneration("signals", SMALL_SPACE),
      passages: await engine.createGeneration("passages", SMALL_SPACE),
    };
    await engine.at(names).papers.write(some(0, 7));
    await engine.promote(names);
    const folder = join(scratchFolder(), "backup");
    expect((await backUp(dataDir, folder)).documents).toEqual({ papers: 7, signals: 0, passages: 0 });
    expect(readdirSync(join(folder, "lancedb")).sort()).toEqual([
      "generations.json",
      "papers-v1-000002.lance",
      "passages-v1-000002.lance",
      "signals-v1-000002.lance",
    ]);
    await restore(folder, join(dataDir, "new"));
    const { engine: back } = await installed(join(dataDir, "new"));
    expect(await back.papers.count({})).toBe(7);
    expect(await back.createGeneration("papers", SMALL_SPACE)).toBe("papers-v1-000003");
  });

  it("leaves a place alone that has a document or a key, and says what it found", async () => {
    const { dataDir } = await small();
    const folder = join(scratchFolder(), "backup");
    await backUp(dataDir, folder);
    await expect(restore(folder, dataDir)).rejects.toThrow(/not empty: papers-v1-000001 \(300 documents\).*keys/u);
    const { engine, records } = await installed(dataDir);
    expect(await engine.papers.count({})).toBe(PAPERS);
    await engine.drop();
    await expect(restore(folder, dataDir)).rejects.toThrow(/not empty: keys/u);
    expect(await records.get("key", "k1")).not.toBeNull();
  });

  it("puts aside what loads into the lost index kept of their progress", async () => {
    const { dataDir } = await small();
    const folder = join(scratchFolder(), "backup");
    await backUp(dataDir, folder);
    const target = scratchFolder();
    cpSync(join(dataDir, "ingest"), join(target, "ingest"), { recursive: true });
    writeFileSync(join(target, "ingest", "papers-1.checkpoint.json"), '{"rows":299}');
    await restore(folder, target);
    expect(readFileSync(join(target, "ingest", "papers-1.checkpoint.json"), "utf8")).toBe('{"rows":150}');
    const aside = readdirSync(target).find((name) => name.startsWith("before-restore-"))!;
    expect(readFileSync(join(target, aside, "ingest", "papers-1.checkpoint.json"), "utf8")).toBe('{"rows":299}');
  });

  it("refuses a backup with a file that was changed or is missing, and one that is not whole, and leaves nothing of it", async () => {
    const { dataDir } = await small();
    const folder = join(scratchFolder(), "backup");
    await backUp(dataDir, folder);
    await expect(backUp(dataDir, folder)).rejects.toThrow(/not empty/u);
    const data = join(folder, "lancedb", "papers-v1-000001.lance", "data");
    const file = join(data, readdirSync(data)[0]!);
    const bytes = readFileSync(file);
    const target = join(scratchFolder(), "new");
    bytes[bytes.length >> 1]! ^= 1;
    chmodSync(file, 0o600);
    writeFileSync(file, bytes);
    await expect(restore(folder, target)).rejects.toThrow(/damaged: .*does not match its checksum/u);
    rmSync(file);
    await expect(restore(folder, target)).rejects.toThrow(/damaged: .*is missing/u);
    expect(existsSync(join(target, "lancedb", "papers-v1-000001.lance"))).toBe(false);
    expect(readdirSync(target).filter((name) => name.startsWith(".restoring"))).toEqual([]);
    rmSync(join(folder, "backup.json"));
    await expect(restore(folder, target)).rejects.toThrow(/not a complete backup/u);
  });

  const fault = (): Promise<void> => Promise.reject(new Error("killed"));
  it.each<[string, Partial<FolderParts>]>([
    ["between the records and the tables", { moveTables: fault }],
    ["after the tables", { moveTables: (from, to) => moveTables(from, to).then(fault) }],
  ])("is restored by running it again where it ended %s, and another backup is refused there", async (_, killed) => {
    const { dataDir, engine } = await small();
    const [folder, other] = [join(scratchFolder(), "backup"), join(scratchFolder(), "other")];
    await backUp(dataDir, folder);
    await engine.papers.write(some(PAPERS, 5));
    await backUp(dataDir, other);
    const target = join(scratchFolder(), "new");
    const first = backupsWith(target, "new-", killed).restore({ folder, repository: null, id: null, fromPrefix: null }, quiet);
    await expect(first).rejects.toThrow("killed");
    // A process that is killed does not clean up.
    mkdirSync(join(target, ".restoring-dead"));
    writeFileSync(join(target, ".restoring-dead", "records.sqlite"), "half");
    await expect(restore(other, target, "new-")).rejects.toThrow(/not empty/u);

    expect(await restore(folder, target, "new-")).toMatchObject({ documents: { papers: PAPERS } });
    const back = await installed(target, "new-");
    expect(await back.engine.papers.count({})).toBe(PAPERS);
    expect(await back.records.get("key", "k1")).toMatchObject({ value: { hash: "h" } });
    expect(readFileSync(join(target, "ingest", "papers-1.checkpoint.json"), "utf8")).toBe('{"rows":150}');
    expect(readdirSync(target).filter((name) => name.startsWith("."))).toEqual([]);
    await expect(restore(folder, target, "new-")).rejects.toThrow(/not empty/u);
  });

  it("refuses to restore the same backup over what came after a restore of it that failed before it placed anything", async () => {
    const { dataDir } = await small();
    const folder = join(scratchFolder(), "backup");
    await backUp(dataDir, folder);
    const target = join(scratchFolder(), "new");
    const bytes = readFileSync(join(folder, "records.sqlite"));
    writeFileSync(join(folder, "records.sqlite"), "damaged");
    await expect(restore(folder, target)).rejects.toThrow(/damaged/u);
    writeFileSync(join(folder, "records.sqlite"), bytes);
    const { records } = await installed(target);
    await records.put("key", "new", { hash: "n", account: "local" });
    await expect(restore(folder, target)).rejects.toThrow(/not empty: keys/u);
  });

  it("makes no backup of a copy that has not as many documents as the index", async () => {
    const { dataDir } = await small();
    const folder = join(scratchFolder(), "backup");
    const backups = backupsWith(dataDir, "", {
      async copyTables(from, to) {
        await copyLiveTables(from, to);
        const copied = openLanceDb(to);
        await copied.papers.write(some(PAPERS, 1));
        await copied[Symbol.asyncDispose]();
      },
    });
    await expect(backups.create({ folder, repository: null }, quiet)).rejects.toThrow(/301 papers instead of 300/u);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("copies a table that is written to and packed meanwhile as it was at one moment, again and again", async () => {
    const { dataDir, engine } = await small();
    const tables = join(dataDir, "lancedb");
    let written = PAPERS;
    const over = new AbortController();
    const load = (async () => {
      while (!over.signal.aborted) {
        // Each write is one version: a copy has all of it or nothing.
        await engine.papers.write(some(written, 20));
        written += 20;
        if (written % 100 === 0) await engine.endLoad("papers");
      }
    })();
    const counts: number[] = [];
    for (let copy = 1; copy <= 8; copy += 1) {
      const folder = join(scratchFolder(), "copy");
      const atLeast = written;
      await copyLiveTables({ folder: tables, prefix: "" }, { folder, prefix: "" });
      const copied = openLanceDb({ folder, prefix: "" });
      const ids: string[] = [];
      for await (const page of copied.papers.scan()) ids.push(...page.map(({ document }) => document.paper_id));
      const { lexical } = await copied.papers.search({ text: `number${ids.length - 1}`, filters: {}, depth: 5 });
      expect(lexical!.hits.map(({ id }) => id)).toEqual([`doi:10.1/${10_000 + ids.length - 1}`]);
      await copied[Symbol.asyncDispose]();
      expect(ids.length).toBeGreaterThanOrEqual(atLeast);
      expect(ids.length % 20).toBe(0);
      counts.push(ids.length);
    }
    over.abort();
    await load;
    expect(new Set(counts).size).toBeGreaterThan(1);
    expect(readdirSync(tables).filter((name) => name.startsWith(".copying"))).toEqual([]);
  });
});
