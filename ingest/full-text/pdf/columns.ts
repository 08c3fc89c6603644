import { rowsOf, TABLE_LEADING, type Row } from "./rows.ts";
import type { Page, Run } from "./runs.ts";

/** Where a column's text begins and ends. Every page has its own: lines that share one are in one flow. */
export interface Column {
  left: number;
  right: number;
}

/*
 * The numbers below are choices.
 */

/** Wider gaps than this, in sizes of the font, are no spaces between words. */
export const CELL_GAP = 1.1;
/** Half the width that a gutter has at least, in points; runs beside it may reach into it by `SLACK`. */
const HALF_GUTTER = 4;
const SLACK = 1;
/** Where a gutter is sought, as shares of the page's width, and in what steps, in points. */
const GUTTER = { from: 0.36, to: 0.64, step: 2 } as const;
/** Gutters nearer to each other than this, in points, are one. */
const SAME_GUTTER = 8;
/** In a document with fewer pages than this the gutter of a single page counts. */
const FEW_PAGES = 4;
/** A page has columns where so many rows stand on both sides, or left and right in turn, of this share of all at least, and no more than this share crosses: less is asked where other pages have the gutter (`known`). */
const COLUMNS = { rows: 6, share: 0.25, crossing: 0.4, known: { rows: 4, crossing: 0.7 } } as const;
/** Fewer rows than this tell no columns, no edges, and are no table across the gutter. */
const MIN_ROWS = { gutter: 4, edges: 5, table: 3 } as const;
/** What begins so many sizes behind the gutter does not begin where the column does. */
const OFF_COLUMN = 2;
/** A gap between the words of a row over both columns is no wider than so many sizes. */
const ACROSS_GAP = 0.9;
/** How far beyond the gutter such a row reaches on either side, as a share of the page's width. */
const ACROSS_REACH = 0.05;
/** A table over both columns has so many wide gaps on either side. */
const TABLE_GAPS = 2;
/** Where a column's edges are, among the sorted edges of its lines. */
const EDGE = { left: 0.1, right: 0.9 } as const;

/** Where the gap between two columns may be: the middles of the pages' gutters, the most frequent first. */
export function guttersOf(pages: readonly Page[]): number[] {
  const votes = new Map<number, number>();
  for (const page of pages) {
    const gutter = gutterOf(rowsOf(page.runs), page, []);
    if (gutter === null) continue;
    const near = [...votes.keys()].find((one) => Math.abs(one - gutter) < SAME_GUTTER) ?? gutter;
    votes.set(near, (votes.get(near) ?? 0) + 1);
  }
  return [...votes]
    .filter(([, count]) => count > 1 || pages.length < FEW_PAGES)
    .sort((a, b) => b[1] - a[1])
    .map(([gutter]) => gutter);
}

/** The x between two columns of a page; null for a page of one. */
export function gutterOf(rows: readonly Row[], page: Page, known: readonly number[]): number | null {
  if (rows.length < MIN_ROWS.gutter) return null;
  let best: number | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  const candidates = known.length > 0 ? known : range(page.width * GUTTER.from, page.width * GUTTER.to, GUTTER.step);
  for (const x of candidates) {
    let crossing = 0;
    let both = 0;
    let left = 0;
    let right = 0;
    for (const row of rows) {
      const { runs } = row;
      const hasLeft = runs.some((run) => run.x + run.width <= x - HALF_GUTTER + SLACK);
      const hasRight = runs.some((run) => run.x >= x + HALF_GUTTER - SLACK);
      if (isInGutter(row, x)) crossing += 1;
      else if (hasLeft && hasRight) both += 1;
      else if (hasLeft) left += 1;
      else if (hasRight) right += 1;
    }
    const isSplit =
      both + Math.min(left, right) >=
      (known.length > 0 ? COLUMNS.known.rows : Math.max(COLUMNS.rows, rows.length * COLUMNS.share));
    const share = crossing / rows.length;
    if (isSplit && share < (known.length > 0 ? COLUMNS.known.crossing : COLUMNS.crossing) && crossing < fewest) {
      fewest = crossing;
      best = x;
    }
  }
  if (best === null || known.length > 0) return best;
  // The middle of all that are as good and next to it.
  const crossings = (x: number): number => rows.filter((row) => isInGutter(row, x)).length;
  let end = best;
  while (end + GUTTER.step < page.width * GUTTER.to && crossings(end + GUTTER.step) <= fewest) end += GUTTER.step;
  return (best + end) / 2;
}

function isInGutter({ runs }: Row, x: number): boolean {
  return runs.some((run) => run.x < x + HALF_GUTTER && run.x + run.width > x - HALF_GUTTER);
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step);
}

/** A line over both columns: text without a wide gap from well before the gutter to well behind it. */
function isAcross({ runs, size }: Row, gutter: number, width: number): boolean {
  let end = Number.NEGATIVE_INFINITY;
  let start = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    if (run.x - end > Math.max(size * ACROSS_GAP, HALF_GUTTER * 2)) {
      if (reaches(start, end, gutter, width)) return true;
      start = run.x;
    }
    end = Math.max(end, run.x + run.width);
    start = Math.min(start, run.x);
  }
  return reaches(start, end, gutter, width);
}

/** The rows that stand over both columns: text across the gutter, and tables. */
export function acrossRows(rows: readonly Row[], gutter: number, width: number): ReadonlySet<Row> {
  const across = new Set(rows.filter((row) => isAcross(row, gutter, width) || isTableAcross(row, gutter)));
  // Rows of cells under one another of which one crosses the gutter are a table across it.
  let open: Row[] = [];
  const close = (): void => {
    if (open.length >= MIN_ROWS.table && open.some((row) => isCrossed(row, gutter))) for (const row of open) across.add(row);
    open = [];
  };
  for (const row of rows) {
    const before = open.at(-1);
    if (before && row.y - before.y > Math.max(row.size, before.size) * TABLE_LEADING) close();
    if (across.has(row) || !isOffColumns(row, gutter)) close();
    else open.push(row);
  }
  close();
  return across;
}

function isCrossed({ runs }: Row, gutter: number): boolean {
  return runs.some(({ x, width }) => x < gutter - HALF_GUTTER && x + width > gutter + HALF_GUTTER);
}

/** Three cells and more, and no text of the columns: what stands on the right does not begin where the column does, or crosses the gutter. */
function isOffColumns(row: Row, gutter: number): boolean {
  const { runs, size } = row;
  const first = runs.find((run) => middleOf(run) >= gutter);
  return (
    wideGaps(runs, size) >= TABLE_GAPS &&
    (isCrossed(row, gutter) || (first !== undefined && first.x > gutter + size * OFF_COLUMN))
  );
}

/** A row of a table over both columns: several cells on either side. */
function isTableAcross({ runs, size }: Row, gutter: number): boolean {
  const left = runs.filter((run) => middleOf(run) < gutter);
  const right = runs.filter((run) => middleOf(run) >= gutter);
  return wideGaps(left, size) >= TABLE_GAPS && wideGaps(right, size) >= TABLE_GAPS;
}

function wideGaps(runs: readonly Run[], size: number): number {
  return runs.filter((run, index) => index > 0 && run.x - (runs[index - 1]!.x + runs[index - 1]!.width) > size * CELL_GAP).length;
}

function reaches(start: number, end: number, gutter: number, width: number): boolean {
  return start < gutter - width * ACROSS_REACH && end > gutter + width * ACROSS_REACH;
}

/** The x of a run's middle, which tells what side of a gutter it stands on. */
export function middleOf({ x, width }: Run): number {
  return x + width / 2;
}

/** A column's edges, without the few lines that stick out: the tenth and the ninetieth of a hundred. */
export function textColumn(rows: readonly Row[], fallback: Column): Column {
  if (rows.length < MIN_ROWS.edges) return fallback;
  const lefts = rows.map(({ runs }) => runs[0]!.x).sort((a, b) => a - b);
  const rights = rows.map(({ runs }) => Math.max(...runs.map(({ x, width }) => x + width))).sort((a, b) => a - b);
  return { left: lefts[Math.floor(rows.length * EDGE.left)]!, right: rights[Math.floor(rows.length * EDGE.right)]! };
}
