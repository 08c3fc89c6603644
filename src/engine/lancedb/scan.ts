import type { Table } from "@lancedb/lancedb";
import type { Table as ArrowTable } from "apache-arrow";
import type { ScanRequest } from "../port.ts";
import type { Row } from "../writes.ts";
import { runCall } from "./calls.ts";
import { columnValues } from "./column-values.ts";
import { hasOneOfIds } from "./ids.ts";
import { columnsOf, toDocuments, type StoredDocument } from "./rows.ts";
import { ID_COLUMNS } from "./schema.ts";
import { all, literal } from "./sql.ts";
import type { Call, Target } from "../port.ts";

const PAGE_MS = 60_000;
/** Ids are put in order for this many pages at a time: each ordering looks at every id that is left. */
const PAGES_AN_ORDERING = 40;

/** All rows of a table, page by page in the order of their ids; see `Collection.scan`. */
export async function* scanPages<Document extends StoredDocument, Filters>(
  open: (call: Call) => Promise<Table>,
  target: Target,
  conditionOf: (table: Table, filters: Filters, timeoutMs: number) => Promise<string | undefined>,
  { filters, after, vectors = true, pageSize = 500 }: ScanRequest<Filters> = {},
  call: Call = {},
): AsyncGenerator<Row<Document>[]> {
  const idColumn = ID_COLUMNS[target];
  const columns = [...columnsOf(target), ...(vectors ? ["embedding"] : [])];
  const page = { timeoutMs: PAGE_MS, ...call };
  const table = await open(page);
  const condition =
    filters === undefined ? undefined : await runCall(page, PAGE_MS, (timeoutMs) => conditionOf(table, filters, timeoutMs));
  let last = after;
  for (;;) {
    const ids = await runCall(page, PAGE_MS, (timeoutMs) =>
      idsAfter(table, idColumn, condition, last, pageSize * PAGES_AN_ORDERING, timeoutMs),
    );
    for (let start = 0; start < ids.length; start += pageSize) {
      const some = ids.slice(start, start + pageSize);
      const found = await runCall(page, PAGE_MS, async (timeoutMs) =>
        table
          .query()
          .where(await hasOneOfIds(table, target, some))
          .select(columns)
          .toArrow({ timeoutMs }),
      );
      const rows = inOrder(some, columnValues(found, idColumn) as string[], toRows<Document>(target, found, vectors));
      if (rows.length > 0) yield rows;
    }
    if (ids.length < pageSize * PAGES_AN_ORDERING) return;
    last = ids.at(-1);
  }
}

async function idsAfter(
  table: Table,
  idColumn: string,
  condition: string | undefined,
  after: string | undefined,
  limit: number,
  timeoutMs: number,
): Promise<string[]> {
  const query = table
    .query()
    .select([idColumn])
    .orderBy([{ columnName: idColumn }])
    .limit(limit);
  const beyond = after === undefined ? undefined : `${idColumn} > ${literal(after)}`;
  const where = all([condition, beyond].filter((part) => part !== undefined));
  if (where !== undefined) query.where(where);
  return (await query.toArray({ timeoutMs })).map((record) => record[idColumn] as string);
}

function toRows<Document extends StoredDocument>(target: Target, found: ArrowTable, withVectors: boolean): Row<Document>[] {
  const vectors = withVectors ? (columnValues(found, "embedding") as (Float32Array | null)[]) : [];
  return toDocuments<Document>(target, found).map((document, index) => ({ document, vector: vectors[index] ?? null }));
}

function inOrder<Item>(ids: readonly string[], foundIds: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map(foundIds.map((id, index) => [id, items[index]]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
