import type { ParsedSignal } from "../../src/documents/signal.ts";
import { cleanText } from "../../src/documents/text.ts";
import { checkSignal } from "../validate.ts";
import { BatchLog, dead, type BatchContext, type CheckedBatch, type NumberedRow, type RowBatch } from "./batch.ts";

/** A row that was checked: a signal whose papers are not looked up yet. */
export interface SignalEntry {
  numbered: NumberedRow;
  input: ParsedSignal;
  /** One paper more, by the first of these ids that is known, else by its exact title. */
  named: { ids: string[]; title: string } | null;
  /** Ids of papers without which the signal is passed over. */
  onlyIfHeld: readonly string[];
}

/** Second stage, of signals: each row is checked against the schema. Rows that cannot be taken and blank ones end here, in the log. */
export async function* checkSignals(
  batches: AsyncIterable<RowBatch>,
  context: BatchContext,
): AsyncGenerator<CheckedBatch<SignalEntry>> {
  for await (const { origin, rows } of batches) {
    if (origin === "passed_over") continue;
    const log = new BatchLog(context, rows.length);
    const entries = rows.flatMap((numbered) => entryOf(numbered, log) ?? []);
    yield { origin, lastRow: rows.at(-1)?.number ?? 0, entries, log };
  }
}

function entryOf(numbered: NumberedRow, log: BatchLog): SignalEntry | null {
  const { row } = numbered;
  if (row.kind === "paper" || row.kind === "deletion" || row.kind === "fulltext")
    throw new Error("a source of signals yielded a paper");
  if (row.kind === "blank") log.rowEnded(numbered, { status: "blank" });
  else if (row.kind === "unreadable") log.rowEnded(numbered, dead(row.problem));
  else {
    const { paper, ...signal } = row.signal as { paper?: { ids?: unknown; title?: unknown }; paper_ids?: unknown };
    const named = paper === undefined ? null : nameOf(paper);
    const given = Array.isArray(signal.paper_ids) ? (signal.paper_ids as unknown[]) : [];
    const checked = checkSignal(named === null ? signal : { ...signal, paper_ids: [...given, NAMED_PAPER] });
    if ("problem" in checked) log.rowEnded(numbered, dead(checked.problem));
    else {
      const paper_ids = checked.value.paper_ids.filter((id) => id !== NAMED_PAPER);
      return { numbered, input: { ...checked.value, paper_ids }, named, onlyIfHeld: row.onlyIfHeld ?? [] };
    }
  }
  return null;
}

/** Stands for the paper that a row names until its id is known. */
const NAMED_PAPER = "the paper that the row names";

function nameOf({ ids, title }: { ids?: unknown; title?: unknown }): SignalEntry["named"] {
  return {
    ids: Array.isArray(ids) ? (ids as string[]).filter((id) => id.trim() !== "") : [],
    title: typeof title === "string" ? cleanText(title) : "",
  };
}
