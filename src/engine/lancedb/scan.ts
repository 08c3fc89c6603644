import type { Table } from "@lancedb/lancedb";
import type { Row, ScanRequest } from "../port.ts";
import { runCall } from "./calls.ts";
import { toDocument, type StoredDocument } from "./rows.ts";
import { documentFields, ID_COLUMNS } from "./schema.ts";
import { literal, isOneOf } from "./sql.ts";
import type { Call, Target } from "../port.ts";
import { MAPPINGS } from "../mapping.ts";

const PAGE_MS = 60_000;
/** Ids are put in order for this many pages at a time: each ordering looks at every id that is left. */
const PAGES_AN_ORDERING = 40;

/** All rows of a table, page by page in the order of their ids; see `Collection.scan`. */
export async function* scanPages<Document extends StoredDocument>(
  open: (call: Call) => Promise<Table>,
  target: Target,
  { after, vectors = true, pageSize = 500 }: ScanRequest = {},
  call: Call = {},
): AsyncGenerator<Row<Document>[]> {
  const idColumn = ID_COLUMNS[target];
  const columns = [...documentFields(MAPPINGS[target]).map(([name]) => name), ...(vectors ? ["embedding"] : [])];
  const page = { timeoutMs: PAGE_MS, ...call };
  const table = await open(page);
  let last = after;
  for (;;) {
    const ids = await runCall(page, PAGE_MS, (timeoutMs) =>
      idsAfter(table, idColumn, last, pageSize * PAGES_AN_ORDERING, timeoutMs),
    );
    for (let start = 0; start < ids.length; start += pageSize) {
      const some = ids.slice(start, start + pageSize);
      const records = await runCall(page, PAGE_MS, (timeoutMs) =>
        table.query().where(isOneOf(idColumn, some)).select(columns).toArray({ timeoutMs }),
      );
      const byId = new Map(records.map((record) => [record[idColumn] as string, toRow<Document>(target, record)]));
      const rows = some.flatMap((id) => byId.get(id) ?? []);
      if (rows.length > 0) yield rows;
    }
    if (ids.length < pageSize * PAGES_AN_ORDERING) return;
    last = ids.at(-1);
  }
}

async function idsAfter(
  table: Table,
  idColumn: string,
  after: string | undefined,
  limit: number,
  timeoutMs: number,
): Promise<string[]> {
  const query = table
    .query()
    .select([idColumn])
    .orderBy([{ columnName: idColumn }])
    .limit(limit);
  if (after !== undefined) query.where(`${idColumn} > ${literal(after)}`);
  return (await query.toArray({ timeoutMs })).map((record) => record[idColumn] as string);
}

function toRow<Document extends StoredDocument>(target: Target, record: Record<string, unknown>): Row<Document> {
  const { embedding } = record;
  return {
    document: toDocument<Document>(target, record),
    vector: embedding === null || embedding === undefined ? null : Float32Array.from(embedding as Iterable<number>),
  };
}
