import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { once } from "node:events";
import { dirname } from "node:path";
import { contentHash } from "../../src/documents/hash.ts";
import type { Call } from "../../src/engine/port.ts";
import { inOrder } from "../../src/shared/in-order.ts";
import { readLines } from "../sources/lines.ts";
import { idOf, type AnyDocument, type Documents } from "./documents.ts";

/** The state of one document: its id and the hash of everything in it. */
export interface Mark {
  id: string;
  hash: string;
}

/** A document that is not what it was. `before` and `now` are null where there was or is none. */
export interface Difference {
  id: string;
  before: string | null;
  now: string | null;
}

/** The marks of a collection in the order of its ids. */
export async function* marksOf(documents: Documents, call?: Call): AsyncGenerator<Mark> {
  const pages = documents.scan({ vectors: false, pageSize: 1_000 }, call);
  const marks = inOrder(pages, 1, async (rows) => rows.map(({ document }) => ({ id: idOf(document), hash: hashOf(document) })));
  for await (const some of marks) yield* some;
}

/** Everything counts: two documents with one hash are the same in every field. */
export function hashOf(document: AnyDocument): string {
  return contentHash(document);
}

/** Compares two states in one pass through both; memory does not grow with them. */
export async function* differences(before: AsyncIterable<Mark>, now: AsyncIterable<Mark>): AsyncGenerator<Difference> {
  const [earlier, later] = [before[Symbol.asyncIterator](), now[Symbol.asyncIterator]()];
  try {
    let [a, b] = [await earlier.next(), await later.next()];
    while (!a.done || !b.done) {
      const order = a.done ? 1 : b.done ? -1 : compareIds(a.value.id, b.value.id);
      const id = order <= 0 ? (a.value as Mark).id : (b.value as Mark).id;
      const difference = {
        id,
        before: order <= 0 ? (a.value as Mark).hash : null,
        now: order >= 0 ? (b.value as Mark).hash : null,
      };
      if (difference.before !== difference.now) yield difference;
      if (order <= 0) a = await earlier.next();
      if (order >= 0) b = await later.next();
    }
  } finally {
    await earlier.return?.(undefined);
    await later.return?.(undefined);
  }
}

/** The order in which engines scan: by code point, which is the order of the bytes. */
function compareIds(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Keeps marks beside a file while they pass; `adopt` puts them in its place, when what they told has been done. */
export async function* keptIn(file: string, marks: AsyncIterable<Mark>): AsyncGenerator<Mark> {
  await mkdir(dirname(file), { recursive: true });
  const stream = createWriteStream(`${file}.new`);
  try {
    for await (const mark of marks) {
      if (!stream.write(`${JSON.stringify([mark.id, mark.hash])}\n`)) await once(stream, "drain");
      yield mark;
    }
    stream.end();
    await once(stream, "finish");
  } finally {
    stream.destroy();
  }
}

/** Puts the marks that `keptIn` wrote last in the place of those before. */
export function adopt(file: string): Promise<void> {
  return rename(`${file}.new`, file);
}

/** The marks of a file that `keptIn` wrote. */
export async function* marksIn(file: string): AsyncGenerator<Mark> {
  for await (const line of readLines({ name: file, bytes: () => createReadStream(file) })) {
    if (line.text === "") continue;
    const [id, hash] = JSON.parse(line.text) as [string, string];
    yield { id, hash };
  }
}

/** No marks: the state of an index that is not there. */
export async function* noMarks(): AsyncGenerator<Mark> {}
