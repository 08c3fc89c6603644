import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError, UsageError } from "../errors.ts";
import { withHead } from "./chunks.ts";
import type { InputFile } from "./port.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "latin1", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface OpenOptions {
  /** Endings of the files that are taken from a folder, e.g. `.xml`; each also with `.gz` behind it. */
  extensions: readonly string[];
  /** The files of a folder, where something else than their endings tells which. */
  paths?: readonly string[];
  /** The encoding of the bytes where it is not UTF-8. */
  encoding?: Encoding;
  /** Ends the reading: the bytes stop where they are, without an error. */
  signal?: AbortSignal;
}

export interface Input {
  /** In the order of their names; of a folder, the matching files in it and below. */
  files: InputFile[];
  /** Paths of the files, empty for standard input. */
  paths: string[];
  /** Sizes of the files as they lie on disk; 0 for standard input. */
  totalBytes: number;
  /** How many of those bytes have been read. */
  bytesRead(): number;
}

/** Opens a file, a folder or `-` (standard input), gzipped or not. Throws `UsageError` where there is nothing to read. */
export async function openInput(path: string, options: OpenOptions): Promise<Input> {
  const paths = path === "-" ? [] : [...(options.paths ?? (await filesAt(path, options.extensions)))];
  const sizes = await Promise.all(paths.map(async (file) => (await stat(file)).size));
  let read = 0;
  const bytesOf = (name: string, stream: () => Readable, count: (bytes: number) => void): AsyncGenerator<Uint8Array> =>
    recoded(decompressed(name, stopping(name, stream, options.signal, count)), options.encoding);
  const counted = (bytes: number): void => void (read += bytes);
  const standardInput = { name: "-", bytes: () => bytesOf("-", () => process.stdin, counted) };
  const file = (name: string): InputFile => ({
    name,
    bytes: () => bytesOf(name, () => createReadStream(name), counted),
    lookOver: () =>
      bytesOf(
        name,
        () => createReadStream(name),
        () => {},
      ),
  });
  return {
    files: path === "-" ? [standardInput] : paths.map(file),
    paths,
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    bytesRead: () => read,
  };
}

async function filesAt(path: string, extensions: readonly string[]): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UsageError(`${path}: there is no such file or folder`);
  if (!found.isDirectory()) return [path];
  const endings = extensions.flatMap((extension) => [extension, `${extension}.gz`]);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.toLowerCase().endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length === 0) throw new UsageError(`${path}: the folder has no file that ends in ${endings.join(", ")}`);
  return files;
}

async function* stopping(
  name: string,
  open: () => Readable,
  signal: AbortSignal | undefined,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (signal?.aborted) return;
  const stream = open();
  const stop = (): void => void stream.destroy(new Error("stopped"));
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      yield chunk;
    }
  } catch (cause) {
    if (!signal?.aborted) throw new InputError(name, "cannot be read", { cause });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** How many times larger than its compressed form a file may be, once it is larger than `FREE_BYTES`. */
const MAX_RATIO = 200;
const FREE_BYTES = 256 * 1024 * 1024;

/** Unpacks gzip, all its members; bytes that are not gzip pass as they are. Throws `InputError` for a damaged or truncated file. */
async function* decompressed(name: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let packed = 0;
  const whole = withHead(chunks, 2);
  const { value: first, done } = await whole.next();
  if (done) return;
  const all = async function* (): AsyncGenerator<Buffer> {
    packed += first.length;
    yield first;
    for await (const chunk of whole) {
      packed += chunk.length;
      yield chunk;
    }
  };
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield* all();
    return;
  }
  const gunzip = createGunzip();
  pipeline(Readable.from(all()), gunzip, () => {});
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > FREE_BYTES && unpacked > packed * MAX_RATIO) {
        throw new InputError(name, `unpacks to more than ${MAX_RATIO} times its size`);
      }
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const truncated = (cause as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
    throw new InputError(name, truncated ? "the gzip file is cut off" : "the gzip file is damaged", { cause });
  }
}

/** The bytes in UTF-8. */
async function* recoded(chunks: AsyncGenerator<Buffer>, encoding: Encoding = "utf-8"): AsyncGenerator<Uint8Array> {
  if (encoding === "utf-8") {
    yield* chunks;
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
