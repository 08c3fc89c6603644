import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { PublicError } from "../errors.ts";
import { testWrite } from "../records/test-write.ts";
import { copySqlite } from "../shared/sqlite-copy.ts";
import { VERSION } from "../version.ts";
import { copyLoadFolders, copyVerified, makeBackupFolder, readFolder, sealFolder } from "./files.ts";
import { BackupError, Manifest, type FolderManifest } from "./manifest.ts";
import type { BackupReport, BackupRequest, Backups, RestoreRequest, Trial } from "./port.ts";
import { isLoading, stockOf, verify, type Stores } from "./stock.ts";
import { assertEmpty, forgetTheMoment, moveFiles } from "./target.ts";
import { REPEATED, restoreMark, withStaging } from "./unfinished.ts";
import { asTyped } from "../shared/as-typed.ts";

/** An installation on Elasticsearch: index and records are there, the progress of loads and the cache of vectors in DATA_DIR. */
export interface SnapshotParts {
  dataDir: string;
  prefix: string;
  /** The file of the cache in DATA_DIR. */
  cache: string;
  stores: Stores;
  /** Aliases that are backed up, one snapshot after another: records before the index, which then has all that they speak of. */
  aliases: readonly (readonly string[])[];
  snapshots: {
    take(request: {
      repository: string;
      name: string;
      aliases: readonly string[];
      metadata: Record<string, unknown>;
    }): Promise<string[]>;
    list(request: { repository: string; stem: string }): Promise<{ name: string; metadata: unknown; isWhole: boolean }[]>;
    /** With the aliases of the current installation. `replaces`: indexes of the same names that are there are removed. */
    restore(request: { repository: string; name: string; from: string; to: string; replaces: boolean }): Promise<void>;
    /** Removes the indexes behind an alias. */
    remove(alias: string): Promise<void>;
    /** The UUID of the cluster. */
    cluster(): Promise<string>;
  };
}

const STEM = "signal-canvas-";

export function snapshotBackups(parts: SnapshotParts): Backups {
  return {
    async create(request, say) {
      const { folder } = request;
      if (folder !== null) await makeBackupFolder(folder);
      try {
        return await create(parts, request, say);
      } catch (error) {
        if (folder !== null) for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
        throw error;
      }
    },
    restore: (request, say) => restore(parts, request, say),
  };
}

async function create(
  parts: SnapshotParts,
  { folder, repository }: BackupRequest,
  say: (line: string) => void,
): Promise<BackupReport> {
  if (repository === null)
    throw new BackupError("name a snapshot repository of Elasticsearch with --repository (docs/backup.md)");
  const { dataDir, prefix, cache, stores, aliases, snapshots } = parts;
  const created_at = new Date().toISOString();
  const id = `${STEM}${prefix}${created_at.replaceAll(/[-:]|\.\d+Z$/gu, "").replace("T", "-")}`;
  // So that there is an index of records in any case.
  await testWrite(stores.records);
  const [stock, during_load] = [await stockOf(stores), await isLoading(stores)];
  if (folder !== null) {
    await copyLoadFolders(dataDir, folder);
    if (existsSync(path.join(dataDir, cache))) await copySqlite(path.join(dataDir, cache), path.join(folder, cache));
  }
  const names = aliases.map((_, index) => `${id}-${index + 1}`);
  const manifest: Manifest = {
    format: 1,
    version: VERSION,
    engine: "elasticsearch",
    prefix,
    created_at,
    ...stock,
    during_load,
    snapshots: { repository, names },
  };
  for (const [index, group] of aliases.entries()) {
    say(`taking the snapshot ${names[index]}`);
    const taken = await snapshots.take({
      repository,
      name: names[index]!,
      aliases: group,
      metadata: { signal_canvas: manifest },
    });
    if (taken.length === 0) throw new PublicError("index_missing");
  }
  const sealed = folder === null ? null : await sealFolder(folder, manifest);
  const trial = await verify(stores, { ...stock, during_load: true });
  return reportOf(id, sealed ?? { ...manifest, files: [] }, trial);
}

async function restore(parts: SnapshotParts, request: RestoreRequest, say: (line: string) => void): Promise<BackupReport> {
  const { dataDir, cache, prefix, stores, aliases, snapshots } = parts;
  const manifest = await wanted(parts, request);
  const { repository, names } = manifest.snapshots!;
  const mark = restoreMark(dataDir, prefix, manifest, await snapshots.cluster());
  const isRepeated = await mark.isSet();
  if (isRepeated) say(REPEATED);
  else await assertEmpty(stores, `what INDEX_PREFIX “${prefix}” names in Elasticsearch`);
  await withStaging(dataDir, async (staging) => {
    if (request.folder !== null) await copyVerified(request.folder, manifest.files, staging);
    await mark.set();
    await stores.engine.drop();
    for (const alias of aliases.flat()) await snapshots.remove(alias);
    for (const name of names) {
      say(`restoring the snapshot ${name}`);
      await snapshots.restore({ repository, name, from: manifest.prefix, to: prefix, replaces: isRepeated });
    }
    await moveFiles(staging, dataDir, cache, say);
  });
  await forgetTheMoment(stores.records);
  const trial = await verify(stores, manifest);
  await mark.remove();
  return reportOf(names[0]!.replace(/-1$/u, ""), manifest, trial);
}

/** The backup that is asked for. */
async function wanted(
  { prefix, snapshots }: SnapshotParts,
  { folder, repository, id, fromPrefix }: RestoreRequest,
): Promise<FolderManifest> {
  if (folder !== null) {
    const manifest = await readFolder(folder);
    if (manifest.snapshots === null)
      throw new BackupError(
        `this is a backup of an embedded index; restore it with ENGINE=lancedb, and then run \`${asTyped("index migrate")}\``,
      );
    return { ...manifest, snapshots: { ...manifest.snapshots, repository: repository ?? manifest.snapshots.repository } };
  }
  if (repository === null)
    throw new BackupError("name the snapshot repository of Elasticsearch with --repository, or the folder of the backup");
  const found = await snapshots.list({ repository, stem: STEM });
  const whole = new Set(found.filter(({ isWhole }) => isWhole).map(({ name }) => name));
  const backups = found.flatMap(({ metadata }) => {
    const parsed = Manifest.safeParse((metadata as { signal_canvas?: unknown } | undefined)?.signal_canvas);
    if (!parsed.success || parsed.data.prefix !== (fromPrefix ?? prefix)) return [];
    return parsed.data.snapshots!.names.every((name) => whole.has(name)) ? [parsed.data] : [];
  });
  const backup = id === null ? backups.at(-1) : backups.find(({ snapshots }) => snapshots!.names[0] === `${id}-1`);
  if (backup === undefined) {
    const prefixTold = `INDEX_PREFIX “${fromPrefix ?? prefix}”`;
    throw new BackupError(
      `the repository ${repository} has no complete backup ${id === null ? "" : `${id} `}of ${prefixTold}; use --from-prefix for a different one`,
    );
  }
  return { ...backup, snapshots: { names: backup.snapshots!.names, repository }, files: [] };
}

function reportOf(id: string, { created_at, documents, model, during_load, files }: FolderManifest, trial: Trial): BackupReport {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { id, created_at, documents, model, during_load, bytes, trial };
}
