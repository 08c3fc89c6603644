import type { SignalKind } from "../src/documents/signal-kinds.ts";

/** What became of rows. Every row that is read ends in exactly one of these. */
export const ROW_OUTCOMES = ["indexed", "unchanged", "merged", "superseded", "removed", "dead", "blank"] as const;
type RowOutcomeName = (typeof ROW_OUTCOMES)[number];

/** What became of the signals that rows state beside their papers. */
const DERIVED_OUTCOMES = ["indexed", "unchanged", "merged", "dead"] as const;
type DerivedOutcomeName = (typeof DERIVED_OUTCOMES)[number];

/**
 * Counts of a batch or a run. indexed: written; unchanged: stored like this already; merged: became part of a document with what another row
 * or source says; superseded: a later row of the same record counts; removed: took back what its source had said; dead: in the dead letters; blank: an empty line.
 */
export interface Tally {
  rows: Record<RowOutcomeName, number> & { read: number };
  derived: Record<DerivedOutcomeName, number> & { read: number };
  dead_by_reason: Record<string, number>;
  /** Papers that turned out to be another paper, papers that no source states any more, signals that no row states any more. */
  papers_joined: number;
  papers_removed: number;
  signals_removed: number;
  /** Signals that are stored after the run, rows and derived ones together, by kind. */
  signals_by_kind: Partial<Record<SignalKind, number>>;
  /** Texts that the model refused: their documents are found by their words alone. */
  without_vector: number;
}

export function emptyTally(): Tally {
  return {
    rows: { read: 0, indexed: 0, unchanged: 0, merged: 0, superseded: 0, removed: 0, dead: 0, blank: 0 },
    derived: { read: 0, indexed: 0, unchanged: 0, merged: 0, dead: 0 },
    dead_by_reason: {},
    signals_by_kind: {},
    papers_joined: 0,
    papers_removed: 0,
    signals_removed: 0,
    without_vector: 0,
  };
}

/** Adds the counts of `part` to `sum`. */
export function addTally(sum: Tally, part: Tally): void {
  for (const name of ["without_vector", "papers_joined", "papers_removed", "signals_removed"] as const) sum[name] += part[name];
  for (const name of ["rows", "derived", "dead_by_reason", "signals_by_kind"] as const) {
    const counts = sum[name] as Record<string, number>;
    for (const [key, count] of Object.entries(part[name])) counts[key] = (counts[key] ?? 0) + count;
  }
}

/** The sentence that says how the counts do not add up; null where they do. */
export function imbalance({ rows, derived }: Tally, rowsRead: number): string | null {
  const ended = ROW_OUTCOMES.reduce((sum, name) => sum + rows[name], 0);
  if (rows.read !== rowsRead || ended !== rowsRead) return `${rowsRead} rows were read, but ${ended} have an outcome`;
  const derivedEnded = DERIVED_OUTCOMES.reduce((sum, name) => sum + derived[name], 0);
  if (derivedEnded !== derived.read) return `${derived.read} signals were derived, but ${derivedEnded} have an outcome`;
  return null;
}
