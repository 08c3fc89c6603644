import type { Run } from "./runs.ts";

/** Runs on one baseline, from left to right. */
export interface Row {
  runs: Run[];
  y: number;
  size: number;
}

/*
 * The numbers below are choices.
 */

/** How far a run may stand off a line's baseline, in sizes: `baseline` of its own font and it is on it, `raised` of the line's and it may be its index. */
const OFF_BASELINE = { baseline: 0.25, raised: 0.6 } as const;
/** An index is smaller than this share of its line's size, touches it within so many of its own sizes (`leads`: the mark of a note before its words), and is raised by more than so many of the line's. */
export const INDEX = { size: 0.85, touches: 0.6, leads: 1.2, raised: 0.2 } as const;

/** Rows of one table are no further apart, in sizes of their print. */
export const TABLE_LEADING = 2.6;

/** Runs on one baseline, from left to right; raised and lowered ones belong to the line that they touch. */
export function rowsOf(runs: readonly Run[]): Row[] {
  const rows: Row[] = [];
  const words = runs.filter(({ text }) => text.trim() !== "");
  // Larger ones first: they make the lines that indices then belong to.
  for (const run of words.toSorted((a, b) => b.size - a.size || a.y - b.y)) {
    const home = nearest(rows, run);
    if (home) home.runs.push(run);
    else rows.push({ runs: [run], y: run.y, size: run.size });
  }
  for (const row of rows) row.runs.sort((a, b) => a.x - b.x);
  return rows.sort((a, b) => a.y - b.y);
}

/** What a note begins with. */
const MARK = /^\s*(?:\d{1,3}|[*†‡§¶∗])\s*$/u;

/** The row that a run belongs to: of an index, the one that it touches, before another column's that happens to be on its height. */
function nearest(rows: readonly Row[], run: Run): Row | null {
  let best: Row | null = null;
  let isBestTouched = false;
  let distance = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const away = Math.abs(row.y - run.y);
    if (away > row.size * OFF_BASELINE.raised && away > run.size * OFF_BASELINE.baseline) continue;
    const reach = MARK.test(run.text) && row.y > run.y ? INDEX.leads : INDEX.touches;
    const isTouched =
      run.size < row.size * INDEX.size &&
      away <= row.size * OFF_BASELINE.raised &&
      row.runs.some(
        (one) => run.x < one.x + one.width + run.size * INDEX.touches && run.x + run.width > one.x - run.size * reach,
      );
    if (!isTouched && (away > run.size * OFF_BASELINE.baseline || isBestTouched)) continue;
    if (away < distance || (isTouched && !isBestTouched)) {
      best = row;
      distance = away;
      isBestTouched = isTouched;
    }
  }
  return best;
}

/** A row of these runs, which are in order: its baseline and size are those of the largest. */
export function rowOf(runs: Run[]): Row {
  const [main] = runs.toSorted((a, b) => b.size - a.size);
  return { runs, y: main!.y, size: main!.size };
}
