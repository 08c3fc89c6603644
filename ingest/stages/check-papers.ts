import { basename } from "node:path";
import { recordKeyOf, sourceRecord } from "../../src/documents/merge.ts";
import type { SourceRecord } from "../../src/documents/paper.ts";
import { signalKey, type ParsedSignal } from "../../src/documents/signal.ts";
import { BatchLog, dead, type BatchContext, type CheckedBatch, type NumberedRow, type RowBatch } from "./batch.ts";
import type { DeletionRow, PaperRow, Problem, RawRow } from "../sources/port.ts";
import { mapInTurns } from "../turns.ts";
import { checkIds, checkPaper, checkSignal, checkSource } from "../validate.ts";

/** A row that was checked: a record that a source gives, with its signals, or takes back. */
export interface PaperEntry {
  numbered: NumberedRow;
  kind: "stated" | "taken back";
  record: SourceRecord;
  derived: DerivedSignal[];
}

/** One signal that a row states beside its paper, not yet tied to it; or why it cannot be taken. `part` counts from 1. */
type DerivedSignal = { part: number } & ({ input: ParsedSignal; key: string } | { problem: Problem });

/**
 * Second stage, of papers: each row is checked against the schema. `fallback`: the source of rows that name none; default: the name of their
 * file. Rows that cannot be taken and blank ones end here, in the log.
 */
export async function* checkPapers(
  batches: AsyncIterable<RowBatch>,
  context: BatchContext,
): AsyncGenerator<CheckedBatch<PaperEntry>> {
  for await (const { origin, rows } of batches) {
    const log = new BatchLog(context, rows.length);
    const checked = await mapInTurns(rows, (row) => entryOf(row, context.source.sourceName, log));
    const entries = checked.filter((entry) => entry !== null);
    yield { origin, lastRow: rows.at(-1)?.number ?? 0, entries, log };
  }
}

function entryOf(numbered: NumberedRow, fallback: string | undefined, log: BatchLog): PaperEntry | null {
  const { row } = numbered;
  if (row.kind === "blank") {
    log.rowEnded(numbered, { status: "blank" });
    return null;
  }
  const entry = checkRow(row, fallback ?? fileName(row.position.file));
  if ("problem" in entry) {
    log.rowEnded(numbered, dead(entry.problem));
    return null;
  }
  return { numbered, ...entry };
}

function checkRow(row: RawRow, fallback: string): Omit<PaperEntry, "numbered"> | { problem: Problem } {
  switch (row.kind) {
    case "paper":
      return checkPaperRow(row, fallback);
    case "deletion":
      return checkDeletion(row, fallback);
    case "unreadable":
      return { problem: row.problem };
    default:
      throw new Error(`a source of papers yielded a row of the kind ${row.kind}`);
  }
}

function checkPaperRow(row: PaperRow, fallback: string): Omit<PaperEntry, "numbered"> | { problem: Problem } {
  const input = checkPaper(row.paper);
  if ("problem" in input) return input;
  const source = checkSource(row.source, fallback);
  if ("problem" in source) return source;
  const derived = row.signals.map((signal, index): DerivedSignal => {
    const checked = checkSignal({ source: source.value, ...(signal as object), paper_ids: [ITS_PAPER] });
    if ("problem" in checked) return { part: index + 1, problem: checked.problem };
    return { part: index + 1, input: checked.value, key: signalKey(checked.value) };
  });
  const keys = derived.flatMap((signal) => ("key" in signal ? [signal.key] : []));
  return { kind: "stated", record: sourceRecord(input.value, source.value, keys), derived };
}

function checkDeletion(row: DeletionRow, fallback: string): Omit<PaperEntry, "numbered"> | { problem: Problem } {
  const source = checkSource(row.source, fallback);
  if ("problem" in source) return source;
  const { title: titleId, ...given } = (row.ids ?? {}) as Record<string, unknown>;
  const ids = checkIds(given);
  if ("problem" in ids) return ids;
  const input = { title: "", ids: ids.value };
  const hasIds = Object.keys(ids.value).length > 0;
  if (!hasIds && (typeof titleId !== "string" || !titleId.startsWith("title:"))) {
    return {
      problem: { stage: "validate", reason: "missing_field", field: "ids", message: "a row that deletes data must have an ID" },
    };
  }
  const record_key = hasIds ? recordKeyOf(input) : String(titleId);
  return { kind: "taken back", record: { source: source.value, record_key, input, signals: [] }, derived: [] };
}

/** Stands for the row's paper until its id is known. */
export const ITS_PAPER = "its paper";

/** The name of a source that names itself nowhere. */
function fileName(file: string): string {
  return file === "-" ? "standard input" : basename(file);
}
