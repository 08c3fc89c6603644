import type { Provenance } from "../../src/documents/paper.ts";
import type { SignalKind } from "../../src/documents/signal-kinds.ts";
import { deadLetter, type DeadLetter } from "../dead-letters.ts";
import type { SourceOptions } from "../sources/format.ts";
import type { Problem, RawRow } from "../sources/port.ts";
import type { StoreOutcome } from "../store.ts";
import { emptyTally, type Tally } from "../tally.ts";

/** A row with its number in the input, counted from 1. */
export interface NumberedRow {
  number: number;
  row: RawRow;
}

/**
 * Where the rows of a batch come from. `passed_over`: an earlier run has brought them to their outcome; they are looked at, not stored. `waited`:
 * they were held back until the end of the input.
 */
export type Origin = "read" | "passed_over" | "waited";

export interface RowBatch {
  origin: Origin;
  rows: NumberedRow[];
}

/** A batch whose rows are checked: entries for those that can go on; the others have their outcome in the log. */
export interface CheckedBatch<Entry> {
  origin: Origin;
  /** The number of its last row. */
  lastRow: number;
  entries: Entry[];
  log: BatchLog;
}

/** What a batch came to. */
export interface BatchResult {
  tally: Tally;
  letters: DeadLetter[];
  /** Ids of the papers whose counts may have changed. */
  touched: Set<string>;
}

/** A batch that can be stored. */
export interface ResolvedBatch {
  origin: Origin;
  lastRow: number;
  /** The ids and aliases that it concerns: batches that share one are stored one after another. */
  keys: ReadonlySet<string>;
  store(): Promise<BatchResult>;
}

export interface BatchContext extends Pick<Provenance, "run_id" | "ingested_at"> {
  source: SourceOptions;
}

/** Collects the outcomes of a batch's rows. */
export class BatchLog implements BatchResult {
  readonly tally = emptyTally();
  readonly letters: DeadLetter[] = [];
  readonly touched = new Set<string>();
  readonly #context: BatchContext;

  constructor(context: BatchContext, rows: number) {
    this.#context = context;
    this.tally.rows.read = rows;
  }

  rowEnded({ number, row }: NumberedRow, outcome: StoreOutcome | { status: "superseded" | "removed" | "blank" }): void {
    this.tally.rows[outcome.status] += 1;
    this.#note(number, row.position.part ?? 0, row, outcome);
  }

  /** `part` counts the signals of a row from 1. */
  derivedEnded({ number, row }: NumberedRow, part: number, outcome: StoreOutcome): void {
    this.tally.derived.read += 1;
    this.tally.derived[outcome.status] += 1;
    this.#note(number, part, row, outcome);
  }

  #note(number: number, part: number, row: RawRow, outcome: StoreOutcome | { status: "superseded" | "removed" | "blank" }): void {
    if ("without_vector" in outcome && outcome.without_vector) this.tally.without_vector += 1;
    if (outcome.status !== "dead") return;
    const { source, run_id } = this.#context;
    const { problem } = outcome;
    this.tally.dead_by_reason[problem.reason] = (this.tally.dead_by_reason[problem.reason] ?? 0) + 1;
    this.letters.push(deadLetter(row, problem, { source, number, part, run_id }));
  }
}

export function dead(problem: Problem): { status: "dead"; problem: Problem } {
  return { status: "dead", problem };
}

/** Counts a signal that is stored now. */
export function addKind(log: BatchLog, kind: SignalKind): void {
  log.tally.signals_by_kind[kind] = (log.tally.signals_by_kind[kind] ?? 0) + 1;
}
