import { runIdAt, type CanvasRun } from "../answers/run.ts";
import { lineOf, RUN_ID, type RunLine } from "./runs.ts";
import type { Owned } from "./store.ts";

export interface RunQuery {
  /** Words that the question holds, all of them, in any case; empty: any question. */
  words: string;
  /** The first and the last moment of asking, in milliseconds; null: any. */
  from: number | null;
  to: number | null;
  /** The last run of the page before; null: the newest. */
  after: string | null;
}

export interface FoundRuns {
  runs: RunLine[];
  /** Where the next page begins; null: there is none. */
  next: string | null;
}

/** Runs that are read at a time, and at most for one page. */
const READ_AT_ONCE = 100;
const MAX_READ = 1_000;

/**
 * The account's runs whose question holds these words, newest first, at most `limit`. Where so many runs had to be read that the page is not full, `next` says where to go on. A
 * cursor that is none begins with the newest.
 */
export async function findRuns(
  { records, account }: Owned,
  { words, from, to, after: given }: RunQuery,
  limit: number,
  signal?: AbortSignal,
): Promise<FoundRuns> {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const start = to === null ? undefined : runIdAt(to);
  let after = given !== null && RUN_ID.test(given) ? given : start;
  const runs: RunLine[] = [];
  for (let read = 0; read < MAX_READ; read += READ_AT_ONCE) {
    const page = await records.list<CanvasRun>("run", { where: { account }, limit: READ_AT_ONCE, after }, signal);
    for (const { id, value } of page.records) {
      if (from !== null && Date.parse(value.asked_at) < from) return { runs, next: null };
      const question = value.request.query.toLowerCase();
      if (!wanted.every((word) => question.includes(word))) continue;
      runs.push(lineOf(id, value));
      if (runs.length === limit) return { runs, next: id };
    }
    if (page.next === null) return { runs, next: null };
    after = page.next;
  }
  return { runs, next: after ?? null };
}
