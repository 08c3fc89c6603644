import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lastAskedOf } from "../ingest/connectors/last-asked.ts";
import { CONNECTOR_NAMES, connectorNamed, type ConnectorName } from "../ingest/connectors/registry.ts";
import { runDue } from "../ingest/connectors/schedule.ts";
import { defaultSettings, type SourceSettings } from "../ingest/connectors/settings.ts";
import { runIngest } from "../ingest/run.ts";
import { openStores } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { openFakeService } from "../test/support/fake-service.ts";
import { hashEmbedder } from "../test/support/hash-embedder.ts";
import { codeRows, paperRows } from "../test/support/sources/world.ts";
import { WORLDS } from "../test/support/sources/worlds.ts";
import { DAY_MS } from "../src/shared/time.ts";

/**
 * Lets the schedule ask every source, or those named, about a made library for some nights, and prints for each the requests that its service counted, what it was asked
 * about, and whether the oldest looks came first. `--papers` (20,000), `--nights` (3), `--budget` (500). Exits with 1 where a budget was not kept.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      papers: { type: "string", default: "20000" },
      nights: { type: "string", default: "3" },
      budget: { type: "string", default: "500" },
    },
  });
  const [papers, nights, budget] = [values.papers, values.nights, values.budget].map(Number) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), "nights-"));
  const { engine, records } = await openStores(loadConfig({ DATA_DIR: dataDir, ENGINE: "lancedb" }));
  await using _engine = engine;
  await using _records = records;
  const embedder = hashEmbedder();
  for (const [target, rows] of [["papers", paperRows(papers)] as const, ["signals", codeRows(papers)] as const]) {
    const path = join(dataDir, `${target}.jsonl`);
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await runIngest({ source: { target, path, format: "jsonl" }, dataDir }, { engine, records, embedder });
  }
  const services = new Map(
    await Promise.all(
      CONNECTOR_NAMES.map(async (name) => {
        const service = await openFakeService((url, request) => WORLDS[name].answer(url, request, 0));
        return [name, service] as const;
      }),
    ),
  );
  const names = CONNECTOR_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));
  const settings = names.map((name): SourceSettings => {
    const addresses = Object.fromEntries(
      Object.keys(connectorNamed(name).addresses).map((key) => [key, services.get(name)!.address]),
    );
    return { ...defaultSettings(name), when: "15 2 * * *", budget, addresses, between_ms: 0 };
  });
  try {
    for (let night = 0; night < nights; night += 1) {
      const now = (): Date => new Date(Date.UTC(2026, 10, 22, 2, 15) + night * DAY_MS);
      for (const one of settings) {
        const before = await looks(one.name);
        const counted = services.get(one.name)!.log.length;
        const [report] = await runDue([one], { engine, records, embedder, dataDir, environment: {}, now });
        const requests = services.get(one.name)!.log.length - counted;
        const after = await looks(one.name);
        const asked = [...after].filter(([, at]) => at === now().toISOString()).map(([key]) => key);
        if (requests > budget || requests !== report?.requests) process.exitCode = 1;
        console.log(
          JSON.stringify({
            night: night + 1,
            source: one.name,
            requests_by_the_service: requests,
            budget,
            asked_about: asked.length,
            asked_before: asked.filter((key) => before.has(key)).length,
            left: report?.left,
            status: report?.status,
            papers_written: report?.papers_written,
            signals_written: report?.signals_written,
          }),
        );
      }
    }
  } finally {
    for (const service of services.values()) service.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  async function looks(name: ConnectorName): Promise<Map<string, string>> {
    return new Map([...(await lastAskedOf(records, name))].map(([key, { asked_at }]) => [key, asked_at]));
  }
}
