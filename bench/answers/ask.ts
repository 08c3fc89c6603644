import { setTimeout as sleep } from "node:timers/promises";
import { askCanvas } from "../../src/answers/answer.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { PublicError } from "../../src/errors.ts";
import type { Degradation, Library } from "../../src/retrieval/library.ts";

const TRIES = 8;
const PAUSE_MS = 3_000;

/** Asks as a caller does who says nothing but the question; with a paper's id, the question is about that paper. */
export async function ask(library: Library, question: string, paper_id?: string): Promise<CanvasAnswer> {
  return patiently(async () =>
    askCanvas(library, {
      query: question,
      ...(paper_id === undefined ? { mode: "corpus" } : { mode: "paper", paper_id }),
      time_scope: "all",
      account: "bench",
    }),
  );
}

/**
 * A busy machine makes a measurement slow, not wrong: what came without a part that did not answer in time is asked for again, and so is
 * what did not come. What still lacks a part after eight tries is an error.
 */
export async function patiently<Result extends object>(get: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await get();
      const { degraded = [] } = result as { degraded?: Degradation[] };
      if (degraded.length === 0) return result;
      if (tries === TRIES) throw new Error(`Still without a part: ${JSON.stringify(degraded)}`);
    } catch (error) {
      const passes = error instanceof PublicError && (error.code === "engine_unavailable" || error.code === "engine_busy");
      if (!passes || tries === TRIES) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
