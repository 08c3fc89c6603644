import type { Table } from "@lancedb/lancedb";
import { columnValues } from "./column-values.ts";
import { rowAddresses, type RowAddresses } from "./row-addresses.ts";

/** What a hit is called: its id and, of a passage, its paper. */
export interface KnownId {
  id: string;
  paper_id?: string;
}

/** Of one table; some 150 bytes each. */
const MAX_KNOWN = 100_000;
/** Papers, passages and signals of the live generation and of the one before. */
const MAX_TABLES = 6;
const OF_A_FILE = 2 ** 32;

/**
 * The ids of rows that searches found, by the rows' addresses. Reading 400 ids takes LanceDB longer than finding their rows, and most searches find rows that others found before. A row keeps its address until
 * it is written again or packed, and no other row of the table ever gets that, so what is known stays right; what was known longest is forgotten first.
 */
const KNOWN = new Map<Table, Map<number, KnownId>>();

/** Of rows found in a table, in their order; null where one of them was written again since. `columns`: that of the ids, and of a passage's paper. */
export async function idsOfRows(
  table: Table,
  addresses: RowAddresses,
  [idColumn, paperColumn]: readonly string[],
  within: { timeoutMs: number },
): Promise<KnownId[] | null> {
  const known = knownOf(table);
  const rows = addresses.flatMap(numbersOf);
  const unknown = [...new Set(rows.filter((row) => !known.has(row)))];
  if (unknown.length > 0) {
    const columns = paperColumn === undefined ? [idColumn!] : [idColumn!, paperColumn];
    const found = await table.takeRowIds(unknown).select(columns).withRowId().toArrow(within);
    const ids = columnValues(found, idColumn!) as string[];
    const papers = paperColumn === undefined ? null : (columnValues(found, paperColumn) as string[]);
    for (const [index, row] of rowAddresses(found).flatMap(numbersOf).entries()) {
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
      known.set(row, { id: ids[index]!, ...(papers === null ? {} : { paper_id: papers[index]! }) });
    }
  }
  const named = rows.flatMap((row) => known.get(row) ?? []);
  return named.length < rows.length ? null : named;
}

/** What is known of a table; the one that was asked about longest ago is forgotten for a further one. */
function knownOf(table: Table): Map<number, KnownId> {
  const known = KNOWN.get(table) ?? new Map<number, KnownId>();
  KNOWN.delete(table);
  KNOWN.set(table, known);
  if (KNOWN.size > MAX_TABLES) KNOWN.delete(KNOWN.keys().next().value!);
  return known;
}

/** The address of each row as one number, exact up to two million files. */
function numbersOf(halves: Uint32Array): number[] {
  return Array.from({ length: halves.length / 2 }, (_, row) => halves[2 * row + 1]! * OF_A_FILE + halves[2 * row]!);
}
