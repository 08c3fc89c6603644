import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CONNECTOR_NAMES } from "../ingest/connectors/registry.ts";
import { startElasticsearch } from "../test/support/elasticsearch.ts";
import { runHarvestChaos } from "../test/support/harvest-chaos.ts";
import { runSourcesChaos } from "../test/support/sources-chaos.ts";

/**
 * Asks every source, or those named (also `arxiv`, which is harvested), of a service that makes faults, kills the process at random moments, and compares what is held in the end with a
 * library that asked in peace. Exits with 1 where they differ. `--kills` (20), `--papers` (60), `--engine lancedb|elasticsearch`, `--seed` (1).
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kills: { type: "string", default: "20" },
      papers: { type: "string", default: "60" },
      engine: { type: "string", default: "lancedb" },
      seed: { type: "string", default: "1" },
    },
  });
  const server = values.engine === "elasticsearch" ? await startElasticsearch() : null;
  if (values.engine === "elasticsearch" && server === null) throw new Error("there is no Elasticsearch to be had");
  const folder = await mkdtemp(join(tmpdir(), "sources-"));
  try {
    const names = server === null ? [...CONNECTOR_NAMES, "arxiv" as const] : CONNECTOR_NAMES;
    for (const name of names.filter((one) => positionals.length === 0 || positionals.includes(one))) {
      const began = performance.now();
      const [papers, kills, seed] = [Number(values.papers), Number(values.kills), Number(values.seed)];
      const options = { folder: join(folder, name), papers, kills, seed };
      const result =
        name === "arxiv"
          ? await runHarvestChaos(options)
          : await runSourcesChaos({ ...options, name, ...(server ? { elasticsearchUrl: server.url } : {}) });
      const { clean, rough, faults, ...counts } = result;
      const isEqual = clean.index === rough.index && clean.looks === rough.looks;
      const isPolite = result.tooSoon === 0 && result.mostAtOnce === 1 && result.askedTwice <= result.explained;
      if (!isEqual || !isPolite) process.exitCode = 1;
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.log(name, {
        index: clean.index === rough.index ? "equal" : "DIFFERENT",
        looks: clean.looks === rough.looks ? "equal" : "DIFFERENT",
        ...counts,
        faults: Object.values(faults).reduce((sum, number) => sum + number, 0),
        kinds_of_faults: Object.keys(faults).length,
        seconds,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server?.stop();
  }
}
