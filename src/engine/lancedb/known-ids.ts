import type { Table } from "@lancedb/lancedb";
import { columnValues } from "./column-values.ts";
import { rowAddresses, type RowAddresses } from "./row-addresses.ts";

/** What a hit is called: its id and, of a passage, its paper. */
export interface KnownId {
  id: string;
  paper_id?: string;
}

/** About 100 bytes each. */
const MAX_KNOWN = 500_000;
const OF_A_FILE = 2 ** 32;

/**
 * The ids of rows that searches found, by the rows' addresses. Reading 400 ids takes LanceDB longer than finding their rows, and most searches find rows that others found before. A row keeps its address until
 * it is written again or packed, and no other row ever gets that, so what is known stays right; what was known longest is forgotten first.
 */
const KNOWN = new WeakMap<Table, Map<number, KnownId>>();

/** Of rows found in a table, in their order; null where one of them was written again since. `columns`: that of the ids, and of a passage's paper. */
export async function idsOfRows(
  table: Table,
  addresses: RowAddresses,
  [idColumn, paperColumn]: readonly string[],
  timeoutMs: number,
): Promise<KnownId[] | null> {
  const known = KNOWN.get(table) ?? new Map<number, KnownId>();
  KNOWN.set(table, known);
  const rows = addresses.flatMap(numbersOf);
  const unknown = [...new Set(rows.filter((row) => !known.has(row)))];
  if (unknown.length > 0) {
    const columns = paperColumn === undefined ? [idColumn!] : [idColumn!, paperColumn];
    const found = await table.takeRowIds(unknown).select(columns).withRowId().toArrow({ timeoutMs });
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

/** The address of each row as one number, exact up to two million files. */
function numbersOf(halves: Uint32Array): number[] {
  return Array.from({ length: halves.length / 2 }, (_, row) => halves[2 * row + 1]! * OF_A_FILE + halves[2 * row]!);
}
