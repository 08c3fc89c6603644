import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/port.ts";
import { PublicError } from "../../src/errors.ts";
import { realClock } from "../../src/shared/retry.ts";
import { paperLoader } from "./loader.ts";

/* A run that is asked to stop while something that it waits for does not come: it gives up after its grace, and another one can go on. */

const ROWS = Array.from({ length: 40 }, (_, index) => ({ doi: `10.1234/${index}`, title: `Paper ${index}` }));

/** Rejects once the signal ends, as calls of engine and model do. */
function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
}

type Loader = ReturnType<typeof paperLoader>;
type Stuck = (load: Loader, stuck: () => void) => Partial<Pick<Loader, "engine" | "embedder">>;

const CASES: [string, Stuck][] = [
  [
    "the model does not answer",
    ({ embedder }, stuck) => ({
      embedder: {
        ...embedder,
        embedTexts(texts, signal) {
          if (!texts.some((text) => text === "Paper 20")) return embedder.embedTexts(texts, signal);
          stuck();
          return never(signal);
        },
      },
    }),
  ],
  [
    "the engine takes no rows",
    ({ engine }, stuck) => ({
      engine: {
        ...engine,
        papers: {
          ...engine.papers,
          write(rows, call) {
            if (!rows.some(({ document }) => document.title === "Paper 20")) return engine.papers.write(rows, call);
            stuck();
            return Promise.reject(new PublicError("engine_unavailable"));
          },
        },
      },
    }),
  ],
  [
    "the engine completes its indexes",
    ({ engine }, stuck) => ({
      engine: {
        ...engine,
        endLoad(target, call): ReturnType<Engine["endLoad"]> {
          if (call?.unfinished) return engine.endLoad(target, call);
          stuck();
          return never(call?.signal);
        },
      },
    }),
  ],
];

describe("a run that is asked to stop", () => {
  it.each(CASES)("while %s gives up, its counts add up, and another run goes on where it ended", async (_, stuck) => {
    const load = paperLoader();
    const source = load.rows("papers.jsonl", ROWS);
    const stopping = new AbortController();
    const options = { batchSize: 5, signal: stopping.signal, stopGraceMs: 20 };
    const deps = { ...stuck(load, () => stopping.abort()), clock: realClock };
    const report = await load.run(source, options, deps);
    expect(report).toMatchObject({ status: "stopped", error: null });
    expect(report.rows.read).toBe(report.rows.indexed);

    const resumed = await load.run(source, { batchSize: 5, resume: true });
    expect(resumed).toMatchObject({ status: "done", resumed_from_row: report.rows.read, rows: { read: ROWS.length } });
    expect(await load.engine.papers.count({})).toBe(ROWS.length);
  });
});
