import { withAccents } from "./accents.ts";
import { CELL_GAP, acrossRows, gutterOf, middleOf, textColumn, type Column } from "./columns.ts";
import { INDEX, rowOf, rowsOf, type Row } from "./rows.ts";
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
  /** The fonts of its letters and digits. */
  fonts: ReadonlySet<string>;
  /** The texts between wide gaps: cells of a table, or the parts of a formula. */
  cells: string[];
  /** Where each of them begins, and each run. */
  cellStarts: number[];
  runStarts: number[];
  column: Column;
}

/** Wider gaps than this, in sizes of the smaller font, are a space. */
const SPACE_GAP = 0.17;
/** Sizes are told apart by half a point. */
const SIZES_A_POINT = 2;

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
  const halves = (of: readonly Row[]): { left: Row[]; right: Row[] } => ({
    left: of.flatMap(({ runs }) => halfOf(runs.filter((run) => middleOf(run) < gutter))),
    right: of.flatMap(({ runs }) => halfOf(runs.filter((run) => middleOf(run) >= gutter))),
  });
  const whole = bounds(page.runs);
  const across = acrossRows(rows, gutter, page.width);
  const bands: { across: Row | null; rows: Row[] }[] = [{ across: null, rows: [] }];
  for (const row of rows) {
    if (across.has(row)) bands.push({ across: row, rows: [] });
    else bands.at(-1)!.rows.push(row);
  }
  const halved = bands.map((band) => ({ across: band.across, ...halves(band.rows) }));
  const columns = {
    left: textColumn(
      halved.flatMap(({ left }) => left),
      { left: whole.left, right: gutter },
    ),
    right: textColumn(
      halved.flatMap(({ right }) => right),
      { left: gutter, right: whole.right },
    ),
  };
  return halved.flatMap((band) => [
    ...(band.across ? [lineOf(band.across.runs, page.number, whole)] : []),
    ...band.left.map((row) => lineOf(row.runs, page.number, columns.left)),
    ...band.right.map((row) => lineOf(row.runs, page.number, columns.right)),
  ]);
}

function halfOf(runs: Run[]): Row[] {
  return runs.length === 0 ? [] : [rowOf(runs)];
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
  const cells: { text: string; start: number }[] = [];
  let text = "";
  let cell = "";
  let start = runs[0]!.x;
  let end = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const gap = run.x - end;
    const own = run.text;
    if (end !== Number.NEGATIVE_INFINITY) {
      if (gap > size * CELL_GAP) {
        cells.push({ text: cell, start });
        cell = "";
        start = run.x;
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
  cells.push({ text: cell, start });
  const filled = cells.map((one) => ({ ...one, text: one.text.replace(/\s+/gu, " ").trim() })).filter((one) => one.text !== "");
  return {
    text: withAccents(text.replace(/\s+/gu, " ").trim()),
    page,
    left: runs[0]!.x,
    right: end,
    y: base.y,
    size,
    font: main.slice(main.indexOf(" ") + 1),
    fonts: new Set(runs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ font }) => font)),
    cells: filled.map((one) => one.text),
    cellStarts: filled.map((one) => one.start),
    runStarts: runs.map(({ x }) => x),
    column,
  };
}

function roundedSize(size: number): number {
  return Math.round(size * SIZES_A_POINT) / SIZES_A_POINT;
}
