import type { Collection } from "../engine/port.ts";
import { csvBytes } from "./csv.ts";
import { exportFields, type ExportDocument, type ExportField, type ExportTarget } from "./fields.ts";
import type { ExportFormat } from "./formats.ts";
import { jsonLinesBytes } from "./json-lines.ts";
import { parquetBytes } from "./parquet.ts";

/** Pages of documents as the bytes of a file, in pieces of about a page. */
type Encoder = (pages: AsyncIterable<readonly ExportDocument[]>, fields: readonly ExportField[]) => AsyncIterable<Uint8Array>;

const ENCODERS: Readonly<Record<ExportFormat, Encoder>> = { jsonl: jsonLinesBytes, csv: csvBytes, parquet: parquetBytes };

/** Documents a page: of the largest papers some ten megabytes. */
const PAGE = 1_000;

/**
 * The documents of a target that pass the filters, in the order of their ids, as the bytes of a file. They are of the generation that was live when the first
 * bytes were asked for; memory stays the same however many there are. `onRows` is told how many documents were read so far.
 */
export function exportBytes<Document, Filters>(
  {
    collection,
    target,
    filters,
    format,
  }: {
    collection: Pick<Collection<Document, Filters, never, never>, "scan">;
    target: ExportTarget;
    filters: Filters;
    format: ExportFormat;
  },
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): AsyncIterable<Uint8Array> {
  async function* pages(): AsyncGenerator<ExportDocument[]> {
    let rows = 0;
    for await (const page of collection.scan({ filters, vectors: false, pageSize: PAGE }, { signal })) {
      rows += page.length;
      onRows(rows);
      yield page.map(({ document }) => document as ExportDocument);
    }
  }
  return fileBytes(pages(), exportFields(target), format);
}

/** Pages of rows as the bytes of a file. */
export function fileBytes(
  pages: AsyncIterable<readonly ExportDocument[]>,
  fields: readonly ExportField[],
  format: ExportFormat,
): AsyncIterable<Uint8Array> {
  return ENCODERS[format](pages, fields);
}
