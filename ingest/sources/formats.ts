import type { Target } from "../../src/engine/port.ts";
import { InputError, UsageError } from "../errors.ts";
import { rowMapping } from "../row-mapping.ts";
import { readMappingFile } from "../mapping-file.ts";
import { readAclAnthology } from "./acl-anthology.ts";
import { readVenueNames } from "./acl-venues.ts";
import { readCsv } from "./csv.ts";
import { readJsonLines } from "./jsonl.ts";
import { openInput, type Encoding, type Input } from "./open.ts";
import type { Reader, SourceItem } from "./port.ts";

export const FORMATS = ["csv", "jsonl", "acl-anthology"] as const;
export type Format = (typeof FORMATS)[number];

/** What is to be read, and how. */
export interface SourceOptions {
  target: Target;
  /** A file, a folder, or `-`. */
  path: string;
  format: Format;
  /** Path of a mapping file. */
  map?: string;
  /** CSV: what stands between the fields. */
  delimiter?: string;
  encoding?: Encoding;
  /** Papers without any id are taken. */
  allowNoId?: boolean;
  /** The name of the source of rows that name none; default: the name of their file. */
  sourceName?: string;
}

export interface OpenSource {
  input: Input;
  items: AsyncGenerator<SourceItem>;
  /** Columns that fill no field, as far as rows have been read. */
  unusedColumns(): readonly string[];
}

/** Opens the input and its format's reader. Throws `UsageError` for options that do not fit together or an input that is not there. */
export async function openSource(options: SourceOptions, signal?: AbortSignal): Promise<OpenSource> {
  const { format, encoding, path } = options;
  if (format === "acl-anthology" && options.target === "signals") {
    throw new UsageError("acl-anthology is loaded with `ingest papers`; the signals that it states come with its papers");
  }
  if (format === "acl-anthology" && options.map) throw new UsageError("--map: is for csv and jsonl alone");
  if (format !== "csv" && options.delimiter) throw new UsageError("--delimiter: is for csv alone");
  let unused: readonly string[] = [];
  const reader = await readerOf(options, (columns) => (unused = columns));
  const input = await openInput(path, { extensions: EXTENSIONS[format], encoding, signal });
  return { input, items: readFiles(input, reader), unusedColumns: () => unused };
}

const EXTENSIONS: Record<Format, readonly string[]> = {
  csv: [".csv", ".tsv"],
  jsonl: [".jsonl", ".ndjson"],
  "acl-anthology": [".xml"],
};

async function readerOf(options: SourceOptions, onUnusedColumns: (columns: readonly string[]) => void): Promise<Reader> {
  if (options.format === "acl-anthology") {
    const venues = await readVenueNames(options.path);
    return (file) => readAclAnthology(file, venues);
  }
  const mapping = options.map === undefined ? null : await readMappingFile(options.map, options.target);
  const table = {
    ...rowMapping({ target: options.target, mapping, allowNoId: options.allowNoId ?? false, onUnusedColumns }),
    delimiter: options.delimiter,
    // Who names UTF-8 as the encoding wants lines with wrong bytes set aside; who names none may not know that it is another.
    invalidUtf8: options.encoding === "utf-8" ? ("line" as const) : ("fault" as const),
  };
  return options.format === "csv" ? (file) => readCsv(file, table) : (file) => readJsonLines(file, table);
}

/** The rows of all files; a file that fails is said so after its last readable row, and the next one follows. */
async function* readFiles(input: Input, reader: Reader): AsyncGenerator<SourceItem> {
  for (const file of input.files) {
    try {
      yield* reader(file);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      yield { kind: "fault", error };
    }
  }
}
