import type { Table } from "@lancedb/lancedb";
import { rowAddresses } from "./row-addresses.ts";

/** A file of rows and how many it has. */
export interface RowFile {
  file: number;
  rows: number;
}

/** Each catching up leaves the new rows in a file and a vector graph of their own, and a search walks through every graph, which takes one or two milliseconds each. */
const MAX_GRAPHS = 4;

/** A file of more rows keeps its graph: writing it anew would take minutes. */
const MAX_ROWS_WRITTEN_AGAIN = 500_000;

/** The files whose rows are to be written together, so that they get one graph; none where the graphs are few. */
export async function filesToMerge(table: Table): Promise<RowFile[]> {
  const graph = (await table.listIndices()).find(({ columns }) => columns.includes("embedding"));
  if (graph === undefined || (graph.numSegments ?? 1) <= MAX_GRAPHS) return [];
  const counts = new Map<number, number>();
  for (const chunk of rowAddresses(await table.query().select([]).withRowId().toArrow())) {
    for (let at = 1; at < chunk.length; at += 2) counts.set(chunk[at]!, (counts.get(chunk[at]!) ?? 0) + 1);
  }
  return smallOnes([...counts].map(([file, rows]) => ({ file, rows })));
}

/**
 * The smallest files: so many that few are left, and on to the first with more than twice the rows of all before it. As small loads follow one another, a row is so written again only together with half as
 * many others at least: some ten times while a library grows a hundredfold. The graph of a large library stays as it is when little is added. Pure.
 */
export function smallOnes(files: readonly RowFile[]): RowFile[] {
  const small = files.filter(({ rows }) => rows <= MAX_ROWS_WRITTEN_AGAIN).sort((a, b) => a.rows - b.rows);
  const minFiles = Math.max(2, files.length - MAX_GRAPHS + 1);
  if (small.length < 2) return [];
  const chosen = small.slice(0, minFiles);
  let sum = chosen.reduce((rows, file) => rows + file.rows, 0);
  for (const next of small.slice(minFiles)) {
    if (next.rows > 2 * sum) break;
    chosen.push(next);
    sum += next.rows;
  }
  return chosen;
}

/** Writes the rows of these files again, unchanged, into one: LanceDB merges no graphs, but makes one for what was written together. */
export async function writeTogether(table: Table, files: readonly RowFile[]): Promise<void> {
  if (files.length === 0) return;
  const inFile = ({ file }: RowFile) => `(_rowid >= ${BigInt(file) << 32n} AND _rowid < ${BigInt(file + 1) << 32n})`;
  await table.update({ where: files.map(inFile).join(" OR "), valuesSql: { title: "title" } });
}
