import { createReadStream, existsSync } from "node:fs";
import { appendFile, mkdir, open as openFile, rename, rm, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { contentHash } from "../src/documents/hash.ts";
import { UsageError } from "./errors.ts";
import type { SourceOptions } from "./sources/format.ts";
import { ownOptions } from "./sources/registry.ts";
import { readLines } from "./sources/lines.ts";
import type { Problem, RowPlace } from "./sources/port.ts";

/** Where loads keep their dead letters, in the data folder. */
export const DEAD_LETTERS_FOLDER = "dead-letters";

/** The most of a row that a dead letter keeps, in bytes. */
const MAX_ROW_BYTES = 2_048;

/** A row, or one signal of a row, that could not be taken: where it stands, why, and its beginning. One JSON object a line. */
export interface DeadLetter extends Problem {
  /** How the row was read, so that `retry-dead` can read it again. */
  source: SourceOptions;
  file: string;
  line: number;
  byte?: number;
  /** The row's number in its input, counted from 1. */
  number: number;
  /** 0 for the row itself, 1 and more for the signals that it states beside its paper. */
  part: number;
  /** The row's first 2 kB. */
  row: string;
  row_is_cut: boolean;
  run_id: string;
}

export function deadLetter(
  place: RowPlace,
  problem: Problem,
  context: { source: SourceOptions; number: number; part: number; run_id: string },
): DeadLetter {
  const bytes = Buffer.from(place.raw());
  const { file, line, byte } = place.position;
  const row = bytes
    .subarray(0, MAX_ROW_BYTES)
    .toString("utf8")
    .replace(/\ufffd+$/u, "");
  return { ...context, file, line, byte, ...problem, row, row_is_cut: bytes.length > MAX_ROW_BYTES };
}

/** Identifies the input of a run: rows of equal inputs are the same rows. */
export function inputKey(source: SourceOptions): string {
  const { target, path, format } = source;
  return contentHash([target, path, format, ownOptions(source, ({ tellsInputsApart }) => tellsInputsApart === true)]).slice(
    0,
    16,
  );
}

export interface DeadLetterFile {
  /** Appends letters that are not there yet; resolves when they are in the file. */
  add(letters: readonly DeadLetter[]): Promise<void>;
  /** Removes this input's letters for which `settled` holds and that were not added again since the file was opened. */
  prune(settled: (letter: DeadLetter) => boolean): Promise<void>;
}

/**
 * A file of dead letters, made with its first letter. Letters of other inputs in it are left alone; the same letter is never there twice,
 * whatever is run again. A last line that a crash tore off is cut away. `alreadyRead`: rows up to this number will not be read again, so their
 * letters stay.
 */
export async function openDeadLetters(path: string, source: SourceOptions, alreadyRead = 0): Promise<DeadLetterFile> {
  const input = inputKey(source);
  const known = new Set<string>();
  const seen = new Set<string>();
  if (existsSync(path)) {
    await cutTornLine(path);
    for await (const letter of readDeadLetters(path)) {
      known.add(letterKey(letter));
      if (inputKey(letter.source) === input && letter.number <= alreadyRead) seen.add(letterKey(letter));
    }
  }
  return {
    async add(letters) {
      const fresh = letters.filter((letter) => {
        const key = letterKey(letter);
        seen.add(key);
        return !known.has(key) && known.add(key);
      });
      if (fresh.length === 0) return;
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, fresh.map((letter) => `${JSON.stringify(letter)}\n`).join(""));
    },

    async prune(settled) {
      if (!existsSync(path)) return;
      const isGone = (letter: DeadLetter): boolean =>
        inputKey(letter.source) === input && !seen.has(letterKey(letter)) && settled(letter);
      await keepOnly(path, (letter) => !isGone(letter));
    },
  };
}

/** The letters of a file, in its order. Throws `UsageError` where a line is none. */
export async function* readDeadLetters(path: string): AsyncGenerator<DeadLetter> {
  if (!existsSync(path)) throw new UsageError(`${path}: there is no such file`);
  for await (const line of readLines({ name: path, bytes: () => createReadStream(path) })) {
    const letter = parseLetter(line.text);
    if (letter === null) throw new UsageError(`${path}:${line.number} is not a dead letter`);
    yield letter;
  }
}

/** The letter of a line; null where it is none. */
export function parseLetter(text: string): DeadLetter | null {
  try {
    const letter = JSON.parse(text) as Partial<DeadLetter>;
    return typeof letter.source === "object" && typeof letter.line === "number" ? (letter as DeadLetter) : null;
  } catch {
    return null;
  }
}

/** Without the byte offset and the run: what stays the same when the row is read again. */
function letterKey({ source, file, line, part, stage, reason, field }: DeadLetter): string {
  return contentHash([inputKey(source), file, line, part, stage, reason, field ?? null]).slice(0, 24);
}

async function keepOnly(path: string, keep: (letter: DeadLetter) => boolean): Promise<void> {
  const next = `${path}.next`;
  const file = await openFile(next, "w");
  let kept = 0;
  try {
    for await (const letter of readDeadLetters(path)) {
      if (!keep(letter)) continue;
      kept += 1;
      await file.write(`${JSON.stringify(letter)}\n`);
    }
  } finally {
    await file.close();
  }
  if (kept > 0) return rename(next, path);
  await rm(next);
  await rm(path);
}

/** Cuts away a last line that a crash tore off. */
export async function cutTornLine(path: string): Promise<void> {
  for await (const line of readLines({ name: path, bytes: () => createReadStream(path) }, { invalidUtf8: "line" })) {
    if (line.end === "") return truncate(path, line.byte);
  }
}
