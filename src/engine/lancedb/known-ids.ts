import type { Table } from "@lancedb/lancedb";
import { setImmediate as otherWork } from "node:timers/promises";
import { columnValues } from "./column-values.ts";
import { rowAddresses, type RowAddresses } from "./row-addresses.ts";

/** What a hit is called: its id and, of a passage, its paper. */
export interface KnownId {
  id: string;
  paper_id?: string;
}

/** The most rows of one table that are known one by one; some 150 bytes each. */
const MAX_LOOSE = 100_000;
/** Of a table of so many rows at most all ids are read at once; some 70 bytes each. */
const MAX_WHOLE = 1_000_000;
/** So many reads of single ids show that a table is searched again and again: a command asks once. */
const READS_BEFORE_WHOLE = 8;
/** All ids are read again when so many rows were unknown since, as a share of the table, at least so many. */
const AGAIN = { share: 0.05, least: 2_000 } as const;
const OF_A_FILE = 2 ** 32;

/** What is known of the rows of one table. */
interface KnownRows {
  /** The ids of whole files, by the number of the file and the place in it. */
  files: Map<number, (string | undefined)[]>;
  /** Of single rows, by address; what was known longest is forgotten first. */
  loose: Map<number, KnownId>;
  reads: number;
  /** Unknown rows since all were read; those after which they are read again. */
  unknown: number;
  enough: number;
  reading: boolean;
}

/**
 * The ids of rows that searches found, by the rows' addresses. Reading 400 ids takes LanceDB longer than finding their rows. A row keeps its address until it is written again or packed, and no other row of the table ever
 * gets that, so what is known stays right.
 */
const KNOWN = new WeakMap<Table, KnownRows>();

/** Of rows found in a table, in their order; null where one of them was written again since. `columns`: that of the ids, and of a passage's paper. */
export async function idsOfRows(
  table: Table,
  addresses: RowAddresses,
  [idColumn, paperColumn]: readonly string[],
  within: { timeoutMs: number },
): Promise<KnownId[] | null> {
  const known = knownOf(table);
  const rows = addresses.flatMap(numbersOf);
  const unknown = [...new Set(rows.filter((row) => idOf(known, row) === undefined))];
  if (unknown.length > 0) {
    const columns = paperColumn === undefined ? [idColumn!] : [idColumn!, paperColumn];
    const found = await table.takeRowIds(unknown).select(columns).withRowId().toArrow(within);
    const ids = columnValues(found, idColumn!) as string[];
    const papers = paperColumn === undefined ? null : (columnValues(found, paperColumn) as string[]);
    for (const [index, row] of rowAddresses(found).flatMap(numbersOf).entries()) {
      if (known.loose.size >= MAX_LOOSE) known.loose.delete(known.loose.keys().next().value!);
      known.loose.set(row, { id: ids[index]!, ...(papers === null ? {} : { paper_id: papers[index]! }) });
    }
    known.reads += 1;
    known.unknown += unknown.length;
    // Passages are too many, and searches of them find fewer.
    if (paperColumn === undefined) readAllWhereWorthIt(table, known, idColumn!);
  }
  const named = rows.flatMap((row) => idOf(known, row) ?? []);
  return named.length < rows.length ? null : named;
}

function idOf({ files, loose }: KnownRows, row: number): KnownId | undefined {
  const id = files.get(Math.floor(row / OF_A_FILE))?.[row % OF_A_FILE];
  return id === undefined ? loose.get(row) : { id };
}

/** Begins to read the ids of all rows, unless that is under way, would hold too many, or would bring little; searches go on meanwhile. */
function readAllWhereWorthIt(table: Table, known: KnownRows, idColumn: string): void {
  if (known.reading || known.reads < READS_BEFORE_WHOLE || known.unknown < known.enough) return;
  known.reading = true;
  readAll(table, known, idColumn)
    // Then they are read one by one for a while; a table that is gone is not asked about again.
    .catch(() => (known.reads = 0))
    .finally(() => (known.reading = false));
}

/** Reads the ids of all rows, in turns with other work; of more than `MAX_WHOLE` none. */
async function readAll(table: Table, known: KnownRows, idColumn: string): Promise<void> {
  const count = await table.countRows();
  if (count > MAX_WHOLE) {
    known.enough = Infinity;
    return;
  }
  const files: KnownRows["files"] = new Map();
  for await (const batch of table.query().select([idColumn]).withRowId()) {
    const ids = columnValues(batch, idColumn) as string[];
    let at = 0;
    for (const halves of rowAddresses(batch)) {
      for (let row = 0; row < halves.length; row += 2) put(files, halves[row + 1]!, halves[row]!, ids[at++]!);
    }
    await otherWork();
  }
  known.files = files;
  known.loose.clear();
  known.unknown = 0;
  known.enough = Math.max(AGAIN.least, AGAIN.share * count);
}

/** Rows of a file come in their order; a list with large holes would become slow, so they are filled. */
function put(files: KnownRows["files"], file: number, place: number, id: string): void {
  const ids = files.get(file) ?? [];
  files.set(file, ids);
  while (ids.length < place) ids.push(undefined);
  ids[place] = id;
}

/** What is known of a table; it goes with the table. */
function knownOf(table: Table): KnownRows {
  const known = KNOWN.get(table) ?? { files: new Map(), loose: new Map(), reads: 0, unknown: 0, enough: 0, reading: false };
  KNOWN.set(table, known);
  return known;
}

/** The address of each row as one number, exact up to two million files. */
function numbersOf(halves: Uint32Array): number[] {
  return Array.from({ length: halves.length / 2 }, (_, row) => halves[2 * row + 1]! * OF_A_FILE + halves[2 * row]!);
}
