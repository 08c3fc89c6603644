import { withAccents } from "./accents.ts";
import type { Page, Run } from "./runs.ts";

/** A line of text in its column. */
export interface Line {
  text: string;
  page: number;
  left: number;
  right: number;
  /** Of its baseline, from the page's upper edge. */
  y: number;
  /** The size and font of most of its characters. */
  size: number;
  font: string;
  /** True where all of it has one font. */
  isOneFont: boolean;
  /** The texts between wide gaps: cells of a table, or the parts of a formula. */
  cells: string[];
  column: Column;
}

/** Where a column's text begins and ends; lines of a page that share one are in one flow. */
export interface Column {
  left: number;
  right: number;
}

/** Wider gaps than this, in sizes of the font, are no spaces between words. */
const CELL_GAP = 1.1;
/** Wider gaps than this, in sizes of the smaller font, are a space. */
const SPACE_GAP = 0.17;
/** How far a run may stand off a line's baseline, in sizes: `baseline` of its own font and it is on it, `raised` of the line's and it may be its index. */
const OFF_BASELINE = { baseline: 0.25, raised: 0.6 } as const;
/** An index is smaller than this share of its line's size, touches it within so many of its own sizes (`leads`: the mark of a note before its words), and is raised by more than so many of the line's. */
const INDEX = { size: 0.85, touches: 0.6, leads: 1.2, raised: 0.2 } as const;
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
/** Fewer rows than this tell no columns, and no edges. */
const MIN_ROWS = { gutter: 4, edges: 5 } as const;
/** A gap between the words of a row over both columns is no wider than so many sizes. */
const ACROSS_GAP = 0.9;
/** How far beyond the gutter such a row reaches on either side, as a share of the page's width. */
const ACROSS_REACH = 0.05;
/** A table over both columns has so many wide gaps on either side. */
const TABLE_GAPS = 2;
/** Where a column's edges are, among the sorted edges of its lines. */
const EDGE = { left: 0.1, right: 0.9 } as const;
/** Sizes are told apart by half a point. */
export const SIZES_A_POINT = 2;

interface Row {
  runs: Run[];
  y: number;
  size: number;
}

/** The lines of a page in reading order: column after column, between what stands across them. */
export function linesOf(page: Page, gutters: readonly number[]): Line[] {
  const rows = rowsOf(page.runs);
  const gutter = gutterOf(rows, page, gutters);
  const bounds = (runs: readonly Run[]): Column => ({
    left: Math.min(...runs.map(({ x }) => x)),
    right: Math.max(...runs.map(({ x, width }) => x + width)),
  });
  if (gutter === null) {
    const column = textColumn(rows, bounds(page.runs));
    return rows.map((row) => lineOf(row.runs, page.number, column));
  }
  const left: Row[] = [];
  const right: Row[] = [];
  const bands: { across: Row | null; left: Row[]; right: Row[] }[] = [{ across: null, left: [], right: [] }];
  for (const row of rows) {
    if (isAcross(row, gutter, page.width) || isTableAcross(row, gutter)) {
      bands.push({ across: row, left: [], right: [] });
      continue;
    }
    for (const [side, all, runs] of [
      ["left", left, row.runs.filter((run) => middleOf(run) < gutter)],
      ["right", right, row.runs.filter((run) => middleOf(run) >= gutter)],
    ] as const) {
      if (runs.length === 0) continue;
      const half = rowOf(runs);
      all.push(half);
      bands.at(-1)![side].push(half);
    }
  }
  const whole = bounds(page.runs);
  const columns = {
    left: textColumn(left, { left: whole.left, right: gutter }),
    right: textColumn(right, { left: gutter, right: whole.right }),
  };
  return bands.flatMap((band) => [
    ...(band.across ? [lineOf(band.across.runs, page.number, whole)] : []),
    ...band.left.map((row) => lineOf(row.runs, page.number, columns.left)),
    ...band.right.map((row) => lineOf(row.runs, page.number, columns.right)),
  ]);
}

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

/** Runs on one baseline, from left to right; raised and lowered ones belong to the line that they touch. */
function rowsOf(runs: readonly Run[]): Row[] {
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

function rowOf(runs: Run[]): Row {
  const [main] = runs.toSorted((a, b) => b.size - a.size);
  return { runs, y: main!.y, size: main!.size };
}

/** The x between two columns of a page; null for a page of one. */
function gutterOf(rows: readonly Row[], page: Page, known: readonly number[]): number | null {
  if (rows.length < MIN_ROWS.gutter) return null;
  let best: number | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  const candidates = known.length > 0 ? known : range(page.width * GUTTER.from, page.width * GUTTER.to, GUTTER.step);
  for (const x of candidates) {
    let crossing = 0;
    let both = 0;
    let left = 0;
    let right = 0;
    for (const { runs } of rows) {
      const hasLeft = runs.some((run) => run.x + run.width <= x - HALF_GUTTER + SLACK);
      const hasRight = runs.some((run) => run.x >= x + HALF_GUTTER - SLACK);
      const isCrossed = runs.some((run) => run.x < x + HALF_GUTTER && run.x + run.width > x - HALF_GUTTER);
      if (isCrossed) crossing += 1;
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
  let end = best;
  while (end + GUTTER.step < page.width * GUTTER.to && crossings(rows, end + GUTTER.step) <= fewest) end += GUTTER.step;
  return (best + end) / 2;
}

function crossings(rows: readonly Row[], x: number): number {
  return rows.filter(({ runs }) => runs.some((run) => run.x < x + HALF_GUTTER && run.x + run.width > x - HALF_GUTTER)).length;
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

/** A row of a table over both columns: several cells on either side. */
function isTableAcross({ runs, size }: Row, gutter: number): boolean {
  const gaps = (side: readonly Run[]): number =>
    side.filter((run, index) => index > 0 && run.x - (side[index - 1]!.x + side[index - 1]!.width) > size * CELL_GAP).length;
  return (
    gaps(runs.filter((run) => middleOf(run) < gutter)) >= TABLE_GAPS &&
    gaps(runs.filter((run) => middleOf(run) >= gutter)) >= TABLE_GAPS
  );
}

function reaches(start: number, end: number, gutter: number, width: number): boolean {
  return start < gutter - width * ACROSS_REACH && end > gutter + width * ACROSS_REACH;
}

function middleOf({ x, width }: Run): number {
  return x + width / 2;
}

/** A column's edges, without the few lines that stick out: the tenth and the ninetieth of a hundred. */
function textColumn(rows: readonly Row[], fallback: Column): Column {
  if (rows.length < MIN_ROWS.edges) return fallback;
  const lefts = rows.map(({ runs }) => runs[0]!.x).sort((a, b) => a - b);
  const rights = rows.map(({ runs }) => Math.max(...runs.map(({ x, width }) => x + width))).sort((a, b) => a - b);
  return { left: lefts[Math.floor(rows.length * EDGE.left)]!, right: rights[Math.floor(rows.length * EDGE.right)]! };
}

function lineOf(runs: readonly Run[], page: number, column: Column): Line {
  const weights = new Map<string, number>();
  for (const { size, font, text } of runs) {
    const key = `${roundedSize(size)} ${font}`;
    weights.set(key, (weights.get(key) ?? 0) + text.trim().length);
  }
  const [[main] = ["0 "]] = [...weights].sort((a, b) => b[1] - a[1]);
  const size = Number(main.slice(0, main.indexOf(" ")));
  const base = runs.find((run) => roundedSize(run.size) === size) ?? runs[0]!;
  const cells: string[] = [];
  let text = "";
  let cell = "";
  let end = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const gap = run.x - end;
    const own = run.text;
    if (end !== Number.NEGATIVE_INFINITY) {
      if (gap > size * CELL_GAP) {
        cells.push(cell);
        cell = "";
      }
      const isApart = gap > Math.min(run.size, size) * SPACE_GAP && !/\s$/u.test(text) && !/^\s/u.test(own);
      const isRaised = run.size < size * INDEX.size && base.y - run.y > size * INDEX.raised;
      // A raised number behind another is a power, not its last digit; behind a word it is the mark of a note.
      const isPower = isRaised && /\d$/u.test(text) && /^[-−–]?\d/u.test(own);
      const isMark = isRaised && /(?:\p{L}{3}|[.,;:)”"])$/u.test(text) && /^\d{1,3}$/u.test(own.trim());
      const between = isPower ? "^" : isApart || isMark ? " " : "";
      text += between;
      cell += between;
    }
    text += own;
    cell += own;
    end = Math.max(end, run.x + run.width);
  }
  cells.push(cell);
  return {
    text: withAccents(text.replace(/\s+/gu, " ").trim()),
    page,
    left: runs[0]!.x,
    right: end,
    y: base.y,
    size,
    font: main.slice(main.indexOf(" ") + 1),
    isOneFont: new Set(runs.filter(({ text }) => /\p{L}/u.test(text)).map(({ font }) => font)).size <= 1,
    cells: cells.map((one) => one.replace(/\s+/gu, " ").trim()).filter((one) => one !== ""),
    column,
  };
}

function roundedSize(size: number): number {
  return Math.round(size * SIZES_A_POINT) / SIZES_A_POINT;
}
