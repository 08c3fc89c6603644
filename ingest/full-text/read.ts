import type { FullText } from "../../src/documents/full-text.ts";
import type { PaperIds } from "../../src/documents/paper.ts";
import { InputError } from "../errors.ts";
import { withHead } from "../sources/chunks.ts";
import { openInput } from "../sources/open.ts";
import type { InputFile, Problem, RowPlace } from "../sources/port.ts";
import { isTar, isZip, tarFiles, zipFiles } from "./archives.ts";
import { idsOfFileName } from "./file-name-ids.ts";
import { isolatedReader, READ_LIMITS, type IsolatedReader, type ReadLimits } from "./isolated.ts";
import { UnreadableText } from "./port.ts";
import { FULL_TEXT_EXTENSIONS, readerNamed } from "./registry.ts";

export interface ReadOptions {
  /** The name of a format of the registry; default: found for each file. */
  format?: string;
  /** Ends the reading before the next file, without an error. */
  signal?: AbortSignal;
  limits?: Partial<ReadLimits> & { fileBytes?: number };
  /** Files that are read at a time, each in a thread of its own. Their order stays. */
  threads?: number;
}

/**
 * One text, or a file that cannot be read: `problem.stage` is `read`, `problem.reason` one of the codes of docs/full-texts.md. `position.file` names a file in an archive
 * behind `!`; `position.line` is the number of the text in its file, from 1. `named` are the ids that the file is called by, which the text itself need not say.
 */
export type FullTextItem = RowPlace &
  ({ kind: "text"; text: FullText; named: PaperIds } | { kind: "unreadable"; problem: Problem; named: PaperIds });

/** A paper of 200 MB is a book of pictures. */
const MAX_FILE_BYTES = 200 * 1_048_576;
const HEAD_BYTES = 512;
const THREADS = 2;

/**
 * The full texts of a file, a folder or an archive (ZIP, tar, each file or archive gzipped or not), in the order of their names or of the archive. A file that cannot be
 * read is an item too, and the next one follows. Reading the same bytes again yields the same items. Throws `UsageError` where there is nothing to read or no such format.
 */
export async function* readFullText(path: string, options: ReadOptions = {}): AsyncGenerator<FullTextItem> {
  const { format = null, signal, limits = {}, threads = THREADS } = options;
  if (format !== null) readerNamed(format);
  const input = await openInput(path, { extensions: [...FULL_TEXT_EXTENSIONS, ...ARCHIVES], signal });
  const readers: IsolatedReader[] = [];
  const free: IsolatedReader[] = [];
  const waiting: Promise<FullTextItem[]>[] = [];
  const start = async (file: LoadedFile): Promise<FullTextItem[]> => {
    if (file.bytes === null)
      return [itemOf(file.name, new UnreadableText(file.reason ?? "too_large", file.message ?? "is too large to read"))];
    let reader = free.pop();
    if (!reader) {
      reader = isolatedReader({ ...READ_LIMITS, ...limits });
      readers.push(reader);
    }
    try {
      const texts = await reader.read({ name: file.name, bytes: file.bytes, format });
      return texts.map((text, index) => ({
        ...placeOf(file.name, index + 1),
        kind: "text",
        text,
        named: idsOfFileName(file.name),
      }));
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error;
      return [itemOf(file.name, error)];
    } finally {
      free.push(reader);
    }
  };
  try {
    for (const file of input.files) {
      for await (const loaded of filesIn(file, limits.fileBytes ?? MAX_FILE_BYTES)) {
        if (signal?.aborted) return;
        const started = start(loaded);
        // A failure is thrown where its turn comes.
        started.catch(() => {});
        waiting.push(started);
        if (waiting.length >= threads) yield* await waiting.shift()!;
      }
    }
    while (waiting.length > 0) yield* await waiting.shift()!;
  } finally {
    for (const reader of readers) reader[Symbol.dispose]();
  }
}

const ARCHIVES = [".zip", ".tar", ".tgz"];

interface LoadedFile {
  name: string;
  /** Null where it cannot be taken, for `reason`. */
  bytes: Uint8Array | null;
  reason?: string;
  message?: string;
}

/** The files that an input file is or holds. */
async function* filesIn(file: InputFile, maxBytes: number): AsyncGenerator<LoadedFile> {
  try {
    const chunks = withHead(file.bytes(), HEAD_BYTES);
    const { value: head, done } = await chunks.next();
    const all = async function* (): AsyncGenerator<Uint8Array> {
      if (!done) yield head;
      yield* chunks;
    };
    const isWanted = (name: string): boolean => hasKnownEnding(name) && !/(?:^|\/)(?:\._|__MACOSX\/)/u.test(name);
    if (!done && isZip(head) && file.name !== "-") {
      await chunks.return(undefined);
      for await (const one of zipFiles(file.name, isWanted, maxBytes)) yield { ...one, name: `${file.name}!${one.name}` };
    } else if (!done && isTar(head)) {
      for await (const one of tarFiles(file.name, all(), isWanted, maxBytes)) yield { ...one, name: `${file.name}!${one.name}` };
    } else yield { name: file.name, bytes: await collected(all(), maxBytes) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    yield { name: error.file, bytes: null, reason: "damaged", message: error.message.slice(error.message.indexOf(": ") + 2) };
  }
}

function hasKnownEnding(name: string): boolean {
  const lower = name.toLowerCase();
  return FULL_TEXT_EXTENSIONS.some((ending) => lower.endsWith(ending));
}

async function collected(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function placeOf(file: string, line: number): RowPlace {
  return { position: { file, line }, raw: () => file };
}

function itemOf(file: string, { reason, message }: UnreadableText): FullTextItem {
  return { ...placeOf(file, 1), kind: "unreadable", problem: { stage: "read", reason, message }, named: idsOfFileName(file) };
}
