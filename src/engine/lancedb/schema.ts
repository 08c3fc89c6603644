import type { DataType } from "apache-arrow";
import { Bool, Field, FixedSizeList, Float32, Float64, Int32, List, Schema, Utf8 } from "./arrow.ts";
import { fingerprint, LISTS, type FieldMapping, type IndexMapping } from "../mapping.ts";
import type { EmbeddingSpace, Target } from "../port.ts";

/**
 * The Arrow schema of a target's table, derived from its mapping: a column a field, `<field>_folded` for a field that is also
 * compared without case and diacritics, `signal_kinds` beside the counts, and the prefixes of passages' ids. Objects are kept as
 * JSON text, dates as the text they came as, so that documents come back exactly. Fingerprint and space stand in the schema's
 * metadata, born with the table.
 */
export function arrowSchema(mapping: IndexMapping, space: EmbeddingSpace): Schema {
  const fields = Object.entries(mapping.mappings.properties).flatMap(([name, field]) => {
    const type = arrowType(name, field, space);
    const isId = name === ID_COLUMNS[mapping.target];
    const column = new Field(
      name,
      type,
      !isId,
      new Map([...(isId ? PRIMARY_KEY : []), ...(PACKED[mapping.target]?.[name] ?? [])]),
    );
    return field.fields?.folded ? [column, new Field(foldedColumn(name), type, true)] : [column];
  });
  if (mapping.mappings.properties.signal_counts) fields.push(new Field("signal_kinds", listOf(new Utf8()), true));
  if (mapping.target === "passages") fields.push(new Field(PREFIX_COLUMN, new Utf8(), false));
  return new Schema(
    fields,
    new Map([
      ["fingerprint", fingerprint(mapping)],
      ["space", JSON.stringify(space)],
    ]),
  );
}

/** Fingerprint and space that a table was created with. */
export function readMetadata(metadata: ReadonlyMap<string, string>): { fingerprint: string; space: EmbeddingSpace } {
  const [mark, space] = [metadata.get("fingerprint"), metadata.get("space")];
  if (mark === undefined || space === undefined) throw new Error("the table does not record which embedding model filled it");
  return { fingerprint: mark, space: JSON.parse(space) as EmbeddingSpace };
}

export const ID_COLUMNS: Readonly<Record<Target, string>> = {
  papers: "paper_id",
  signals: "signal_id",
  passages: "passage_id",
};

/** Of passages: what the ids of one text begin with, by which they are found. Tables that were made before have no such column. */
export const PREFIX_COLUMN = "passage_id_prefix";

/** With it LanceDB settles races of two processes over one id; without it both rows would stay. */
const PRIMARY_KEY = new Map([["lance-schema:unenforced-primary-key", "true"]]);

/** Values are compressed in blocks, a text's paragraphs under one title together; a read of one value unpacks its block. */
function inBlocksOf(bytes: number): Encoding {
  return [
    ["lance-encoding:structural-encoding", "miniblock"],
    ["lance-encoding:compression", "zstd"],
    ["lance-encoding:compression-level", "9"],
    ["lance-encoding:minichunk-size", String(bytes)],
  ];
}

type Encoding = readonly (readonly [string, string])[];

const LARGE = inBlocksOf(262_144);
/** Ids take no more room in smaller blocks, and those of the 500 hits of a search stand in many. */
const SMALL = inBlocksOf(32_768);

/** Columns that take much room, with their encodings; all others as LanceDB chooses. A table keeps the encodings that it was created with. */
const PACKED: Partial<Record<Target, Readonly<Record<string, Encoding>>>> = {
  passages: { text: LARGE, whole: LARGE, content_hash: LARGE, passage_id: SMALL },
};

export function foldedColumn(name: string): string {
  return `${name}_folded`;
}

function arrowType(name: string, field: FieldMapping, space: EmbeddingSpace): DataType {
  switch (field.type) {
    case "keyword":
    case "text":
      return LISTS.has(name) ? listOf(new Utf8()) : new Utf8();
    case "date":
    case "object":
      return new Utf8();
    case "integer":
      return LISTS.has(name) ? listOf(new Int32()) : new Int32();
    case "double":
      return new Float64();
    case "boolean":
      return new Bool();
    case "dense_vector":
      return new FixedSizeList(space.dimensions, new Field("item", new Float32(), true));
    default:
      throw new Error(`the mapping's field ${name} has the type ${field.type}, for which there is no column type`);
  }
}

function listOf<Item extends DataType>(items: Item): List<Item> {
  return new List(new Field("item", items, true));
}
