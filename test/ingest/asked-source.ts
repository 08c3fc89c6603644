import type { IncomingMessage } from "node:http";
import type { Subject, ToldSignal } from "../../ingest/connectors/connector.ts";
import { connectorNamed } from "../../ingest/connectors/registry.ts";
import { runSource } from "../../ingest/connectors/run-source.ts";
import type { SourceDeps } from "../../ingest/connectors/source-deps.ts";
import { defaultSettings, type SourceSettings } from "../../ingest/connectors/settings.ts";
import { checkSignal } from "../../ingest/validate.ts";
import { knownSpace } from "../../src/embedding/port.ts";
import { fakeService, type Fault, type Reply } from "./fake-service.ts";
import { contents, paperLoader } from "./loader.ts";

interface Asked {
  /** Keys with the papers that they belong to. */
  subjects: Readonly<Record<string, readonly string[]>>;
  answer: (url: URL, request: IncomingMessage) => Reply;
  faulty?: (number: number) => Fault | null;
}

/** A connector and a service that speaks its form. `run` asks, loads nothing, and resolves to the report and the signals that were to be loaded. */
export async function askedSource(name: string, { subjects, answer, faulty }: Asked) {
  const loader = paperLoader();
  await loader.engine.create(knownSpace(loader.embedder));
  const service = await fakeService(answer, faulty);
  const connector = connectorNamed(name);
  const map = new Map(Object.entries(subjects).map(([key, paperIds]): [string, Subject] => [key, { key, paperIds }]));
  const addresses = Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, service.address]));
  return {
    service,
    loader,
    connector,
    async run(day = "2026-11-22", settings: Partial<SourceSettings> = {}, deps: Partial<SourceDeps> = {}) {
      const rows: object[] = [];
      const { engine, records, embedder, folder } = loader;
      const told = {
        ...connector,
        loads: [],
        subjects: async () => map,
        async *ask(...asked: Parameters<typeof connector.ask>) {
          for await (const one of connector.ask(...asked)) {
            rows.push(...one.rows);
            yield one;
          }
        },
      };
      const report = await runSource(
        told,
        { ...defaultSettings(connector.name), addresses, between_ms: 0, ...settings },
        {
          engine,
          records,
          embedder,
          dataDir: folder,
          environment: {},
          now: () => new Date(`${day}T02:15:00Z`),
          client: { backoff: { baseMs: 1, maxMs: 2 }, timeoutMs: 20_000, maxBytes: 200_000 },
          ...deps,
        },
      );
      return { report, rows, signals: rows as ToldSignal[], problems: rows.flatMap((row) => problemOf(row)) };
    },
  };
}

/** A library of these papers, and a service that is asked about it. `run` asks and loads what is told. */
export async function heldSource(name: string, papers: readonly object[], answer: Asked["answer"]) {
  const loader = paperLoader();
  const { engine, records, embedder, folder } = loader;
  await loader.run(loader.rows("papers.jsonl", papers));
  const service = await fakeService(answer);
  const connector = connectorNamed(name);
  const addresses = Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, service.address]));
  return {
    service,
    contents: () => contents(engine),
    load: (format: string, rows: readonly object[], target: "papers" | "signals" = "papers") =>
      loader.run(loader.rows(`${format}.jsonl`, rows, { format, target })),
    engine,
    run: (day: string, deps: Partial<SourceDeps> = {}) =>
      runSource(
        connector,
        { ...defaultSettings(connector.name), addresses, between_ms: 0 },
        {
          engine,
          records,
          embedder,
          dataDir: folder,
          environment: {},
          now: () => new Date(`${day}T02:15:00Z`),
          client: { backoff: { baseMs: 1, maxMs: 2 } },
          ...deps,
        },
      ),
  };
}

function problemOf(row: object): unknown[] {
  const checked = checkSignal(row);
  return "problem" in checked ? [checked.problem] : [];
}
