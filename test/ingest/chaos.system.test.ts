import { describe, expect, inject, it } from "vitest";
import { runChaos } from "../support/ingest-chaos.ts";
import { scratchFolder } from "./files.ts";

const elasticsearchUrl = inject("elasticsearchUrl");
const MINUTES = 60_000;

describe("loads that are killed twenty times at random moments and run again", () => {
  const settings = { kills: 20, rows: 600, seed: 7 };

  it("lead to the index and the dead letters of undisturbed loads, on LanceDB", { timeout: 8 * MINUTES }, async () => {
    const result = await runChaos({ ...settings, engine: "lancedb", folder: scratchFolder() });
    expect(result.chaos).toEqual(result.clean);
    expectMuchHappened(result);
  });

  it.skipIf(elasticsearchUrl === null)(
    "and on Elasticsearch behind a proxy that refuses, resets, delays, truncates and garbles",
    { timeout: 8 * MINUTES },
    async () => {
      const place = { engine: "elasticsearch" as const, elasticsearchUrl: elasticsearchUrl!, folder: scratchFolder() };
      const result = await runChaos({ ...settings, ...place });
      expect(result.chaos).toEqual(result.clean);
      expectMuchHappened(result);
      expect(Object.values(result.faults!).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
    },
  );
});

describe("a load of full texts that is killed and run again", () => {
  it("leads to the passages, papers and dead letters of undisturbed loads", { timeout: 3 * MINUTES }, async () => {
    const result = await runChaos({ engine: "lancedb", fullTexts: true, kills: 2, rows: 20, seed: 5, folder: scratchFolder() });
    expect(result.chaos).toEqual(result.clean);
    expect(result.passages).toBeGreaterThan(100);
    expect(result.signals).toBeGreaterThan(1);
    expect(result.dead).toBeGreaterThan(1);
  });
});

function expectMuchHappened(result: Awaited<ReturnType<typeof runChaos>>): void {
  expect(result.kills).toBe(20);
  expect(result.papers).toBeGreaterThan(300);
  expect(result.dead).toBeGreaterThan(5);
  expect(result.embeddedAgain).toBeLessThanOrEqual(result.inFlight);
}
