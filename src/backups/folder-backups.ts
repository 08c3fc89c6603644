import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { copySqlite } from "../shared/sqlite-copy.ts";
import { VERSION } from "../version.ts";
import { copyLoadFolders, copyVerified, makeBackupFolder, readFolder, sealFolder } from "./files.ts";
import { BackupError, type FolderManifest } from "./manifest.ts";
import type { BackupReport, Backups, Trial } from "./port.ts";
import { isLoading, stockOf, verify, type Stores } from "./stock.ts";
import { assertEmpty, forgetTheMoment, moveFiles } from "./target.ts";
import { REPEATED, restoreMark, withStaging } from "./unfinished.ts";

/** An installation with everything in DATA_DIR. A backup of it is a folder of the same form without a prefix, so that it can be looked into as a DATA_DIR. */
export interface FolderParts {
  dataDir: string;
  prefix: string;
  names: { tables: string; records: string; cache: string };
  copyTables(from: { folder: string; prefix: string }, to: { folder: string; prefix: string }): Promise<void>;
  moveTables(from: { folder: string; prefix: string }, to: { folder: string; prefix: string }): Promise<void>;
  /** Opens an installation in a folder. */
  open(dataDir: string, prefix: string): Promise<Stores>;
}

export function folderBackups(parts: FolderParts): Backups {
  return {
    async create({ folder }, say) {
      if (folder === null) throw new BackupError("name a folder for the backup");
      await makeBackupFolder(folder);
      try {
        return await create(parts, folder, say);
      } catch (error) {
        for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
        throw error;
      }
    },
    async restore({ folder }, say) {
      if (folder === null) throw new BackupError("name the folder of the backup");
      return restore(parts, folder, say);
    },
  };
}

/** Progress of loads first, the index last: whatever the progress says is in the index. */
async function create(parts: FolderParts, folder: string, say: (line: string) => void): Promise<BackupReport> {
  const { dataDir, prefix, names } = parts;
  const created_at = new Date().toISOString();
  const before = await opened(parts, dataDir, prefix, stockOf);
  await copyLoadFolders(dataDir, folder);
  for (const [from, to] of [
    [`${prefix}${names.records}`, names.records],
    [names.cache, names.cache],
  ] as const) {
    if (existsSync(path.join(dataDir, from))) await copySqlite(path.join(dataDir, from), path.join(folder, to));
  }
  say("copied the records; copying the index");
  await parts.copyTables(
    { folder: path.join(dataDir, names.tables), prefix },
    { folder: path.join(folder, names.tables), prefix: "" },
  );
  say("checking the copy");
  const after = await opened(parts, dataDir, prefix, stockOf);
  const isWritten = JSON.stringify(after) !== JSON.stringify(before);
  const { stock, during_load, trial } = await opened(parts, folder, "", async (stores) => {
    const [stock, during_load] = [await stockOf(stores), await isLoading(stores)];
    return { stock, during_load, trial: await verify(stores, { ...before, during_load: during_load || isWritten }) };
  });
  const manifest = {
    format: 1,
    version: VERSION,
    engine: "lancedb",
    prefix,
    created_at,
    ...stock,
    during_load,
    snapshots: null,
  } as const;
  return reportOf(await sealFolder(folder, manifest), trial);
}

async function restore(parts: FolderParts, folder: string, say: (line: string) => void): Promise<BackupReport> {
  const { dataDir, prefix } = parts;
  const manifest = await readFolder(folder);
  if (manifest.engine !== "lancedb")
    throw new BackupError("this is a backup of an installation on Elasticsearch; set ELASTICSEARCH_URL");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const where = `DATA_DIR (${dataDir})`;
  const mark = restoreMark(dataDir, prefix, manifest, null);
  const isRepeated = await mark.isSet();
  if (isRepeated) say(REPEATED);
  await opened(parts, dataDir, prefix, async (stores) => {
    if (!isRepeated) await assertEmpty(stores, where);
    await stores.engine.drop();
  });
  await withStaging(dataDir, async (staging) => {
    await copyVerified(folder, manifest.files, staging);
    say("all checksums match; putting the files in place");
    await mark.set();
    await moveIn(parts, staging, say);
  });
  const trial = await opened(parts, dataDir, prefix, async (stores) => {
    await forgetTheMoment(stores.records);
    return verify(stores, { ...manifest, during_load: false });
  });
  await mark.remove();
  return reportOf(manifest, trial);
}

/** The index last, so that nothing is found by halves. */
async function moveIn(
  { dataDir, prefix, names, moveTables }: FolderParts,
  staging: string,
  say: (line: string) => void,
): Promise<void> {
  await moveFiles(staging, dataDir, names.cache, say);
  const records = path.join(dataDir, `${prefix}${names.records}`);
  for (const ending of ["", "-wal", "-shm"]) await rm(`${records}${ending}`, { force: true });
  if (existsSync(path.join(staging, names.records))) await rename(path.join(staging, names.records), records);
  await moveTables(
    { folder: path.join(staging, names.tables), prefix: "" },
    { folder: path.join(dataDir, names.tables), prefix },
  );
}

async function opened<Result>(
  { open }: FolderParts,
  dataDir: string,
  prefix: string,
  use: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = await open(dataDir, prefix);
  try {
    return await use(stores);
  } finally {
    await Promise.all([stores.engine[Symbol.asyncDispose](), stores.records[Symbol.asyncDispose]()]);
  }
}

function reportOf({ created_at, documents, model, during_load, files }: FolderManifest, trial: Trial): BackupReport {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { id: null, created_at, documents, model, during_load, bytes, trial };
}
