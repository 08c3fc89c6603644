import type { OpenSource } from "../sources/open-source.ts";
import type { Position } from "../sources/port.ts";
import type { NumberedRow, RowBatch } from "./batch.ts";

export interface ReadOptions {
  /** Rows a batch. */
  batchSize: number;
  /** Rows at the start of the input that an earlier run has brought to their outcome. */
  skip: number;
  /** True: rows that are skipped come as well, as batches that are `passed_over`. */
  passOver: boolean;
  /** Read no more than this many rows. */
  limit?: number;
  /** Only the rows at these places; see `placeKey`. */
  only?: ReadonlySet<string>;
  /** Ends the reading; what was read until then still comes. */
  signal?: AbortSignal;
}

/** How far the input was read. */
export interface ReadState {
  rowsRead: number;
  /** The whole input was read, and every file of it to its end. */
  reachedEnd: boolean;
  /** Someone asked to stop while it was read. */
  stopped: boolean;
  /** What was wrong with files that could not be read to their end. */
  failedFiles: string[];
}

/** A batch of long rows ends early, so that memory depends on bytes and not on rows: with four batches under way about 10 MB of input. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** First stage: the rows of an input in their order, numbered from 1, in batches. Keeps `state` up to date. */
export async function* read(source: OpenSource, options: ReadOptions, state: ReadState): AsyncGenerator<RowBatch> {
  const { batchSize, skip, limit = Infinity, only, signal } = options;
  let number = 0;
  let batch: NumberedRow[] = [];
  let skipped: NumberedRow[] = [];
  let batchBegan = 0;
  for await (const item of source.items) {
    if (signal?.aborted) break;
    if (item.kind === "fault") {
      state.failedFiles.push(item.error.message);
      continue;
    }
    number += 1;
    if (only && !only.has(placeKey(item.position))) continue;
    if (number <= skip) {
      if (options.passOver) skipped.push({ number, row: item });
      if (skipped.length >= batchSize || number === skip) {
        yield { origin: "passed_over", rows: skipped };
        skipped = [];
      }
      continue;
    }
    if (state.rowsRead >= limit) break;
    batch.push({ number, row: item });
    state.rowsRead += 1;
    if (batch.length < batchSize && source.input.bytesRead() - batchBegan < MAX_BATCH_BYTES) continue;
    yield { origin: "read", rows: batch };
    batch = [];
    batchBegan = source.input.bytesRead();
  }
  if (skipped.length > 0) yield { origin: "passed_over", rows: skipped };
  if (batch.length > 0) yield { origin: "read", rows: batch };
  state.stopped = signal?.aborted ?? false;
  state.reachedEnd = !state.stopped && state.rowsRead < limit && state.failedFiles.length === 0;
}

/** Names a row by its place. */
export function placeKey({ file, line }: Pick<Position, "file" | "line">): string {
  return `${file}\n${line}`;
}
