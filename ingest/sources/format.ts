import type { RetryClock } from "../../src/shared/retry.ts";
import { UsageError } from "../errors.ts";
import type { Encoding } from "./open.ts";
import type { Reader } from "./port.ts";

/** What the rows of a table can be. */
export type RowTarget = "papers" | "signals";
/** What an input is loaded as. */
export type LoadTarget = RowTarget | "fulltext";

/** What is to be read, and how. Kept with dead letters and builds, so that the same rows can be read again. */
export interface SourceOptions {
  target: LoadTarget;
  /** A file, a folder, an address, or `-` for standard input. */
  path: string;
  /** The name of a format of the registry. */
  format: string;
  encoding?: Encoding;
  /** The day for which an input speaks that does not say it itself, `YYYY-MM-DD`. */
  observedAt?: string;
  /** The name of the source of rows that name none; default: the name of their file. */
  sourceName?: string;
  /** Options of the format's own, each by its `name`. */
  [option: string]: string | boolean | undefined;
}

/** A command-line option that not every format has. Several formats may share one. */
export interface FormatOption {
  /** As `SourceOptions` calls it: the flag's long name in camelCase. */
  name: string;
  /** As commander takes them: `--list <name>`. */
  flags: string;
  /** What it is for, in a few words; the help puts the names of its formats before it. */
  description: string;
  /** Inputs that differ in it are two inputs, each with its own checkpoint and dead letters: two mappings of one file. */
  tellsInputsApart?: boolean;
  /** The path of a file, whose content belongs to the options: a load is not resumed with another content. */
  isFile?: boolean;
  /** What is kept of the text given; throws `UsageError`. */
  parse?(text: string): string;
}

/** What a format's reader is told beside the options. */
export interface OpenContext {
  /** What to do with bytes that are not UTF-8: fail the file, or set the line aside. */
  invalidUtf8: "fault" | "line";
  /** Takes the names of columns that fill no field, as far as rows have been read. */
  onUnusedColumns(columns: readonly string[]): void;
}

/** How an address is downloaded. */
export interface Download {
  /** Where pages are kept as they come, and how far the download got. */
  folder: string;
  /** fresh: from the start; resume: what is there, then on from where it ended; replay: what is there alone, without any request. */
  mode: "fresh" | "resume" | "replay";
  /** Ends it without an error. */
  signal?: AbortSignal;
  /** Addresses (scheme, host, port) that may be asked. Default: those of the format. */
  origins?: readonly string[];
  clock?: RetryClock;
  /** Longest time from a request to the end of its answer, in milliseconds. */
  timeoutMs?: number;
}

/**
 * A format that can be loaded: all that the commands, the reading and the checkpoints know of it. It becomes known by its line in
 * `registry.ts`.
 */
export interface Format {
  /** What `--format` calls it. */
  name: string;
  /** Which targets its rows can be of: only papers, or signals by themselves too. */
  targets: readonly LoadTarget[];
  /** Endings of the files that are taken from a folder, each with `.gz` behind it too. */
  extensions: readonly string[];
  /** Those of them that name this format where `--format` is not given. */
  impliedBy?: readonly string[];
  options?: readonly FormatOption[];

  /** Makes the reader of an input's files. Called once, before the first file is opened; throws `UsageError` for options that cannot be used. */
  open(options: SourceOptions, context: OpenContext): Promise<Reader>;

  /** The files of a folder, where something else than their endings tells which; null: the endings do. Throws `UsageError`. */
  filesOf?(path: string): Promise<readonly string[] | null>;

  /** Downloads an address (`http:` or `https:`) into files, and yields their paths. Only for formats that are read from the network. */
  download?(address: string, download: Download): Promise<AsyncIterable<string>>;
}

/** The text of an option; undefined where it was not given. */
export function textOption(options: SourceOptions, name: string): string | undefined {
  const value = options[name];
  if (value === undefined || typeof value === "string") return value;
  throw new UsageError(`--${name}: must be text`);
}
