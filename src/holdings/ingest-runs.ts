import type { Readable } from "node:stream";

/** A load: what went in, what became of its rows, and what it took. Times are ISO 8601, UTC. */
export interface IngestRun {
  run_id: string;
  target: "papers" | "signals" | "fulltext";
  format: string;
  /** The file, folder or address that was read; `-` for standard input. */
  input: string;
  status: "running" | "done" | "failed" | "stopped" | "broken_off";
  started_at: string;
  seconds: number;
  rows_per_minute: number;
  /** How many rows were read, and how many ended in each outcome. */
  rows: Readonly<Record<string, number>> & { read: number; dead: number };
  /** The same of the signals that rows state beside their papers. */
  derived: Readonly<Record<string, number>> & { read: number; dead: number };
  /** Of a load under way: how much of its input was read; null: over, or unknown. */
  progress: { bytes_read: number; total_bytes: number } | null;
  dead_by_reason: Readonly<Record<string, number>>;
  texts_embedded: number;
  texts_cached: number;
  without_vector: number;
  failed_files: readonly string[];
  unused_columns: readonly string[];
  /** Where the load kept its dead letters, as its machine names the file. */
  dead_letters_file: string | null;
  error: string | null;
}

/** A row that could not be loaded. */
export interface DeadRow {
  file: string;
  line: number;
  field?: string;
  message: string;
  allowed?: string | readonly string[];
  /** The row's beginning, at most 2 kB; null where only the report is at hand. */
  row: string | null;
  row_is_cut: boolean;
}

export interface DeadReason {
  reason: string;
  count: number;
  /** What to do about it, in a sentence. */
  remedy: string;
  /** The first rows, at most three. */
  first: DeadRow[];
}

export interface DeadLetters {
  /** The most frequent reason first. */
  reasons: DeadReason[];
  /** The file, where this machine has it in its data folder; else null: the load ran on another machine, kept it elsewhere, or it was mended. */
  file: { name: string; bytes: number } | null;
}

/**
 * What the pages read of the pipeline's runs. The pipeline implements it: nothing else in `src` knows how runs keep their files. Throws
 * `records_unavailable`.
 */
export interface IngestRuns {
  /** The latest runs, newest first. */
  latest(limit: number, signal?: AbortSignal): Promise<IngestRun[]>;
  /** One run; null where there is none of this id. */
  get(runId: string, signal?: AbortSignal): Promise<IngestRun | null>;
  /** Why rows of a run are dead, with the first of each reason. */
  deadLetters(run: IngestRun): Promise<DeadLetters>;
  /** The file of dead letters to read, JSON Lines; null where this machine does not have it in its data folder. */
  openDeadLetters(run: IngestRun): Promise<{ name: string; content: Readable } | null>;
}
