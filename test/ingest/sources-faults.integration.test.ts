import { describe, expect, it, onTestFinished } from "vitest";
import { lastAskedOf } from "../../ingest/connectors/last-asked.ts";
import { CONNECTOR_NAMES, connectorNamed, type ConnectorName } from "../../ingest/connectors/registry.ts";
import { runSource } from "../../ingest/connectors/run-source.ts";
import { defaultSettings } from "../../ingest/connectors/settings.ts";
import { seededRandom } from "../support/fault-proxy.ts";
import { openFaultyWorld, tooSoon } from "../support/sources/faulty-world.ts";
import { codeRows, paperRows } from "../support/sources/world.ts";
import { WORLDS } from "../support/sources/worlds.ts";
import { contents, paperLoader } from "./loader.ts";

const PAPERS = 8;
const BETWEEN_MS = 3;
/** Of each kind, so that the few requests of a test meet most kinds. */
const SHARE = 0.04;

describe("asking a service of whose answers more than a third are faults", () => {
  it.each(CONNECTOR_NAMES)("loses nothing, asks nothing twice and keeps the pace: %s", { timeout: 120_000 }, async (name) => {
    const rough = await asked(name, true);
    const calm = await asked(name, false);
    expect(rough.faults).toBeGreaterThan(0);
    expect(calm.faults).toBe(0);
    expect(calm.signals.length).toBeGreaterThan(PAPERS + 2);
    expect(rough.signals).toEqual(calm.signals);
    expect(rough.papers).toEqual(calm.papers);
    expect(rough.looks).toEqual(calm.looks);
    expect(rough.polite).toEqual({ mostAtOnce: 1, tooSoon: 0, askedTwice: 0 });
    expect(calm.polite).toEqual(rough.polite);
  });
});

/** What a library holds after a service was asked on two days, until nothing failed. */
async function asked(name: ConnectorName, isRough: boolean) {
  const loader = paperLoader();
  await loader.run(loader.rows("papers.jsonl", paperRows(PAPERS)));
  await loader.run({ ...loader.rows("code.jsonl", codeRows(PAPERS)), target: "signals" });
  const service = await openFaultyWorld(WORLDS[name], { share: SHARE, random: seededRandom(3), retryAfterS: 0 });
  onTestFinished(service.close);
  service.state.isRough = isRough;
  const connector = connectorNamed(name);
  const addresses = Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, service.address]));
  const { engine, records, embedder, folder } = loader;
  let askedTwice = 0;
  for (const day of ["2026-11-22", "2026-11-30"]) {
    const from = service.log.length;
    for (let isComplete = false; !isComplete;) {
      const report = await runSource(
        { ...connector, batch: Math.min(connector.batch, 3) },
        { ...defaultSettings(name), addresses, between_ms: BETWEEN_MS },
        {
          engine,
          records,
          embedder,
          dataDir: folder,
          environment: {},
          now: () => new Date(`${day}T02:15:00Z`),
          client: { backoff: { baseMs: 1, maxMs: 4 }, timeoutMs: 300, maxBytes: 300_000, maxAttempts: 20 },
          loadEvery: 5,
        },
      );
      isComplete = report.status === "done" && report.failed === 0;
    }
    askedTwice += service.askedTwice(service.log.slice(from));
    service.state.day += 1;
  }
  return {
    ...(await contents(engine)),
    looks: [...(await lastAskedOf(records, name)).values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    faults: Object.values(service.faults).reduce((sum, count) => sum + count, 0),
    polite: { mostAtOnce: service.mostAtOnce(), tooSoon: tooSoon(service.log, BETWEEN_MS), askedTwice },
  };
}
