import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { runDue, runNow } from "../../ingest/connectors/schedule.ts";
import { startScheduler } from "../../ingest/connectors/scheduler.ts";
import { defaultSettings, type SourceSettings } from "../../ingest/connectors/settings.ts";
import { takeLock } from "../../ingest/lock.ts";
import { sourcesFindings } from "../../src/commands/doctor-sources.ts";
import { knownSpace } from "../../src/embedding/port.ts";
import { createLogger } from "../../src/log.ts";
import type { SourceStatus } from "../../src/records/source-status.ts";
import { fakeService } from "./fake-service.ts";
import { paperLoader } from "./loader.ts";

const NEVER: SourceStatus = { name: "crossref", last: null, succeeded_at: null, failures: 0, next_try_at: null, spent: 0 };

describe("the schedule", () => {
  it("asks what is due once, and again when its time has come", async () => {
    const { deps, settings, statusOf } = await library();
    const at = (time: string) => ({ ...deps, now: () => new Date(time) });
    expect(await runDue([settings], at("2026-11-22T12:00:00Z"))).toMatchObject([{ source: "crossref", status: "done" }]);
    expect(await runDue([settings], at("2026-11-23T01:59:00Z"))).toEqual([]);
    expect(await runDue([settings], at("2026-11-23T02:00:00Z"))).toHaveLength(1);
    expect(await runDue([{ ...settings, when: null }], at("2026-12-24T02:00:00Z"))).toEqual([]);
    expect((await statusOf())?.succeeded_at).toBe("2026-11-23T02:00:00.000Z");
  });

  it("waits longer from failure to failure, keeps the place, and doctor says so", async () => {
    const { deps, settings, statusOf } = await library({ papers: 1 });
    let time = Date.parse("2026-11-22T12:00:00Z");
    const waits: number[] = [];
    for (let failure = 1; failure <= 3; failure += 1) {
      await runDue([settings], { ...deps, now: () => new Date(time) });
      const status = (await statusOf())!;
      expect(status).toMatchObject({ failures: failure, succeeded_at: null, last: { status: "failed", left: 1 } });
      waits.push(Date.parse(status.next_try_at!) - time);
      expect(await runDue([settings], { ...deps, now: () => new Date(time + 60_000) })).toEqual([]);
      time = Date.parse(status.next_try_at!);
    }
    expect(waits.map((ms) => ms / 60_000)).toEqual([5, 10, 20]);
    expect(await sourcesFindings(deps, { scheduler: true })).toMatchObject([
      {
        part: "source crossref",
        state: "attention",
        says: expect.stringMatching(/^3 failed runs in a row: .*HTTP status 401.*next try/u),
      },
    ]);
  });

  it("has for a night that was broken off what is left of its budget; a run by hand has its own", async () => {
    const { deps, settings, service, statusOf } = await library({ papers: 1 });
    await deps.records.put("source", "crossref", { ...NEVER, spent: 5 });
    expect(await runDue([{ ...settings, budget: 5 }], deps)).toMatchObject([{ status: "budget_spent", requests: 0 }]);
    expect(await statusOf()).toMatchObject({ spent: 0, failures: 0 });
    await deps.records.put("source", "crossref", { ...NEVER, spent: 5 });
    expect(await runNow({ ...settings, budget: 5 }, deps)).toMatchObject({
      status: "failed",
      requests: 1,
    });
    expect(service.asked).toHaveLength(1);
  });
});

describe("a server with the scheduler", () => {
  it("asks what the file names, as soon as no other server does, and stops within moments", async () => {
    const { deps, file, statusOf } = await library();
    const other = await takeLock(deps.records, ["sources"], "other");
    const scheduler = startScheduler({ ...deps, sourcesFile: file, log: createLogger("silent"), lookEveryMs: 5 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await statusOf()).toBeNull();
    await other[Symbol.asyncDispose]();
    await vi.waitFor(async () => expect(await statusOf()).toMatchObject({ last: { status: "done" } }), { timeout: 10_000 });
    await scheduler[Symbol.asyncDispose]();
  });

  it("says once what is wrong with the file, and goes on", async () => {
    const { deps, file } = await library();
    writeFileSync(file, "{");
    const lines: string[] = [];
    const log = createLogger("warn", { write: (line: string) => void lines.push(line) });
    await using _ = startScheduler({ ...deps, sourcesFile: file, log, lookEveryMs: 2 });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("is not valid JSON");
  });
});

/** A library, and a Crossref that refuses every asker. */
async function library({ papers = 0 } = {}) {
  const loader = paperLoader();
  const { engine, embedder, records, folder } = loader;
  await engine.create(knownSpace(embedder));
  if (papers > 0) await loader.run(loader.rows("p.jsonl", [{ id: "10.1000/a", title: "A" }]));
  const service = await fakeService(() => ({ status: 401 }));
  const entry = { name: "crossref" as const, when: "0 2 * * *", addresses: { api: service.address }, between_ms: 0 };
  const settings: SourceSettings = { ...defaultSettings("crossref"), ...entry };
  const file = join(folder, "sources.json");
  writeFileSync(file, JSON.stringify({ sources: [entry] }));
  const statusOf = async () => (await records.get<SourceStatus>("source", "crossref"))?.value ?? null;
  return { deps: { engine, embedder, records, dataDir: folder, environment: {} }, settings, file, service, statusOf };
}
