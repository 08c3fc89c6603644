import { parentPort } from "node:worker_threads";
import type { FullText } from "../../src/documents/full-text.ts";
import { UnreadableText } from "./port.ts";
import { readerNamed, readerOf } from "./registry.ts";

export interface ReadTask {
  name: string;
  bytes: Uint8Array;
  /** The format; null: found from the file. */
  format: string | null;
}
export type ReadReply = { texts: FullText[] } | { unreadable: { reason: string; message: string } };

/** The thread in which `isolated.ts` has files read: one after another, each with one answer. */
parentPort!.on("message", ({ name, bytes, format }: ReadTask) => {
  void reply({ name, bytes, format }).then((message) => parentPort!.postMessage(message));
});

async function reply({ name, bytes, format }: ReadTask): Promise<ReadReply> {
  try {
    const reader = format === null ? readerOf(name, bytes) : readerNamed(format);
    return { texts: await reader.read({ name, bytes }) };
  } catch (error) {
    if (error instanceof UnreadableText) return { unreadable: { reason: error.reason, message: error.message } };
    // A file that its reader was not made for; the next one is read all the same.
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
    return { unreadable: { reason: "unreadable", message: `cannot be read (${cause.slice(0, 200)})` } };
  }
}
