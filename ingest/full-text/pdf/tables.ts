import { CAPTION, isFormula, isLabel } from "./line-kinds.ts";
import type { Line } from "./lines.ts";
import { TABLE_LEADING } from "./rows.ts";

/*
 * The numbers below are choices. Lengths are in sizes of the line's print where nothing else is said.
 */

/** Cells of one column of a table begin within so many points of each other. */
const SAME_START = 2.5;
/** A column of a table begins in so many lines, of which so many are of one table. */
const MIN_LINES = { column: 3, table: 3, rows: 2 } as const;
/** In a long table they begin in this share of its lines at least: in fewer a word stands by chance behind a wide space. */
const COLUMN_SHARE = 0.1;
/** A cell that ends close to the next one is one of so many lines before one whose cells are apart. */
const TIGHT_LINES = 3;
/** A cell in the middle of its row, or a little below its top: its baseline stands between those of the cell beside it. */
const BETWEEN = 0.8;
/** Further lines of such a cell are no further apart. */
const LEADING = 1.35;

/**
 * The rows of tables whose cells begin at the same places, also of those whose cells go over several lines. `lines` are in reading order; tells for each line of such a table its row.
 */
export function tableRows(lines: readonly Line[]): Map<Line, TableRow> {
  const result = new Map<Line, TableRow>();
  for (const own of Map.groupBy(lines, ({ column }) => column).values()) {
    const starts = columnStarts(own);
    if (starts.length === 0) continue;
    for (const table of tablesIn(own, starts)) {
      // Of the columns of the page those that this table has.
      const its = columnStarts(table, Math.max(MIN_LINES.rows, table.length * COLUMN_SHARE));
      const rows = rowsIn(table, its);
      const isWrapped = rows.some((row) => row.length > 1);
      for (const row of rows) for (const line of row) result.set(line, { lines: row, starts: isWrapped ? its : [] });
    }
  }
  return result;
}

export interface TableRow {
  lines: readonly Line[];
  /** Where columns behind the first one begin, in a table with cells of several lines: gaps elsewhere are wide spaces. */
  starts: readonly number[];
}

/** The text of a row, cell by cell: what begins at one place is one cell. */
export function cellsOf({ lines, starts }: TableRow, join: (lines: readonly string[]) => string): string[] {
  const columns: { start: number; texts: string[] }[] = [];
  for (const { cells, cellStarts } of lines) {
    for (const [index, text] of cells.entries()) {
      const own = cellStarts[index]!;
      const start = starts.length === 0 ? own : (starts.findLast((one) => one <= own + SAME_START) ?? Number.NEGATIVE_INFINITY);
      const column = columns.find((one) => one.start === start || Math.abs(one.start - start) <= SAME_START);
      if (column) column.texts.push(text);
      else columns.push({ start, texts: [text] });
    }
  }
  return columns.sort((a, b) => a.start - b.start).map(({ texts }) => join(texts));
}

/** Where columns behind the first one begin. */
function columnStarts(lines: readonly Line[], minimum: number = MIN_LINES.column): number[] {
  const beside = lines.filter((line, index) => isBeside(line, lines[index - 1]) || isBeside(line, lines[index + 1]));
  const all = [...lines.filter(hasCells).flatMap(({ cellStarts }) => cellStarts.slice(1)), ...beside.map(({ left }) => left)];
  const found: number[] = [];
  for (const start of all.toSorted((a, b) => a - b)) {
    const count = all.filter((one) => Math.abs(one - start) <= SAME_START).length;
    const isKnown = found.some((one) => Math.abs(one - start) <= SAME_START);
    if (count >= minimum && !isKnown) found.push(start);
  }
  return found;
}

function hasCells({ cells }: Line): boolean {
  return cells.length > 1 && !isLabel(cells);
}

/** Right of a line whose baseline is a little higher or lower: the next cell of its row. */
function isBeside(line: Line, other: Line | undefined): boolean {
  return other !== undefined && Math.abs(line.y - other.y) < line.size * BETWEEN && other.right < line.left;
}

/** A word, or several numbers. */
function tells({ text, cells }: Line): boolean {
  return /\p{L}{3}/u.test(text) || cells.filter((cell) => /^[=<>≤≥±~−–-]?\s?\d/u.test(cell)).length > 1;
}

/** Lines in a row that have cells in such columns, or go on one. */
function tablesIn(lines: readonly Line[], starts: readonly number[]): Line[][] {
  const isStart = (x: number): boolean => starts.some((one) => Math.abs(one - x) <= SAME_START);
  const isRow = (line: Line): boolean => hasCells(line) && line.cellStarts.some((start, index) => index > 0 && isStart(start));
  const isSplit = (line: Line, index: number, all: readonly Line[]): boolean =>
    isRow(line) || (isStart(line.left) && (isBeside(line, all[index - 1]) || isBeside(line, all[index + 1])));
  const isTable = (all: readonly Line[]): boolean =>
    all.length >= MIN_LINES.table &&
    all.filter(isSplit).length >= MIN_LINES.rows &&
    all.filter(tells).length * 2 > all.length &&
    !all.some(({ cells }) => cells.some((cell) => CAPTION.test(cell))) &&
    !all.some((line) => isFormula(line) && /\(\d{1,3}[a-z]?\)$/u.test(line.text));
  const isFurther = (line: Line): boolean => isStart(line.left) && line.left > line.column.left + line.size;
  const isFirstCell = (line: Line): boolean => line.cells.length === 1 && line.right < starts[0]! - line.size / 2;
  const tables: Line[][] = [];
  let open: Line[] = [];
  const close = (): void => {
    const from = open.findIndex((line) => !isFirstCell(line));
    const table = open.slice(Math.max(0, from), open.findLastIndex((line) => !isFirstCell(line)) + 1);
    if (isTable(table)) tables.push(table);
    open = [];
  };
  for (const [index, line] of lines.entries()) {
    const before = open.at(-1);
    if (before && line.y - before.y > Math.max(line.size, before.size) * TABLE_LEADING) close();
    const isTight =
      open.length > 0 &&
      lines.slice(index + 1, index + 1 + TIGHT_LINES).some(isRow) &&
      line.runStarts.some((start, run) => run > 0 && isStart(start));
    if (isRow(line) || isFurther(line) || isFirstCell(line) || isTight) open.push(line);
    else close();
  }
  close();
  return tables;
}

/** A row begins with its first cell, or with the line above one that stands a little lower than the others. */
function rowsIn(table: readonly Line[], [second = Number.POSITIVE_INFINITY]: readonly number[]): Line[][] {
  const hasFirst = (line: Line): boolean => line.left < second - SAME_START;
  const isLower = (index: number): boolean => {
    const [line, before] = [table[index]!, table[index - 1]];
    return hasFirst(line) && before !== undefined && !hasFirst(before) && line.y - before.y < line.size * BETWEEN;
  };
  const isAnyLower = table.some((line, index) => line.cells.length === 1 && isLower(index));
  const rows: Line[][] = [];
  let first: Line | null = null;
  for (const [index, line] of table.entries()) {
    const isFurther = isAnyLower && first !== null && line.cells.length === 1 && line.y - first.y < line.size * LEADING;
    const isNew = hasFirst(line) && !isFurther;
    if (hasFirst(line)) first = line;
    if (rows.length === 0) rows.push([line]);
    else if (isNew && isLower(index) && rows.at(-1)!.length > 1) rows.push([rows.at(-1)!.pop()!, line]);
    else if (isNew && !(isLower(index) && rows.at(-1)!.length === 1)) rows.push([line]);
    else rows.at(-1)!.push(line);
  }
  return rows;
}
