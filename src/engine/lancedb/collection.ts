import type { ColumnOrdering, Table } from "@lancedb/lancedb";
import type { Field, Table as ArrowTable } from "apache-arrow";
import { isEngineSilent, type PublicError } from "../../errors.ts";
import { MAPPINGS } from "../mapping.ts";
import type { Call, Collection, EmbeddingSpace, Target } from "../port.ts";
import { WriteError, type Row, type WriteOutcome } from "../writes.ts";
import { Schema } from "./arrow.ts";
import { DEADLINES } from "./calls.ts";
import { columnValues } from "./column-values.ts";
import type { ColumnValues } from "./columns.ts";
import { conditionsOf, type TextFilters } from "./conditions.ts";
import { isConflict, untilNoConflict } from "./conflicts.ts";
import { hasOneOfIds } from "./ids.ts";
import { columnsOf, refusal, toArrow, toDocuments, type StoredDocument } from "./rows.ts";
import { arrowSchema, ID_COLUMNS, readMetadata } from "./schema.ts";
import { scanPages } from "./scan.ts";
import { searchTable } from "./search.ts";
import type { LanceTable } from "./table.ts";
import { pairs } from "../../shared/pairs.ts";

/** What the collections do not share. `condition` leaves `TextFilters` to the text index. */
export interface CollectionKind<Filters extends TextFilters<Filters>, Sort extends string, FacetField extends string> {
  condition(filters: Filters): string | undefined;
  /** True: hits name the paper that they belong to. */
  ofPapers?: boolean;
  /** False: words of the title count as any other word of the text. Default: a little more. */
  searchesTitle?: boolean;
  orders: Readonly<Record<Sort, readonly ColumnOrdering[]>>;
  /** The column of a facet and how to read its values, one or none a document and value. */
  facets: Readonly<Record<FacetField, { column: string; values(stored: ColumnValues): Iterable<string> }>>;
}

/** The calls that all collections have in common, over one table. */
export function lanceCollection<
  Document extends StoredDocument,
  Filters extends TextFilters<Filters>,
  Sort extends string,
  FacetField extends string,
>(live: LanceTable, kind: CollectionKind<Filters, Sort, FacetField>): Collection<Document, Filters, Sort, FacetField> {
  const { target } = live;
  const idColumn = ID_COLUMNS[target];

  const documentsOf = async (
    table: Table,
    ids: readonly string[],
    timeoutMs: number,
    only?: readonly string[],
  ): Promise<Map<string, Document>> => {
    if (ids.length === 0) return new Map();
    const found = await table
      .query()
      .where(await hasOneOfIds(table, target, ids))
      .select(columnsOf(target, only))
      .toArrow({ timeoutMs });
    const foundIds = columnValues(found, idColumn) as string[];
    return new Map(pairs(foundIds, toDocuments<Document>(target, found, only)));
  };

  const conditionOf = conditionsOf<Filters>(target, kind.condition);

  return {
    search(request, call) {
      const searched = { idColumn, withTitle: kind.searchesTitle ?? true, ofPapers: kind.ofPapers ?? false };
      let condition: Promise<string | undefined> | undefined;
      const once = (table: Table, timeoutMs: number) => (condition ??= conditionOf(table, request.filters, timeoutMs));
      return searchTable(live, searched, request, once, call);
    },

    list: ({ filters, sort, limit }, call) =>
      live.read(call, async (table, timeoutMs) => {
        const condition = await conditionOf(table, filters, timeoutMs);
        const ids = await sortedIds(table, idColumn, kind.orders[sort], condition, limit, timeoutMs);
        const [found, total] = await Promise.all([
          documentsOf(table, ids, timeoutMs),
          // Fewer than the limit are all there are.
          ids.length < limit ? ids.length : table.countRows(condition),
        ]);
        return { documents: ids.flatMap((id) => found.get(id) ?? []), total };
      }),

    get: (ids, call) => live.read(call, (table, timeoutMs) => documentsOf(table, ids, timeoutMs)),

    fields: (ids, names, call) => live.read(call, (table, timeoutMs) => documentsOf(table, ids, timeoutMs, names)),

    vectors: (ids, call) =>
      live.read(call, async (table, timeoutMs) => {
        if (ids.length === 0) return new Map();
        const condition = `${await hasOneOfIds(table, target, ids)} AND embedding IS NOT NULL`;
        const found = await table.query().where(condition).select([idColumn, "embedding"]).toArrow({ timeoutMs });
        const vectors = columnValues(found, "embedding") as Float32Array[];
        return new Map((columnValues(found, idColumn) as string[]).map((id, index) => [id, vectors[index]]));
      }),

    withVectors: (ids, names, call) =>
      live.read(call, async (table, timeoutMs) => {
        if (ids.length === 0) return new Map();
        const found = await table
          .query()
          .where(await hasOneOfIds(table, target, ids))
          .select([...columnsOf(target, names), "embedding"])
          .toArrow({ timeoutMs });
        const foundIds = columnValues(found, idColumn) as string[];
        const vectors = columnValues(found, "embedding") as (Float32Array | null)[];
        const documents = toDocuments<Document>(target, found, names);
        return new Map(foundIds.map((id, index) => [id, { document: documents[index]!, vector: vectors[index] ?? null }]));
      }),

    count: (filters, call) =>
      live.read(call, async (table, timeoutMs) => table.countRows(await conditionOf(table, filters, timeoutMs))),

    facets: (field, filters, limit, call) =>
      live.read(call, async (table, timeoutMs) => {
        const { column, values } = kind.facets[field];
        const condition = [await conditionOf(table, filters, timeoutMs), `${column} IS NOT NULL`]
          .filter((part) => part !== undefined)
          .join(" AND ");
        const found = (await table.query().where(condition).select([column]).toArrow({ timeoutMs })).getChild(column);
        const counts = new Map<string, number>();
        for (const value of found === null ? [] : values(found)) counts.set(value, (counts.get(value) ?? 0) + 1);
        return [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          .slice(0, limit);
      }),

    write: (rows, call) =>
      writeRows(live, target, rows, call).catch((error: unknown) => {
        if (!isEngineSilent(error)) throw error;
        throw new WriteError("retry", "the rows could not be written", { cause: (error as PublicError).cause });
      }),

    remove: (ids, call) =>
      live.write(call, ids.length, async (table) => {
        if (ids.length > 0) await untilNoConflict(async () => table.delete(await hasOneOfIds(table, target, ids)));
      }),

    /** Reads always take the newest version, so there is nothing to make visible. */
    refresh: (call) => live.read(call, async () => undefined),

    scan: (request, call) => scanPages<Document, Filters>((call) => live.table(call), target, conditionOf, request, call),
  };
}

/** Ids in order, from the columns that the order needs alone: whole documents would be read for every row that passes. */
async function sortedIds(
  table: Table,
  idColumn: string,
  order: readonly ColumnOrdering[],
  condition: string | undefined,
  limit: number,
  timeoutMs: number,
): Promise<string[]> {
  const columns = [idColumn, ...order.map(({ columnName }) => columnName)];
  const query = table
    .query()
    .select(columns)
    .orderBy([...order, { columnName: idColumn }])
    .limit(limit);
  if (condition !== undefined) query.where(condition);
  return columnValues(await query.toArrow({ timeoutMs }), idColumn) as string[];
}

/** The columns are made before the write takes its turn, while LanceDB writes what came before. */
async function writeRows(
  live: LanceTable,
  target: Target,
  rows: readonly Row<StoredDocument>[],
  call: Call | undefined,
): Promise<WriteOutcome[]> {
  const idColumn = ID_COLUMNS[target];
  const ids = new Set(rows.map(({ document }) => (document as unknown as Record<string, unknown>)[idColumn]));
  if (ids.size < rows.length) throw new WriteError("refused", "two rows of one write have the same ID");
  const schema = await live.read({ timeoutMs: DEADLINES.write, ...call }, (table) => table.schema());
  const { space } = readMetadata(schema.metadata);
  const refusals = rows.map((row) => refusal(target, row, space.dimensions));
  const accepted = rows.filter((_, index) => refusals[index] === null);
  const data = toArrow(target, accepted, new Schema(columnsToWrite(target, space, schema)));
  const outcome = await live.write(call, rows.length, (table, timeoutMs) => upsert(table, idColumn, data, timeoutMs));
  return refusals.map((reason) => (reason === null ? outcome : { status: "refused", reason }));
}

/** The columns of this release's tables, without those that a table of before does not have. */
function columnsToWrite(target: Target, space: EmbeddingSpace, stored: Schema): Field[] {
  const { fields } = arrowSchema(MAPPINGS[target], space);
  const there = new Set(stored.fields.map(({ name }) => name));
  return fields.filter(({ name }) => there.has(name));
}

async function upsert(table: Table, idColumn: string, data: ArrowTable, timeoutMs: number): Promise<WriteOutcome> {
  if (data.numRows === 0) return { status: "indexed" };
  try {
    await table.mergeInsert(idColumn).whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data, { timeoutMs });
    return { status: "indexed" };
  } catch (error) {
    if (isConflict(error)) return { status: "retry", reason: "another process wrote at the same time" };
    throw error;
  }
}
