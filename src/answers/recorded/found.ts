import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";

/** What a row is read from: the title of a paper, or the statement of a signal. */
export type Proof = { paper: Paper } | { signal: Signal };

/** One thing on record. */
export interface RecordRow {
  label: string;
  value: string | null;
  paper_id: string | null;
  proofs: Proof[];
}

/** What the library holds on record for a question. */
export interface RecordFinding {
  /** The result in one sentence, with what it is read from; null where nothing is on record. */
  lead: { text: string; proofs: Proof[] } | null;
  /** Why there is nothing, or where the answer comes from. */
  reason: string;
  /** All of them, the most telling first. */
  rows: RecordRow[];
  total: number;
  /** What `total` counts, so that it can be counted again. */
  query: string;
  /** What the library does not hold or the query does not tell. */
  missing: string[];
}

/* The numbers here were chosen by reading answers, not measured apart. */

/** Rows that are shown in an answer. */
export const SHOWN_ROWS = 50;
/** Rows that the first sentence names. */
export const NAMED_ROWS = 3;

/** The words of the first sentence that name rows: all of them where they are few, else the first ones. */
export function namedRows(rows: readonly RecordRow[], total: number): string {
  const first = rows.slice(0, NAMED_ROWS).map(({ label, value }) => `“${label}”${value === null ? "" : ` (${value})`}`);
  if (first.length === 0) return "";
  return `${total > first.length ? ", among them " : ": "}${first.join("; ")}`;
}

export function proofsOf(rows: readonly RecordRow[]): Proof[] {
  return rows.slice(0, NAMED_ROWS).flatMap(({ proofs }) => proofs);
}

export function nothing(reason: string, query: string, missing: string[] = []): RecordFinding {
  return { lead: null, reason, rows: [], total: 0, query, missing };
}
