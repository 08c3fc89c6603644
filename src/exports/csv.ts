import { csvLine, type CsvValue } from "../shared/csv-line.ts";
import type { ExportDocument, ExportField } from "./fields.ts";

/**
 * A table (see `csvLine`) with a heading. A member of an object has a column of its own (`ids.doi`); texts of a list are joined by `; `; lists of objects
 * are JSON.
 */
export async function* csvBytes(
  pages: AsyncIterable<readonly ExportDocument[]>,
  fields: readonly ExportField[],
): AsyncGenerator<Uint8Array> {
  const columns = fields.flatMap(columnsOf);
  yield Buffer.from(csvLine(columns.map(({ name }) => name)));
  for await (const page of pages) {
    yield Buffer.from(page.map((document) => csvLine(columns.map(({ read }) => read(document)))).join(""));
  }
}

interface CsvColumn {
  name: string;
  read(document: ExportDocument): CsvValue;
}

function columnsOf({ name, kind, isList, fields }: ExportField): CsvColumn[] {
  if (kind === "object" && !isList) {
    return fields.flatMap(columnsOf).map((inner) => ({
      name: `${name}.${inner.name}`,
      read: (document) => inner.read((document[name] ?? {}) as ExportDocument),
    }));
  }
  const read = (document: ExportDocument): CsvValue => {
    const value = document[name] ?? null;
    if (!isList || value === null) return value as CsvValue;
    return kind === "object" ? jsonOf(value as unknown[]) : (value as unknown[]).join("; ");
  };
  return [{ name, read }];
}

function jsonOf(values: readonly unknown[]): string {
  return values.length === 0 ? "" : JSON.stringify(values);
}
