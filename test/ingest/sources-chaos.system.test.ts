import { describe, expect, inject, it } from "vitest";
import { CONNECTOR_NAMES } from "../../ingest/connectors/registry.ts";
import { runSourcesChaos } from "../support/sources-chaos.ts";
import { scratchFolder } from "./files.ts";

const elasticsearchUrl = inject("elasticsearchUrl");
const settings = { papers: 20, kills: 3, seed: 5, faultShare: 0.03 };

describe("a source that is asked with faults, killed at random moments and asked again, leaves what one leaves that is asked in peace", () => {
  it.each(CONNECTOR_NAMES)("%s, on LanceDB", { timeout: 480_000 }, async (name) => {
    expectEqual(await runSourcesChaos({ ...settings, name, folder: scratchFolder() }));
  });

  it.skipIf(elasticsearchUrl === null).each(["crossref", "github"] as const)(
    "%s, on Elasticsearch",
    { timeout: 480_000 },
    async (name) => {
      expectEqual(await runSourcesChaos({ ...settings, name, folder: scratchFolder(), elasticsearchUrl: elasticsearchUrl! }));
    },
  );
});

function expectEqual(result: Awaited<ReturnType<typeof runSourcesChaos>>): void {
  expect(result.rough).toEqual(result.clean);
  expect(result).toMatchObject({ kills: settings.kills, tooSoon: 0, papers: settings.papers });
  expect(result.signals).toBeGreaterThan(settings.papers);
  expect(result.askedTwice).toBeLessThanOrEqual(result.explained);
}
