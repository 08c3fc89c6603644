import { isRefusal, type Embedder } from "../../src/embedding/port.ts";
import { paperFacts } from "../../src/documents/signal.ts";
import type { Call, Papers, Target, WriteShape } from "../../src/engine/port.ts";
import type { Row } from "../../src/engine/writes.ts";
import { inOrder } from "../../src/shared/in-order.ts";
import { GIVE_UP_AFTER_MS, untilAvailable } from "../availability.ts";
import { writeRows } from "../writer.ts";
import { idOf, isPaper, textOf, type AnyDocument, type Documents } from "./documents.ts";
import { pairs } from "../../src/shared/pairs.ts";

/** Nobody waits for an answer here: a busy engine is given time. */
export const READ: Call = { timeoutMs: 60_000 };
const TEXTS_A_CALL = 128;

/** What was copied so far. */
export interface CopyTally {
  rows_read: number;
  rows_dead: number;
  vectors_reused: number;
  texts_embedded: number;
  refused: { target: Target; id: string; reason: string }[];
}

export interface CopyOptions {
  target: Target;
  from: Documents;
  to: Documents;
  /** The papers beside `from`, or `from` itself: what is written beside copies of papers and signals. */
  papers: Pick<Papers, "fields" | "topicIds">;
  /** Of the engine behind `to`. */
  writeShape: WriteShape;
  vectors: {
    /** True where those of `from` are of the same space, and taken over. */
    taken: boolean;
    /** Makes those that are missing; null: nothing does. */
    embedder: Embedder | null;
  };
  tally: CopyTally;
  /** Once it is aborted no further page is read: those that were are completed and written. */
  signal?: AbortSignal;
}

/**
 * Copies every row in the order of ids, from the first after `after`. While pages are written, as many at a time as the engine takes writes, the next one is read. `onPage` hears how far
 * everything is written, page by page in their order. Documents that the other side refuses are noted and left out.
 */
export async function copyAll(
  options: CopyOptions,
  after: string | null,
  onPage: (last: string, rows: number) => Promise<void>,
): Promise<void> {
  const { from, vectors, writeShape } = options;
  const request = { vectors: vectors.taken, pageSize: writeShape.requestSize, ...(after === null ? {} : { after }) };
  const written = inOrder(withVectors(from.scan(request, READ), options), writeShape.concurrency, async (rows) => {
    await writePage(options, rows);
    return rows;
  });
  for await (const rows of written) await onPage(idOf(rows.at(-1)!.document), rows.length);
}

/** Pages with vectors, one after another, as an embedder has its own ways of doing several things at once; until it is stopped. */
async function* withVectors(
  pages: AsyncIterable<Row<AnyDocument>[]>,
  options: Pick<CopyOptions, "vectors" | "tally" | "signal">,
): AsyncGenerator<Row<AnyDocument>[]> {
  for await (const rows of pages) {
    if (options.signal?.aborted) return;
    yield complete(rows, options);
  }
}

/** Copies these documents; ids that are not there are passed over. */
export async function copyIds(options: CopyOptions, ids: readonly string[]): Promise<void> {
  const { from } = options;
  const documents = await untilAvailable(() => from.get(ids, READ));
  const vectors = options.vectors.taken ? await untilAvailable(() => from.vectors(ids, READ)) : new Map<string, Float32Array>();
  const rows = [...documents].map(([id, document]) => ({ document, vector: vectors.get(id) ?? null }));
  await writePage(options, await complete(rows, options));
}

async function writePage(
  { target, to, papers, writeShape, tally }: CopyOptions,
  rows: readonly Row<AnyDocument>[],
): Promise<void> {
  const { requestSize } = writeShape;
  const outcomes = await writeRows(to, await withFacts(rows, papers), { requestSize, giveUpAfterMs: GIVE_UP_AFTER_MS });
  // A text has dozens of passages: they would hide the rows of papers that were refused.
  if (target !== "passages") tally.rows_read += rows.length;
  for (const [{ document }, outcome] of pairs(rows, outcomes)) {
    if (outcome.status !== "dead") continue;
    tally.rows_dead += 1;
    tally.refused.push({ target, id: idOf(document), reason: outcome.problem.message });
  }
}

/** The rows, those of papers with their topics, those of signals with what is known of their papers. */
async function withFacts(rows: readonly Row<AnyDocument>[], papers: CopyOptions["papers"]): Promise<Row<AnyDocument>[]> {
  const own = rows.flatMap(({ document }) => (isPaper(document) ? [document.paper_id] : []));
  const about = rows.flatMap(({ document }) => ("signal_id" in document ? document.paper_ids : []));
  const ids = [...new Set([...own, ...about])];
  if (ids.length === 0) return [...rows];
  const [known, topics] = await Promise.all([
    about.length === 0 ? new Map() : untilAvailable(() => papers.fields(ids, ["title", "venue", "year"], READ)),
    untilAvailable(() => papers.topicIds(ids, READ)),
  ]);
  return rows.map((row) => {
    const { document } = row;
    if ("signal_id" in document) return { ...row, beside: paperFacts(document.paper_ids, known, topics) };
    const topic = isPaper(document) ? topics.get(document.paper_id) : undefined;
    return topic === undefined ? row : { ...row, beside: { topic_id: topic } };
  });
}

/** The rows, those without a vector with one. A text that the model refuses leaves its row without: it is found by its words alone. */
async function complete(
  rows: Row<AnyDocument>[],
  { vectors: { embedder }, tally }: Pick<CopyOptions, "vectors" | "tally">,
): Promise<Row<AnyDocument>[]> {
  tally.vectors_reused += rows.filter(({ vector }) => vector !== null).length;
  if (embedder === null) return rows;
  const missing = rows.flatMap(({ document, vector }, index) => {
    const text = vector === null ? textOf(document) : null;
    return text === null ? [] : [{ index, text }];
  });
  const complete = [...rows];
  for (let start = 0; start < missing.length; start += TEXTS_A_CALL) {
    const part = missing.slice(start, start + TEXTS_A_CALL);
    const vectors = await untilAvailable(() => embedder.embedTexts(part.map(({ text }) => text)));
    tally.texts_embedded += part.length;
    for (const [{ index }, vector] of pairs(part, vectors)) {
      complete[index] = { document: rows[index]!.document, vector: isRefusal(vector) ? null : vector };
    }
  }
  return complete;
}
