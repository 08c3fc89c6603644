import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { constants, zstdCompressSync } from "node:zlib";
import type { ExportDocument, ExportField } from "./fields.ts";

/** Rows that are held in memory and stand together in the file. */
const ROWS_A_GROUP = 10_000;
/** What most writers of Parquet take. */
const ZSTD_LEVEL = 3;

/** A Parquet file: lists are lists, objects are structs, days are dates, times are timestamps; compressed with Zstandard. */
export async function* parquetBytes(
  pages: AsyncIterable<readonly ExportDocument[]>,
  fields: readonly ExportField[],
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: fields.length }, ...fields.flatMap(schemaOf)],
    codec: "ZSTD",
    compressors: {
      ZSTD: (input) => zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
    },
    createdBy: "signal-canvas",
  });
  for await (const rows of inGroups(pages, ROWS_A_GROUP)) {
    const columnData = fields.map((field) => ({
      name: field.name,
      data: rows.map((row) => valueOf(field, row[field.name])),
    }));
    await file.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    yield taken(bytes);
  }
  await file.finish();
  yield taken(bytes);
}

async function* inGroups<Item>(pages: AsyncIterable<readonly Item[]>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const page of pages) {
    group.push(...page);
    if (group.length < size) continue;
    yield group.slice(0, size);
    group = group.slice(size);
  }
  if (group.length > 0) yield group;
}

/** What was written since the last time; `offset` goes on counting from the beginning of the file. */
function taken(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}

function schemaOf(field: ExportField): SchemaElement[] {
  if (!field.isList) return elementOf(field);
  return [
    { name: field.name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...elementOf({ ...field, name: "element" }),
  ];
}

function elementOf({ name, kind, fields }: ExportField): SchemaElement[] {
  const element = { name, repetition_type: "OPTIONAL" } as const;
  switch (kind) {
    case "text":
      return [{ ...element, type: "BYTE_ARRAY", converted_type: "UTF8" }];
    case "day":
      return [{ ...element, type: "INT32", converted_type: "DATE" }];
    case "time":
      return [{ ...element, type: "INT64", converted_type: "TIMESTAMP_MILLIS" }];
    case "integer":
      return [{ ...element, type: "INT32" }];
    case "number":
      return [{ ...element, type: "DOUBLE" }];
    case "boolean":
      return [{ ...element, type: "BOOLEAN" }];
    case "object":
      return [{ ...element, num_children: fields.length }, ...fields.flatMap(schemaOf)];
  }
}

/** A value as the writer takes it: days and times as `Date`. */
function valueOf(field: ExportField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.isList) return (value as unknown[]).map((item) => valueOf({ ...field, isList: false }, item));
  if (field.kind === "day" || field.kind === "time") return new Date(value as string);
  if (field.kind !== "object") return value;
  const object = value as ExportDocument;
  return Object.fromEntries(field.fields.map((inner) => [inner.name, valueOf(inner, object[inner.name])]));
}
