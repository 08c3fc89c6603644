import { isEngineSilent } from "../src/errors.ts";
import type { Call } from "../src/engine/port.ts";
import { WriteError, type Row, type WriteOutcome } from "../src/engine/writes.ts";
import { GIVE_UP_AFTER_MS } from "./availability.ts";
import { IngestError, storageError } from "./errors.ts";
import { realClock, retryDelay, type RetryClock } from "../src/shared/retry.ts";
import type { Problem } from "./sources/port.ts";
import { pairs } from "../src/shared/pairs.ts";
import { storageFault } from "../src/shared/storage-fault.ts";

/** The one thing that the writer asks of a collection. */
export interface Writable<Document> {
  write(rows: readonly Row<Document>[], call?: Call): Promise<WriteOutcome[]>;
}

/** What became of a row for good: it is in the index, or it never will be. */
export type RowOutcome = { status: "indexed" } | { status: "dead"; problem: Problem };

export interface WriterOptions {
  /** The most rows a request. */
  requestSize: number;
  /** How long the engine may refuse to make any progress before the run gives up, in milliseconds. Default: 10 minutes. */
  giveUpAfterMs?: number;
  clock?: RetryClock;
  /** Gives up what is under way. */
  signal?: AbortSignal;
}

/** How long rows are sent again to storage that takes nothing more: a moment may help, ten minutes will not. */
const STORAGE_GIVE_UP_MS = 2_000;

/** Twice what the port gives a write by default: bulks of a busy engine take long, and a hanging connection has to end. */
const WRITE_TIMEOUT_MS = 120_000;

/**
 * Writes rows until each has an outcome, in the order of the rows. Rows that the engine could not take now are sent again, as is a request that
 * failed as a whole; one that is too large or was refused is halved until the row that is to blame stands alone. Throws `IngestError` where
 * nothing went through for `giveUpAfterMs`, or for two seconds because storage is full or read-only, and the reason of `signal` once that is aborted; rows may then be written or not, and may be written again.
 */
export async function writeRows<Document>(
  collection: Writable<Document>,
  rows: readonly Row<Document>[],
  options: WriterOptions,
): Promise<RowOutcome[]> {
  const { clock = realClock, giveUpAfterMs = GIVE_UP_AFTER_MS, signal } = options;
  const outcomes = Array.from<RowOutcome | undefined>({ length: rows.length });
  const requests = chunks([...rows.entries()], options.requestSize);
  let attempt = 0;
  let lastProgress = clock.now();

  for (let sent = requests.shift(); sent !== undefined; sent = requests.shift()) {
    signal?.throwIfAborted();
    const rowsOfRequest = sent.map(([, row]) => row);
    const answer = await send(collection, rowsOfRequest, signal);
    const again: [number, Row<Document>][] = [];
    const settled = (index: number, outcome: RowOutcome): void => {
      outcomes[index] = outcome;
      lastProgress = clock.now();
      attempt = 0;
    };
    let wait: { reason: string; retryAfterMs?: number; cause?: unknown } | null = null;

    if (answer.kind === "split" && sent.length > 1) {
      const middle = Math.ceil(sent.length / 2);
      requests.unshift(sent.slice(0, middle), sent.slice(middle));
      continue;
    }
    if (answer.kind === "split") for (const [index] of sent) settled(index, dead(answer.reason, answer.message));
    if (answer.kind === "retry") {
      again.push(...sent);
      wait = answer;
    }
    if (answer.kind === "outcomes") {
      for (const [numbered, outcome] of pairs(sent, answer.outcomes)) {
        const [index] = numbered;
        if (outcome.status === "indexed") settled(index, { status: "indexed" });
        else if (outcome.status === "refused") settled(index, dead("refused", outcome.reason));
        else {
          again.push(numbered);
          wait = { reason: outcome.reason, retryAfterMs: Math.max(wait?.retryAfterMs ?? 0, outcome.retryAfterMs ?? 0) };
        }
      }
    }
    if (wait === null) continue;
    requests.unshift(again);
    const fault = storageFault(wait.cause ?? wait.reason);
    if (fault !== null && clock.now() - lastProgress >= STORAGE_GIVE_UP_MS) throw storageError(fault);
    const delay = Math.min(retryDelay(attempt, wait.retryAfterMs, clock.random), fault === null ? Infinity : STORAGE_GIVE_UP_MS);
    if (clock.now() - lastProgress + delay > giveUpAfterMs) {
      throw new IngestError(`the search engine accepted no rows for ${Math.round(giveUpAfterMs / 1000)} s: ${wait.reason}`);
    }
    attempt += 1;
    await clock.sleep(delay, signal).catch(() => signal?.throwIfAborted());
  }
  return outcomes as RowOutcome[];
}

type Answer =
  | { kind: "outcomes"; outcomes: WriteOutcome[] }
  | { kind: "retry"; reason: string; retryAfterMs?: number; cause?: unknown }
  | { kind: "split"; reason: "too_large" | "refused"; message: string };

async function send<Document>(
  collection: Writable<Document>,
  rows: readonly Row<Document>[],
  signal: AbortSignal | undefined,
): Promise<Answer> {
  try {
    const outcomes = await collection.write(rows, { timeoutMs: WRITE_TIMEOUT_MS, signal });
    // An answer for another number of rows says nothing about any of them.
    if (outcomes.length !== rows.length) return { kind: "retry", reason: "the response did not cover all rows" };
    return { kind: "outcomes", outcomes };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof WriteError && error.kind !== "retry")
      return { kind: "split", reason: error.kind, message: error.message };
    if (error instanceof WriteError)
      return { kind: "retry", reason: error.message, retryAfterMs: error.retryAfterMs, cause: error };
    if (isEngineSilent(error)) return { kind: "retry", reason: (error as Error).message, cause: error };
    throw error;
  }
}

function dead(reason: "too_large" | "refused", message: string): RowOutcome {
  return { status: "dead", problem: { stage: "write", reason, message } };
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size));
}
