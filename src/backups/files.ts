import { createHash } from "node:crypto";
import { constants, createReadStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { BackupError, FolderManifest, MANIFEST_FILE, type BackupFile } from "./manifest.ts";

/** Folders of DATA_DIR that say how far loads have come: checkpoints, dead letters, and the places of sources. */
export const LOAD_FOLDERS = ["ingest", "dead-letters", "sources"] as const;

/** Only who runs the service may look into it: it holds hashes of keys and passwords, and everybody's questions. */
const PRIVATE_FOLDER = 0o700;

/** Makes the folder of a new backup, or makes an empty one private. Throws `BackupError` where something is in it already. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty; name a new folder for each backup`);
  await chmod(folder, PRIVATE_FOLDER);
}

/** Copies what loads keep of their progress, where they keep any. */
export async function copyLoadFolders(from: string, to: string): Promise<void> {
  for (const folder of LOAD_FOLDERS.filter((name) => existsSync(path.join(from, name)))) {
    for (const file of await filesOf(path.join(from, folder))) {
      const target = path.join(to, folder, file);
      await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
      try {
        await copyFile(path.join(from, folder, file), target, constants.COPYFILE_FICLONE);
      } catch (error) {
        // A running load replaces its files.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
  }
}

/** Writes the manifest with the size and SHA-256 of every file beside it; resolves to it. */
export async function sealFolder(folder: string, manifest: Omit<FolderManifest, "files">): Promise<FolderManifest> {
  const files: BackupFile[] = [];
  for (const file of await filesOf(folder)) files.push(await described(folder, file));
  const whole = { ...manifest, files };
  const place = path.join(folder, MANIFEST_FILE);
  await writeFile(place, `${JSON.stringify(whole, null, 2)}\n`);
  await chmod(place, 0o600);
  return whole;
}

/** Reads the manifest of a backup's folder. Throws `BackupError` where it is none, or one of a later release. */
export async function readFolder(folder: string): Promise<FolderManifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new BackupError(`${folder} is not a complete backup: it has no ${MANIFEST_FILE}`, { cause: error });
  }
  const parsed = FolderManifest.safeParse(parsedJson(text));
  if (!parsed.success)
    throw new BackupError(`${MANIFEST_FILE} cannot be read by this release: ${parsed.error.issues[0]!.message}`);
  return parsed.data;
}

/** Copies the files of a backup, and reads each copy again. Throws `BackupError` where one is missing or not as it was. */
export async function copyVerified(from: string, files: readonly BackupFile[], to: string): Promise<void> {
  for (const file of files) {
    const target = path.join(to, file.path);
    if (path.relative(to, target).startsWith(".."))
      throw new BackupError(`${MANIFEST_FILE} names ${file.path}, which is outside the backup`);
    await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await copyFile(path.join(from, file.path), target, constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw new BackupError(`the backup is damaged: ${file.path} is missing`, { cause: error });
    }
    const { bytes, sha256 } = await described(to, file.path);
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new BackupError(`the backup is damaged: ${file.path} does not match its checksum`);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BackupError(`the backup is damaged: ${MANIFEST_FILE} is cut off, or is not JSON`, { cause: error });
  }
}

async function described(folder: string, file: string): Promise<BackupFile> {
  const place = path.join(folder, file);
  const hash = createHash("sha256");
  await pipeline(createReadStream(place, { highWaterMark: 1 << 20 }), hash);
  return { path: file, bytes: (await stat(place)).size, sha256: hash.digest("hex") };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
