import { createWriteStream, type WriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/**
 * Writes a file as its bytes come. It has its name only once it is whole: until then it is called `<name>.part`, which is removed where something fails. A
 * pipe or a device is written as it is. Resolves to true; rejects with what failed, or with the signal's reason.
 */
export async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<true> {
  const isFile = (await stat(path).catch(() => null))?.isFile() ?? true;
  if (!isFile) {
    await pipeline(bytes, createWriteStream(path), { signal });
    return true;
  }
  const part = `${path}.part`;
  try {
    await pipeline(bytes, createWriteStream(part), { signal });
    await rename(part, path);
    return true;
  } catch (error) {
    await rm(part, { force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

/** Writes to a stream that stays open. Resolves to false where its reader had enough before the end (`head`). */
export async function writeTo(
  stream: NodeJS.WritableStream,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await pipeline(bytes, stream as WriteStream, { signal, end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return false;
    throw signal.aborted ? signal.reason : error;
  }
}
