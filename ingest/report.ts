import type { LoadTarget, SourceOptions } from "./sources/format.ts";
import type { DeadLetter } from "./dead-letters.ts";
import { ROW_OUTCOMES, type Tally } from "./tally.ts";

/** What a run came to; kept as a record and printed. */
export interface IngestReport extends Tally {
  run_id: string;
  target: LoadTarget;
  format: string;
  input: string;
  /**
   * done: the input was read to its end; failed: it was not, see `error` and `failed_files`; stopped: someone asked to; broken_off: its process ended
   * without a word.
   */
  status: "running" | "done" | "failed" | "stopped" | "broken_off";
  dry_run: boolean;
  started_at: string;
  seconds: number;
  /** Of a run under way: how much of its input was read; null: over, or of unknown size. */
  progress: { bytes_read: number; total_bytes: number } | null;
  /** Rows that an earlier run had finished; they are part of the counts. */
  resumed_from_row: number;
  rows_per_minute: number;
  /** Texts that the model had to embed, and texts whose vectors its cache knew. */
  texts_embedded: number;
  texts_cached: number;
  /** Papers whose `has_code` or `signal_counts` the run brought up to date at its end. */
  counts_refreshed: number;
  failed_files: string[];
  unused_columns: string[];
  dead_letters_file: string | null;
  first_dead: Pick<DeadLetter, "file" | "line" | "reason" | "field" | "message" | "allowed">[];
  error: string | null;
}

export interface NewReport {
  /** The counts of the run that is resumed. */
  tally: Tally;
  source: SourceOptions;
  runId: string;
  startedAt: string;
  dryRun: boolean;
  resumedFromRow: number;
  deadLettersFile: string | null;
}

/** The report of a run that begins. */
export function newReport({ tally, source, runId, startedAt, dryRun, resumedFromRow, deadLettersFile }: NewReport): IngestReport {
  return {
    ...structuredClone(tally),
    run_id: runId,
    target: source.target,
    format: source.format,
    input: source.path,
    status: "running",
    dry_run: dryRun,
    started_at: startedAt,
    seconds: 0,
    progress: null,
    resumed_from_row: resumedFromRow,
    rows_per_minute: 0,
    texts_embedded: 0,
    texts_cached: 0,
    counts_refreshed: 0,
    failed_files: [],
    unused_columns: [],
    dead_letters_file: deadLettersFile,
    first_dead: [],
    error: null,
  };
}

export interface ClosingFigures {
  tally: Tally;
  seconds: number;
  /** Rows in the tally that an earlier run had read. */
  rowsBefore: number;
  embedding: { texts: number; cached: number };
  unusedColumns: readonly string[];
}

/** Puts what a run came to into its report. */
export function closeReport(
  report: IngestReport,
  { tally, seconds, rowsBefore, embedding, unusedColumns }: ClosingFigures,
): void {
  Object.assign(report, tally);
  report.progress = null;
  report.seconds = seconds;
  report.rows_per_minute = Math.round((60 * (tally.rows.read - rowsBefore)) / Math.max(0.001, seconds));
  report.texts_embedded = embedding.texts - embedding.cached;
  report.texts_cached = embedding.cached;
  report.unused_columns = [...unusedColumns];
}

/** 0: everything is in. 1: the run failed or was stopped, or a file could not be read to its end. 3: done, some rows are dead letters. */
export function exitCodeOf(report: IngestReport): 0 | 1 | 3 {
  if (report.status !== "done" || report.failed_files.length > 0) return 1;
  return report.rows.dead + report.derived.dead > 0 ? 3 : 0;
}

/** The report for people. */
export function reportText(report: IngestReport): string {
  const { rows, derived } = report;
  const outcomes = ROW_OUTCOMES.filter((name) => rows[name] > 0).map(
    (name) => `${rows[name]} ${OUTCOME_WORDS[name](report.dry_run)}`,
  );
  const lines = [
    `${report.dry_run ? "Dry run" : "Run"} ${report.run_id}: ${report.status}`,
    `Rows: ${rows.read} read; ${outcomes.join(", ") || "none processed"}`,
  ];
  if (report.resumed_from_row > 0)
    lines.push(`Resumed after row ${report.resumed_from_row}; these counts include the rows before it`);
  if (derived.read > 0) {
    const { indexed, unchanged, merged, dead } = derived;
    lines.push(
      `Signals in the rows: ${derived.read}; ${indexed} ${OUTCOME_WORDS.indexed(report.dry_run)}, ${unchanged} unchanged, ${merged} merged, ${dead} dead`,
    );
  }
  if (Object.keys(report.signals_by_kind).length > 0) lines.push(`Signals by kind: ${listed(report.signals_by_kind)}`);
  if (report.papers_joined > 0) lines.push(`Papers merged into another: ${report.papers_joined}`);
  if (report.papers_removed > 0) lines.push(`Papers removed because no source lists them anymore: ${report.papers_removed}`);
  if (report.signals_removed > 0) lines.push(`Signals removed because no row states them anymore: ${report.signals_removed}`);
  if (report.without_vector > 0) lines.push(`Without an embedding (the model refused the text): ${report.without_vector}`);
  if (report.counts_refreshed > 0) lines.push(`Papers whose signal counts changed: ${report.counts_refreshed}`);
  if (report.unused_columns.length > 0) lines.push(`Unused columns: ${report.unused_columns.join(", ")}`);
  lines.push(
    `Time: ${report.seconds.toFixed(1)} s, ${report.rows_per_minute} rows a minute, ${report.texts_embedded} texts ${report.dry_run ? "to embed at most" : "embedded"}, ${report.texts_cached} from the cache`,
  );
  if (Object.keys(report.dead_by_reason).length > 0) {
    lines.push(`Dead letters by reason: ${listed(report.dead_by_reason)}`);
    for (const letter of report.first_dead) lines.push(`  ${deadLine(letter)}`);
    if (report.dead_letters_file) lines.push(`Dead letters are in ${report.dead_letters_file}`);
  }
  for (const file of report.failed_files) lines.push(`Failed: ${file}`);
  if (report.error) lines.push(`Error: ${report.error}`);
  const onwards = howToGoOn(report);
  if (onwards) lines.push(onwards);
  return lines.join("\n");
}

/** What to do about a run that did not reach its end; null where there is nothing to do. */
function howToGoOn({ status, input, rows, dry_run }: IngestReport): string | null {
  if (status === "done" || dry_run) return null;
  if (input === "-") return "To continue, load the whole input again: what is already loaded is skipped";
  return `To continue after row ${rows.read}, run the same command with --resume. Without --resume everything is read again; nothing is lost or duplicated`;
}

const OUTCOME_WORDS: Record<(typeof ROW_OUTCOMES)[number], (dryRun: boolean) => string> = {
  indexed: (dryRun) => (dryRun ? "would be written" : "written"),
  unchanged: () => "unchanged",
  merged: () => "merged with other rows",
  superseded: () => "superseded by a later row",
  removed: (dryRun) => (dryRun ? "would delete their source's data" : "deleted their source's data"),
  dead: () => "dead",
  blank: () => "blank",
};

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function deadLine({ file, line, reason, field, message, allowed }: IngestReport["first_dead"][number]): string {
  const what = [field, message].filter(Boolean).join(" ");
  const options = typeof allowed === "string" ? allowed : allowed?.join(", ");
  return `${file}:${line}: ${reason}: ${what}${options ? `; allowed: ${options}` : ""}`;
}
