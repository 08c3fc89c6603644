import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { RecordKind, Records } from "../records/port.ts";
import { everyRecord } from "../records/every-record.ts";
import { LOAD_FOLDERS } from "./files.ts";
import { BackupError } from "./manifest.ts";
import type { Stores } from "./stock.ts";

/** Records that people made. A server or `doctor` that runs for the first time keeps some others. */
const MADE_BY_PEOPLE: readonly RecordKind[] = ["account", "key", "workspace", "run"];

/** Of processes and generations that are no more; a session may have been ended since. */
const NOT_RESTORED: readonly RecordKind[] = ["ingest_lock", "index_build", "session", "attempts", "rate", "window"];

const CALL = { timeoutMs: 60_000 };

/** Throws `BackupError` where there is a document, an account, a key, a workspace or an answer. */
export async function assertEmpty({ engine, records }: Stores, where: string): Promise<void> {
  const filled = (await engine.generations(CALL)).filter(({ documents }) => documents > 0);
  const kinds: string[] = [];
  for (const kind of MADE_BY_PEOPLE) {
    if ((await records.list(kind, { limit: 1 })).records.length > 0) kinds.push(`${kind}s`);
  }
  if (filled.length === 0 && kinds.length === 0) return;
  const found = [...filled.map(({ generation, documents }) => `${generation} (${documents} documents)`), ...kinds];
  throw new BackupError(
    `nothing was restored because ${where} is not empty: ${found.join(", ")}. Choose another, or remove them first`,
  );
}

/**
 * Moves what a backup has of the progress of loads, and of the cache of vectors, from a folder on the same disk to DATA_DIR. The progress of loads into the index that is no more
 * is put aside: it would let them begin in the middle. A cache that is there stays: vectors of texts are true whatever is restored.
 */
export async function moveFiles(from: string, dataDir: string, cache: string, say: (line: string) => void): Promise<void> {
  const aside = await putLoadFoldersAside(dataDir);
  if (aside !== null) say(`the progress of earlier loads was moved to ${aside}`);
  for (const name of [...LOAD_FOLDERS, cache]) {
    const [source, place] = [path.join(from, name), path.join(dataDir, name)];
    if (!existsSync(source) || (name === cache && existsSync(place))) continue;
    await rm(place, { recursive: true, force: true });
    await rename(source, place);
  }
}

/** Resolves to where it is; null: there was nothing. */
async function putLoadFoldersAside(dataDir: string): Promise<string | null> {
  const present = LOAD_FOLDERS.filter((name) => existsSync(path.join(dataDir, name)));
  const filled: string[] = [];
  for (const name of present) if ((await readdir(path.join(dataDir, name))).length > 0) filled.push(name);
  if (filled.length === 0) return null;
  const aside = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/gu, "-")}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of filled) await rename(path.join(dataDir, name), path.join(aside, name));
  return aside;
}

/** Removes what was true of the moment of the backup alone. */
export async function forgetTheMoment(records: Records): Promise<void> {
  for (const kind of NOT_RESTORED) {
    for await (const { id } of everyRecord(records, kind)) await records.delete(kind, id);
  }
}
