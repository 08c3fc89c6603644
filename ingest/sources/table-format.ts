import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { readMappingFile } from "../mapping-file.ts";
import { rowMapping } from "../row-mapping.ts";
import { textOption, type FormatOption, type OpenContext, type SourceOptions } from "./format.ts";
import type { TableOptions } from "./table.ts";

/** The options of formats whose rows have named columns. */
export const TABLE_OPTIONS: readonly FormatOption[] = [
  {
    name: "map",
    flags: "--map <file>",
    description: "mapping of columns to fields (docs/ingest-mapping.md)",
    tellsInputsApart: true,
    isFile: true,
    parse: (path) => resolve(path),
  },
  { name: "allowNoId", flags: "--allow-no-id", description: "load papers from a file without an ID column" },
];

/** How rows of named columns are read, by the mapping file where one is given. Throws `UsageError` for one that cannot be used. */
export async function tableOptions(options: SourceOptions, context: OpenContext): Promise<TableOptions> {
  const { target, observedAt } = options;
  if (target === "fulltext") throw new UsageError(`${options.format}: is a table, not a full text`);
  const map = textOption(options, "map");
  const mapping = map === undefined ? null : await readMappingFile(map, target);
  return {
    ...rowMapping({
      target,
      mapping,
      allowNoId: options.allowNoId === true,
      observedAt,
      onUnusedColumns: context.onUnusedColumns,
    }),
    header: mapping?.columns,
    quotes: mapping?.quotes,
    skipHeader: mapping?.skip_header,
    invalidUtf8: context.invalidUtf8,
  };
}
