import type { FullText } from "../../src/documents/full-text.ts";
import type { PaperIds } from "../../src/documents/paper.ts";
import type { InputError } from "../errors.ts";

/*
 * A source turns one file into rows, in the order of the file, each with its position. It yields every row that is there: readable,
 * unreadable or blank; what it leaves out is lost without a trace. A fault of the file as a whole is thrown as an `InputError`;
 * rows yielded before it count. Reading the same bytes again yields the same rows.
 */
export type Reader = (file: InputFile) => AsyncGenerator<RawRow>;

export interface InputFile {
  /** As it is shown and kept in dead letters: the path that was given, or `-`. */
  name: string;
  /** The file's bytes, decompressed, in UTF-8 unless its encoding is wrong. May be called once. */
  bytes(): AsyncIterable<Uint8Array>;
  /** The same bytes once more, uncounted, for readers that look over a file before they read it; standard input has none. */
  lookOver?(): AsyncIterable<Uint8Array>;
}

export interface Position {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Offset of the row's first byte in the decompressed file. */
  byte?: number;
  /** Of several rows that one line holds, which it is, counted from 1; missing where a line is a row. */
  part?: number;
}

/** Why a row, or one record of it, cannot be taken. */
export interface Problem {
  stage: "read" | "validate" | "resolve" | "embed" | "write";
  /** A short code, e.g. `invalid_json`; dead letters are counted by it. */
  reason: string;
  /** The field it is about, e.g. `ids.doi`. */
  field?: string;
  /** What is wrong with it, for people. */
  message: string;
  allowed?: string | readonly string[];
}

export interface RowPlace {
  position: Position;
  /** The row as the file has it, for dead letters; asked for only where it is needed. */
  raw: () => string;
}

/** A row with a paper, and signals that the row states beside it (their `paper_ids` are filled in later). Nothing is validated yet. */
export type PaperRow = RowPlace & { kind: "paper"; paper: unknown; source: unknown; signals: unknown[] };
/**
 * A row by which its source takes back what it said of a paper. `ids` as in a paper (or `{ title: … }` with the paper's `title:` id, where the source
 * never gave another); `source` as in a paper, by its name.
 */
export type DeletionRow = RowPlace & { kind: "deletion"; ids: unknown; source: unknown };
/** A signal by itself. `onlyIfHeld`: ids of papers without which it is passed over, as if the line were blank. */
type SignalRow = RowPlace & { kind: "signal"; signal: unknown; onlyIfHeld?: readonly string[] };
export type UnreadableRow = RowPlace & { kind: "unreadable"; problem: Problem };
/** A whole paper, as its reader gives it. */
export type FullTextRow = RowPlace & {
  kind: "fulltext";
  text: FullText;
  /** Ids that the file is called by. */
  named: PaperIds;
};
type BlankRow = RowPlace & { kind: "blank" };
export type RawRow = PaperRow | DeletionRow | SignalRow | FullTextRow | UnreadableRow | BlankRow;

/** What the rows of all files of an input amount to: rows, and the files that could not be read to their end. */
export type SourceItem = RawRow | { kind: "fault"; error: InputError };

export function unreadable(place: RowPlace, reason: string, message: string, details: Partial<Problem> = {}): UnreadableRow {
  return { ...place, kind: "unreadable", problem: { stage: "read", reason, message, ...details } };
}
