import { z } from "zod";
import { TARGETS, type Target } from "../engine/port.ts";

/** The file of a backup's folder that says what is in it; written last, so that a folder without it is no whole backup. */
export const MANIFEST_FILE = "backup.json";

const Count = z.number().int().nonnegative();

/** What a backup is of, kept in its folder and with its snapshots. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  engine: z.enum(["lancedb", "elasticsearch"]),
  /** INDEX_PREFIX of what was backed up. */
  prefix: z.string(),
  created_at: z.iso.datetime(),
  documents: z.record(z.enum(TARGETS as [Target, ...Target[]]), Count),
  /** Of the vectors. */
  model: z.string().nullable(),
  /** A load was running, so that there may be a few documents more or less than counted. */
  during_load: z.boolean(),
  /** Of Elasticsearch, in the order in which they were taken. */
  snapshots: z.object({ repository: z.string(), names: z.array(z.string()) }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** A file of a backup's folder, by its path within it. */
const BackupFile = z.object({ path: z.string(), bytes: Count, sha256: z.string().regex(/^[0-9a-f]{64}$/u) });
export type BackupFile = z.infer<typeof BackupFile>;

export const FolderManifest = Manifest.extend({ files: z.array(BackupFile) });
export type FolderManifest = z.infer<typeof FolderManifest>;

/** Something about a backup that its operator can mend. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
