import type { RawRow, RowPlace } from "./port.ts";

/** How a file of named columns becomes papers or signals; made from a mapping, see `row-mapping.ts`. */
export interface TableOptions {
  /** The row of a record: its columns by name, as text (CSV) or as JSON values. */
  toRow(place: RowPlace, record: Readonly<Record<string, unknown>>): RawRow;
  /** What is wrong with a table of these columns, as a sentence; null where nothing is. Asked before the first row. */
  columnProblem(columns: readonly string[]): string | null;
  /** CSV: the names of the columns of a file without a header row. */
  header?: readonly string[];
  /** With `header`: the first row holds none the less a header, which is passed over. */
  skipHeader?: boolean;
  /** CSV: false where quotes are characters like others. */
  quotes?: boolean;
  /** CSV: what stands between the fields. Default: a tab for `.tsv` files, else a comma. */
  delimiter?: string;
  invalidUtf8?: "fault" | "line";
}
