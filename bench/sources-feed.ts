import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectorNamed, type ConnectorName } from "../ingest/connectors/registry.ts";
import { runSource } from "../ingest/connectors/run-source.ts";
import { defaultSettings } from "../ingest/connectors/settings.ts";
import { askCanvas } from "../src/answers/answer.ts";
import { composeForLoading, type Composition } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { externalIds } from "../src/documents/paper.ts";
import { PublicError } from "../src/errors.ts";
import { openFakeService } from "../test/support/fake-service.ts";
import { loadSample } from "../test/support/sample-library.ts";
import { QUESTIONS } from "./sources/questions.ts";
import { madeAnswer } from "./sources/made-answers.ts";

const ASKED: readonly ConnectorName[] = ["crossref", "openalex", "github", "huggingface", "pypi"];
const DIMENSIONS = ["evidence", "artifacts", "health", "feasibility", "momentum", "adoption", "pull"] as const;

/**
 * What sources change in the judgment: questions about the bundled sample, before and after services with made-up figures were asked about it. Prints in how
 * many questions each dimension is known, and how often each verdict comes. The figures are made up, so that only what is known is a result.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "feed-"));
  try {
    await using library = await composeForLoading(loadConfig({ DATA_DIR: dataDir, ENGINE: "lancedb" }));
    await loadSample(library);
    const before = await judged(library);
    const titles = new Map<string, string>();
    for await (const page of library.engine.papers.scan({ vectors: false, pageSize: 500 }))
      for (const { document } of page)
        for (const { scheme, value } of externalIds(document.ids))
          titles.set(scheme === "arxiv" ? `10.48550/arxiv.${value}` : value, document.title);
    const service = await openFakeService((url) => madeAnswer(url, titles));
    for (const name of ASKED) {
      const connector = connectorNamed(name);
      const addresses = Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, service.address]));
      const settings = { ...defaultSettings(name), addresses, between_ms: 0, budget: 10_000 };
      const { status, present, missing, failed, signals_written, error } = await runSource(connector, settings, {
        ...library,
        dataDir,
        environment: {},
      });
      console.log(name, { status, present, missing, failed, signals_written, error });
    }
    service.close();
    const after = await judged(library);
    console.table(
      Object.fromEntries(
        DIMENSIONS.map((name) => [name, { known_before: before.known.get(name) ?? 0, known_after: after.known.get(name) ?? 0 }]),
      ),
    );
    const verdicts = [...new Set([...before.verdicts.keys(), ...after.verdicts.keys()])];
    console.table(
      Object.fromEntries(
        verdicts.map((name) => [name, { before: before.verdicts.get(name) ?? 0, after: after.verdicts.get(name) ?? 0 }]),
      ),
    );
    console.log(
      `${QUESTIONS.length} questions; ${before.figures.size} different readiness and demand before, ${after.figures.size} after`,
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A machine that is busy elsewhere may need more than one try. */
async function patiently<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof PublicError) || attempt >= MAX_TRIES) throw error;
    }
  }
}

const MAX_TRIES = 10;

async function judged(library: Composition) {
  const known = new Map<string, number>();
  const verdicts = new Map<string, number>();
  const figures = new Set<string>();
  for (const query of QUESTIONS) {
    const asked = { query, mode: "corpus", time_scope: "all", match_count: 8, account: "bench" } as const;
    const judgment = await patiently(async () => (await askCanvas(library, asked)).judgment);
    for (const { name, score } of judgment.dimensions) if (score !== null) known.set(name, (known.get(name) ?? 0) + 1);
    verdicts.set(judgment.verdict, (verdicts.get(judgment.verdict) ?? 0) + 1);
    figures.add(JSON.stringify([judgment.readiness, judgment.demand]));
  }
  return { known, verdicts, figures };
}
