import { documentFields, LISTS, MAPPINGS, type FieldMapping } from "../engine/mapping.ts";

/** A field of exported documents. */
export interface ExportField {
  name: string;
  kind: "text" | "day" | "time" | "integer" | "number" | "boolean" | "object";
  isList: boolean;
  /** The fields of an object; none for the other kinds. */
  fields: readonly ExportField[];
}

export type ExportDocument = Readonly<Record<string, unknown>>;

export type ExportTarget = "papers" | "signals";

/** What papers are made from, and ids that they once had: kept for loads, and not shown. */
const HIDDEN = new Set(["source_records", "former_ids"]);

/** The fields of a target as `mappings` describes them, in their order. */
export function exportFields(target: ExportTarget): ExportField[] {
  return documentFields(MAPPINGS[target])
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, field]) => exportField(name, field, LISTS.has(name)));
}

function exportField(name: string, field: FieldMapping, isList: boolean): ExportField {
  const fields = Object.entries(field.properties ?? {}).map(([name, inner]) => exportField(name, inner, false));
  return { name, kind: kindOf(field), isList, fields };
}

function kindOf({ type, format }: FieldMapping): ExportField["kind"] {
  switch (type) {
    case "keyword":
    case "text":
      return "text";
    case "date":
      return format === "strict_date" ? "day" : "time";
    case "double":
      return "number";
    case "integer":
    case "boolean":
    case "object":
      return type;
    default:
      throw new Error(`fields of the type ${type} have no place in an export`);
  }
}
