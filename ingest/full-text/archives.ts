import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { InputError } from "../errors.ts";
import { withHead } from "../sources/chunks.ts";

/** One file of an archive: its name, and its bytes, which are read before the next file is asked for. */
export interface ArchivedFile {
  name: string;
  /** Null where it is larger than the limit. */
  bytes: Uint8Array | null;
}

const MAX_FILES = 5_000_000;
const BLOCK = 512;

/** True for a ZIP archive, judged by its first bytes. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/** True for a tar archive, judged by its first block. */
export function isTar(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(257, 262)).toString("latin1") === "ustar";
}

/**
 * The files of a tar archive that `wanted` holds for, in their order. Throws `InputError` where the archive is damaged; files before that place have been
 * yielded.
 */
export async function* tarFiles(
  archive: string,
  bytes: AsyncIterable<Uint8Array>,
  wanted: (name: string) => boolean,
  maxBytes: number,
): AsyncGenerator<ArchivedFile> {
  const chunks = withHead(bytes, BLOCK)[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const take = async (length: number, keep: boolean): Promise<Buffer | null> => {
    const parts: Buffer[] = [];
    let left = length;
    while (left > 0) {
      if (held.length === 0) {
        const { value, done } = await chunks.next();
        if (done) return null;
        held = value;
      }
      const part = held.subarray(0, left);
      if (keep) parts.push(part);
      held = held.subarray(part.length);
      left -= part.length;
    }
    return Buffer.concat(parts);
  };
  const damaged = (): InputError => new InputError(archive, "the tar archive is cut off or damaged");
  let longName: string | null = null;
  for (let files = 0; files < MAX_FILES; files += 1) {
    const header = await take(BLOCK, true);
    if (header === null || header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(header.toString("latin1", 124, 136).replace(/[\0 ].*$/u, "") || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) throw damaged();
    const type = String.fromCharCode(header[156]!);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    const prefix = header.toString("utf8", 345, 500).replace(/\0.*$/su, "");
    const own = header.toString("utf8", 0, 100).replace(/\0.*$/su, "");
    const name = longName ?? (prefix === "" ? own : `${prefix}/${own}`);
    // A long name stands in an entry of its own before its file: GNU's `L`, or POSIX's `x` with `path=`.
    const isName = (type === "L" || type === "x") && size < 65_536;
    const isKept = isName || ((type === "0" || type === "\0") && size <= maxBytes && wanted(name));
    const content = await take(size, isKept);
    if (content === null || (await take(padding, false)) === null) throw damaged();
    if (isName) {
      longName =
        type === "L"
          ? content.toString("utf8").replace(/\0.*$/su, "")
          : (/ path=([^\n]+)\n/u.exec(content.toString("utf8"))?.[1] ?? null);
      continue;
    }
    longName = null;
    if (isKept) yield { name, bytes: content };
    else if ((type === "0" || type === "\0") && wanted(name)) yield { name, bytes: null };
  }
}

/** The files of a ZIP archive that `wanted` holds for, in the order of its directory. Throws `InputError` where the archive is damaged. */
export async function* zipFiles(path: string, wanted: (name: string) => boolean, maxBytes: number): AsyncGenerator<ArchivedFile> {
  for (const entry of await zipDirectory(path)) {
    if (!wanted(entry.name)) continue;
    const bytes = entry.size > maxBytes ? null : await inflated(path, entry, maxBytes);
    yield { name: entry.name, bytes };
  }
}

interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
}

/** ZIP's directory at the end of the file (APPNOTE 6.3.10, sections 4.3.12 and 4.3.16). Archives beyond 4 GB (ZIP64) are refused. */
async function zipDirectory(path: string): Promise<ZipEntry[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, 65_557));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
    if (end === -1 || end + 22 > tail.length) throw new InputError(path, "the ZIP archive is cut off");
    const length = tail.readUInt32LE(end + 12);
    const offset = tail.readUInt32LE(end + 16);
    if (offset === 0xffffffff) throw new InputError(path, "is a ZIP64 archive, which is not supported; unpack it");
    if (offset + length > size) throw new InputError(path, "the ZIP archive is damaged");
    const directory = Buffer.alloc(length);
    await file.read(directory, 0, length, offset);
    const entries: ZipEntry[] = [];
    for (let at = 0; at + 46 <= length && directory.readUInt32LE(at) === 0x02014b50;) {
      const nameLength = directory.readUInt16LE(at + 28);
      entries.push({
        name: directory.toString("utf8", at + 46, at + 46 + nameLength),
        method: directory.readUInt16LE(at + 10),
        packed: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    return entries;
  } finally {
    await file.close();
  }
}

/** An entry's bytes; null where they are more than the limit, whatever the directory says. */
async function inflated(path: string, { name, method, packed, offset }: ZipEntry, maxBytes: number): Promise<Uint8Array | null> {
  const file = await open(path);
  const header = Buffer.alloc(30);
  try {
    await file.read(header, 0, 30, offset);
  } finally {
    await file.close();
  }
  if (header.readUInt32LE(0) !== 0x04034b50 || (method !== 0 && method !== 8)) {
    throw new InputError(`${path}!${name}`, "is compressed with an unsupported method");
  }
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (packed === 0) return new Uint8Array();
  const bytes: Readable = createReadStream(path, { start, end: start + packed - 1 });
  const stream = method === 0 ? bytes : bytes.pipe(createInflateRaw());
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) return null;
      parts.push(chunk);
    }
  } catch (cause) {
    throw new InputError(`${path}!${name}`, "is damaged", { cause });
  } finally {
    bytes.destroy();
  }
  return Buffer.concat(parts);
}
