import type { Data, Field, FixedSizeList } from "apache-arrow";
import { Float32, makeData, RecordBatch, Schema, Struct, Table } from "./arrow.ts";
import { affiliationsOf, authorIdsOf, referenceCountOf } from "../../documents/merge.ts";
import { paperText, type Paper } from "../../documents/paper.ts";
import type { Passage } from "../../documents/passage.ts";
import type { Signal } from "../../documents/signal.ts";
import { foldText, titleKey } from "../../documents/text.ts";
import { documentFields, MAPPINGS, type FieldMapping } from "../mapping.ts";
import type { Target } from "../port.ts";
import type { Row } from "../writes.ts";
import { columnData } from "./column-data.ts";
import { columnValues } from "./column-values.ts";
import { addHashes, PASSAGE_COLUMNS, PASSAGE_READERS, passageColumnsBehind } from "./passage-columns.ts";
import { ID_COLUMNS } from "./schema.ts";

export type StoredDocument = Paper | Signal | Passage;
type Values = Record<string, unknown>;

/** Rows as one Arrow batch of this schema. Rows must have passed `refusal`. */
export function toArrow(target: Target, rows: readonly Row<StoredDocument>[], schema: Schema): Table {
  const documents = rows.map(({ document, beside }) => ({ ...document, ...beside }));
  return batch(schema, rows.length, (field) =>
    field.name === "embedding" ? vectorData(rows, field.type as FixedSizeList) : columnOf(target, documents, field),
  );
}

/** Values of these columns alone as an Arrow batch, made from records that hold the fields behind them. */
export function columnsToArrow(target: Target, names: readonly string[], records: readonly Values[], schema: Schema): Table {
  const columns = schema.fields.filter(({ name }) => names.includes(name));
  return batch(new Schema(columns), records.length, (field) => columnOf(target, records, field));
}

/** The columns to ask for so that `toDocuments` can make documents, with all fields or those given. */
export function columnsOf(target: Target, only?: readonly string[]): string[] {
  const all = documentFields(MAPPINGS[target]).map(([name]) => name);
  const fields = only ?? all;
  return [...new Set([ID_COLUMNS[target], ...(target === "passages" ? passageColumnsBehind(fields, all) : fields)])];
}

/** The documents of a query's answer: the columns of `documentFields` by name, all of them or those given. The answer has the columns of `columnsOf`. */
export function toDocuments<Document extends StoredDocument>(target: Target, table: Table, only?: readonly string[]): Document[] {
  const documents: Values[] = Array.from({ length: table.numRows }, () => ({}));
  const columns = columnsOf(target, only);
  const readers = target === "passages" ? PASSAGE_READERS : {};
  for (const [name, { type }] of documentFields(MAPPINGS[target])) {
    if (!columns.includes(name)) continue;
    const values = readers[name]?.(table) ?? columnValues(table, name);
    for (const [index, document] of documents.entries()) {
      const value = values[index] ?? null;
      document[name] = type === "object" && value !== null ? (JSON.parse(value as string) as unknown) : value;
    }
  }
  if (target === "passages") addHashes(documents as unknown[] as Passage[]);
  return (only === undefined ? documents : documents.map((document) => picked(document, only))) as unknown[] as Document[];
}

function picked(document: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));
}

/** Why a row cannot be stored, or null where it can. */
export function refusal(target: Target, row: Row<StoredDocument>, dimensions: number): string | null {
  return (
    vectorRefusal(row.vector, dimensions) ??
    documentRefusal(MAPPINGS[target].mappings.properties, row.document as unknown as Values)
  );
}

/** The columns that a document does not hold itself, beside the folded ones. */
const DERIVED: Readonly<Record<Target, Readonly<Record<string, (document: Values) => unknown>>>> = {
  papers: {
    text: (document) => paperText(document as unknown as Paper),
    title_key: (document) => titleKey(document.title as string),
    signal_kinds: (document) => Object.keys(document.signal_counts as object),
    affiliations: (document) => affiliationsOf(document as unknown as Paper),
    author_ids: (document) => authorIdsOf(document as unknown as Paper),
    reference_count: (document) => referenceCountOf(document as unknown as Paper),
  },
  signals: { text: ({ title, statement }) => `${title as string} ${statement as string}` },
  passages: PASSAGE_COLUMNS as unknown as Record<string, (document: Values) => unknown>,
};

const FOLDED = /_folded$/u;

/** Reads the value of a column from a document; null where it has none. */
function readerOf(target: Target, name: string): (document: Values) => unknown {
  const derived = DERIVED[target][name];
  if (derived) return derived;
  if (FOLDED.test(name)) {
    const field = name.replace(FOLDED, "");
    return (document) => folded(document[field]);
  }
  if (!JSON_COLUMNS.has(name)) return (document) => document[name] ?? null;
  return (document) => (document[name] === null || document[name] === undefined ? null : JSON.stringify(document[name]));
}

/** Columns that keep an object, or a list of objects, as JSON. */
const JSON_COLUMNS = new Set(
  Object.values(MAPPINGS).flatMap((mapping) =>
    documentFields(mapping).flatMap(([name, { type }]) => (type === "object" ? [name] : [])),
  ),
);

function folded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => foldText(String(item)));
  return typeof value === "string" ? foldText(value) : null;
}

function batch(schema: Schema, length: number, column: (field: Field) => Data): Table {
  const data = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children: schema.fields.map(column) });
  return new Table(schema, [new RecordBatch(schema, data)]);
}

function columnOf(target: Target, documents: readonly Values[], field: Field): Data {
  return columnData(documents.map(readerOf(target, field.name)), field);
}

/** The vectors of rows as one column, null where a row has none. */
function vectorData(rows: readonly Row<unknown>[], type: FixedSizeList): Data {
  const values = new Float32Array(rows.length * type.listSize);
  const present = new Uint8Array(Math.ceil(rows.length / 8));
  for (const [index, { vector }] of rows.entries()) {
    if (vector === null) continue;
    values.set(vector, index * type.listSize);
    present[index >> 3]! |= 1 << (index & 7);
  }
  const nullCount = rows.filter(({ vector }) => vector === null).length;
  const child = makeData({ type: new Float32(), length: values.length, nullCount: 0, data: values });
  return makeData({ type, length: rows.length, nullCount, nullBitmap: present, child });
}

function vectorRefusal(vector: Float32Array | null, dimensions: number): string | null {
  if (vector === null) return null;
  if (vector.length !== dimensions) return `embedding: has ${vector.length} components; the index takes ${dimensions}`;
  let square = 0;
  // By index: an iterator makes an object of each component.
  for (let index = 0; index < dimensions; index += 1) square += vector[index]! * vector[index]!;
  return Math.abs(Math.sqrt(square) - 1) <= 1e-3 ? null : "embedding: is not of length 1";
}

function documentRefusal(properties: Record<string, FieldMapping>, document: Values): string | null {
  for (const name of Object.keys(document)) {
    const value = document[name];
    const type = properties[name]?.type;
    if (type === undefined) return `${name}: the index has no such field`;
    if (value === null || value === undefined) continue;
    if (type === "integer" && (value as number) !== ((value as number) | 0)) return `${name}: is not a whole number of 32 bits`;
    if (type === "double" && !Number.isFinite(value)) return `${name}: is not a finite number`;
  }
  return null;
}
