import { describe, expect, inject, it } from "vitest";
import { CONNECTOR_NAMES } from "../../ingest/connectors/registry.ts";
import { runHarvestChaos } from "../support/harvest-chaos.ts";
import { runSourcesChaos } from "../support/sources-chaos.ts";
import { scratchFolder } from "./files.ts";

const elasticsearchUrl = inject("elasticsearchUrl");
const settings = { papers: 20, kills: 3, seed: 5, faultShare: 0.03 };

// Two at a time: each waits for its service for half of its time.
describe.concurrent("a source that is asked with faults, killed at random moments and asked again, leaves what one leaves that is asked in peace", () => {
  it.for(CONNECTOR_NAMES)("%s, on LanceDB", { timeout: 480_000 }, async (name, { expect, onTestFinished }) => {
    const result = await runSourcesChaos({ ...settings, name, folder: scratchFolder(onTestFinished) });
    expectEqual(result);
    expect(result.signals).toBeGreaterThan(settings.papers);
  });

  it("arXiv, harvested into LanceDB", { timeout: 480_000 }, async ({ expect, onTestFinished }) => {
    const result = await runHarvestChaos({ ...settings, folder: scratchFolder(onTestFinished) });
    expect(result.rough).toEqual(result.clean);
    expect(result).toMatchObject({ kills: settings.kills, tooSoon: 0, mostAtOnce: 1 });
    expect(result.papers).toBeGreaterThan(settings.papers - 3);
    expect(result.askedTwice).toBeLessThanOrEqual(result.explained);
  });

  it.skipIf(elasticsearchUrl === null).for(["crossref", "github"] as const)(
    "%s, on Elasticsearch",
    { timeout: 480_000 },
    async (name, { onTestFinished }) => {
      expectEqual(
        await runSourcesChaos({ ...settings, name, folder: scratchFolder(onTestFinished), elasticsearchUrl: elasticsearchUrl! }),
      );
    },
  );
});

function expectEqual(result: Awaited<ReturnType<typeof runSourcesChaos>>): void {
  expect(result.rough).toEqual(result.clean);
  expect(result).toMatchObject({ kills: settings.kills, tooSoon: 0, papers: settings.papers });
  expect(result.askedTwice).toBeLessThanOrEqual(result.explained);
}
