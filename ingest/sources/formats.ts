import type { Target } from "../../src/engine/port.ts";
import { InputError, UsageError } from "../errors.ts";
import { rowMapping } from "../row-mapping.ts";
import { readMappingFile } from "../mapping-file.ts";
import { readAclAnthology } from "./acl-anthology.ts";
import { readVenueNames } from "./acl-venues.ts";
import { isAddress, openHarvest, type HarvestOptions } from "./arxiv-harvest.ts";
import { readArxiv } from "./arxiv.ts";
import { readCsv } from "./csv.ts";
import { readJsonLines } from "./jsonl.ts";
import { openInput, type Encoding, type Input } from "./open.ts";
import { readOpenAlex } from "./openalex.ts";
import { snapshotParts } from "./openalex-snapshot.ts";
import { readPaperlists } from "./paperlists.ts";
import type { InputFile, Reader, SourceItem } from "./port.ts";

export const FORMATS = ["csv", "jsonl", "acl-anthology", "paperlists", "openalex", "arxiv"] as const;
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
  /** The day for which an input speaks that does not say it itself, `YYYY-MM-DD`. */
  observedAt?: string;
  /** paperlists: conference and year of an input whose name does not tell them. */
  list?: string;
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
export async function openSource(
  options: SourceOptions,
  signal?: AbortSignal,
  harvest?: Omit<HarvestOptions, "url" | "signal">,
): Promise<OpenSource> {
  const { format, encoding, path } = options;
  checkOptions(options);
  let unused: readonly string[] = [];
  const reader = await readerOf(options, (columns) => (unused = columns));
  if (isAddress(path)) {
    if (format !== "arxiv" || !harvest)
      throw new UsageError(`${path}: only arxiv is read from the network; allowed: --format arxiv`);
    const pages = await openHarvest({ ...harvest, url: path, signal });
    const input = { files: [], paths: [], totalBytes: 0, bytesRead: () => 0 };
    return { input, items: readFiles(filesOf(pages), reader), unusedColumns: () => [] };
  }
  const paths = (format === "openalex" && (await snapshotParts(path))) || undefined;
  const input = await openInput(path, { extensions: EXTENSIONS[format], paths, encoding, signal });
  return { input, items: readFiles(input.files, reader), unusedColumns: () => unused };
}

const TABLES: ReadonlySet<Format> = new Set(["csv", "jsonl"]);

function checkOptions({ format, target, map, delimiter, observedAt, list }: SourceOptions): void {
  if (!TABLES.has(format) && target === "signals") {
    throw new UsageError(`${format} is loaded with \`ingest papers\`; the signals that it states come with its papers`);
  }
  if (!TABLES.has(format) && map !== undefined) throw new UsageError("--map: is for csv and jsonl alone");
  if (format !== "csv" && delimiter !== undefined) throw new UsageError("--delimiter: is for csv alone");
  if (format !== "paperlists" && list !== undefined) throw new UsageError("--list: is for paperlists alone");
  if (format === "paperlists" && observedAt === undefined) {
    throw new UsageError(
      "--observed-at: is needed for paperlists, which do not say for which day they speak; give it as YYYY-MM-DD",
    );
  }
}

const EXTENSIONS: Record<Format, readonly string[]> = {
  csv: [".csv", ".tsv"],
  jsonl: [".jsonl", ".ndjson"],
  "acl-anthology": [".xml"],
  paperlists: [".json"],
  // The parts of a snapshot are called part_000.gz.
  arxiv: [".xml", ".atom"],
  openalex: [".jsonl", ".ndjson", ".gz"],
};

async function readerOf(options: SourceOptions, onUnusedColumns: (columns: readonly string[]) => void): Promise<Reader> {
  if (options.format === "acl-anthology") {
    const venues = await readVenueNames(options.path);
    return (file) => readAclAnthology(file, venues);
  }
  if (options.format === "paperlists") {
    const { observedAt = "", list } = options;
    return (file) => readPaperlists(file, { observedAt, list });
  }
  // Who names UTF-8 as the encoding wants lines with wrong bytes set aside; who names none may not know that it is another.
  const invalidUtf8 = options.encoding === "utf-8" ? ("line" as const) : ("fault" as const);
  if (options.format === "arxiv") return readArxiv;
  if (options.format === "openalex") return (file) => readOpenAlex(file, { observedAt: options.observedAt, invalidUtf8 });
  const mapping = options.map === undefined ? null : await readMappingFile(options.map, options.target);
  const table = {
    ...rowMapping({
      target: options.target,
      mapping,
      allowNoId: options.allowNoId ?? false,
      observedAt: options.observedAt,
      onUnusedColumns,
    }),
    header: mapping?.columns,
    quotes: mapping?.quotes,
    skipHeader: mapping?.skip_header,
    delimiter: options.delimiter,
    invalidUtf8,
  };
  return options.format === "csv" ? (file) => readCsv(file, table) : (file) => readJsonLines(file, table);
}

async function* filesOf(paths: AsyncIterable<string>): AsyncGenerator<InputFile> {
  for await (const path of paths) yield* (await openInput(path, { extensions: [] })).files;
}

/** The rows of all files; a file that fails is said so after its last readable row, and the next one follows. */
async function* readFiles(files: Iterable<InputFile> | AsyncIterable<InputFile>, reader: Reader): AsyncGenerator<SourceItem> {
  try {
    for await (const file of files) {
      try {
        yield* reader(file);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        yield { kind: "fault", error };
      }
    }
  } catch (error) {
    // A harvest that cannot go on.
    if (!(error instanceof InputError)) throw error;
    yield { kind: "fault", error };
  }
}
