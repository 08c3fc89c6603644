import { resolve } from "node:path";
import type { RowTarget } from "./sources/format.ts";
import { UsageError } from "./errors.ts";
import { suggestMapping, type Suggestion } from "./suggest-mapping.ts";
import { readCsv } from "./sources/csv.ts";
import { readJsonLines } from "./sources/jsonl.ts";
import { openInput, type Encoding } from "./sources/open.ts";
import type { TableOptions } from "./sources/table.ts";

export interface SuggestOptions {
  path: string;
  target?: RowTarget;
  format: "csv" | "jsonl";
  delimiter?: string;
  encoding?: Encoding;
}

const ROWS = 200;

/** Looks at the head of a table and suggests a mapping file for it. Throws `UsageError` or `InputError` where it cannot be read. */
export async function suggestFor({ path, target, format, delimiter, encoding }: SuggestOptions): Promise<Suggestion> {
  const { files } = await openInput(path === "-" ? path : resolve(path), { extensions: [`.${format}`], encoding });
  const columns = new Set<string>();
  const samples: Readonly<Record<string, unknown>>[] = [];
  const table: TableOptions = {
    delimiter,
    columnProblem(names) {
      for (const name of names) columns.add(name);
      return null;
    },
    toRow(place, record) {
      for (const name of Object.keys(record)) columns.add(name);
      samples.push(record);
      return { ...place, kind: "blank" };
    },
  };
  const [file] = files;
  if (!file) throw new UsageError(`${path}: contains no file to read`);
  const rows = format === "csv" ? readCsv(file, table) : readJsonLines(file, table);
  for await (const _ of rows) if (samples.length >= ROWS) break;
  if (columns.size === 0) throw new UsageError(`${path}: has no columns`);
  return suggestMapping(target ?? guessTarget(columns), [...columns], samples);
}

/** Signals have a kind, or are about papers that they name. */
function guessTarget(columns: ReadonlySet<string>): RowTarget {
  return columns.has("kind") || columns.has("paper_ids") || columns.has("paper_title") ? "signals" : "papers";
}
