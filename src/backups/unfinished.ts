import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "./manifest.ts";

/** A file of DATA_DIR that names the backup whose restore has begun to replace what is there, and has not ended. */
export interface RestoreMark {
  /** Whether a restore of the same backup to the same place was killed or failed: what is there is from it. */
  isSet(): Promise<boolean>;
  set(): Promise<void>;
  remove(): Promise<void>;
}

/** `cluster`: of Elasticsearch, its UUID, since the same DATA_DIR may be used with another; null: everything is in DATA_DIR. */
export function restoreMark(
  dataDir: string,
  prefix: string,
  { engine, prefix: from, created_at }: Pick<Manifest, "engine" | "prefix" | "created_at">,
  cluster: string | null,
): RestoreMark {
  const file = path.join(dataDir, `.${prefix}restore-in-progress`);
  const text = `${JSON.stringify({ engine, prefix: from, created_at, cluster })}\n`;
  return {
    async isSet() {
      try {
        return (await readFile(file, "utf8")) === text;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      }
    },
    set: () => writeFile(file, text, { mode: 0o600 }),
    remove: () => rm(file, { force: true }),
  };
}

/** Lends a folder on the disk of DATA_DIR, and removes it afterwards. Those of restores that were killed go first, for their room. */
export async function withStaging(dataDir: string, use: (staging: string) => Promise<void>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(STAGING)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const staging = await mkdtemp(path.join(dataDir, STAGING));
  try {
    await use(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const STAGING = ".restoring-";

export const REPEATED = "replacing the data of an unfinished restore";
