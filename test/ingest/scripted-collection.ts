import { WriteError, type Row, type WriteOutcome } from "../../src/engine/writes.ts";
import type { Writable } from "../../ingest/writer.ts";
import type { RetryClock } from "../../src/shared/retry.ts";

/** What a collection does with a request: answers row by row, or fails as a whole. */
export type Script = (ids: string[], request: number) => WriteOutcome[] | Error;

export interface ScriptedCollection extends Writable<string> {
  /** The ids of each request, in order. */
  requests: string[][];
  /** What was indexed, with how many times. */
  written: Map<string, number>;
}

/** A collection whose answers a test writes; documents are their own ids. */
export function scriptedCollection(script: Script): ScriptedCollection {
  const requests: string[][] = [];
  const written = new Map<string, number>();
  return {
    requests,
    written,
    async write(rows) {
      const ids = rows.map(({ document }) => document);
      requests.push(ids);
      const answer = script(ids, requests.length);
      if (answer instanceof Error) throw answer;
      for (const [index, id] of ids.entries()) {
        if (answer[index]?.status === "indexed") written.set(id, (written.get(id) ?? 0) + 1);
      }
      return answer;
    },
  };
}

export const indexed = (ids: string[]): WriteOutcome[] => ids.map(() => ({ status: "indexed" }));

export function whole(kind: WriteError["kind"], retryAfterMs?: number): WriteError {
  return new WriteError(kind, `a request that is ${kind}`, { retryAfterMs });
}

export function rowsOf(ids: readonly string[]): Row<string>[] {
  return ids.map((document) => ({ document, vector: null }));
}

/** A clock that only moves when something sleeps, and chance that always draws the same. */
export function testClock(random = 0.5): RetryClock & { sleeps: number[] } {
  let now = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    random: () => random,
    sleep: async (ms) => {
      sleeps.push(ms);
      now += ms;
    },
  };
}
