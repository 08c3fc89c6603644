import type { Target } from "../engine/port.ts";

export interface BackupRequest {
  /** A new folder; null where snapshots hold all that is needed. */
  folder: string | null;
  /** A snapshot repository of Elasticsearch; null for the embedded engine. */
  repository: string | null;
}

export interface RestoreRequest extends BackupRequest {
  /** Which backup of the repository, by its ID; null: the one that the folder names, else the latest. */
  id: string | null;
  /** INDEX_PREFIX of what was backed up, to find it in a repository; null: the current one. */
  fromPrefix: string | null;
}

/** What is in a backup, or came back from one. */
export interface BackupReport {
  /** Of its snapshots; null: it is all in the folder. */
  id: string | null;
  created_at: string;
  documents: Partial<Record<Target, number>>;
  model: string | null;
  during_load: boolean;
  /** Bytes of the files in its folder. */
  bytes: number;
  /** Papers that were looked up, and how many of them were found. */
  trial: Trial;
}

export interface Trial {
  searched: number;
  by_words: number;
  with_vector: number;
  by_meaning: number;
}

/** How index and records are kept elsewhere and brought back. */
export interface Backups {
  /**
   * Backs up index, records and what loads keep of their progress, while servers answer and loads run: a load that is restored goes on where the backup says that it was.
   * Throws `BackupError`, and the engine's errors.
   */
  create(request: BackupRequest, say: (line: string) => void): Promise<BackupReport>;

  /**
   * Brings a backup back to where nothing is yet, and looks whether all of it came. Throws `BackupError`: something stands there already (it is left as it is), the
   * backup is damaged, or documents are missing afterwards.
   */
  restore(request: RestoreRequest, say: (line: string) => void): Promise<BackupReport>;
}
