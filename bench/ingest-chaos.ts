import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startElasticsearch } from "../test/support/elasticsearch.ts";
import { runChaos } from "../test/support/ingest-chaos.ts";

/**
 * Kills loads at random moments and starts them again, with Elasticsearch behind a proxy that makes faults, and compares the index in the end with that
 * of loads in peace. Exits with 1 where they differ. `--full-texts`: whole papers are loaded instead of rows about papers.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: "string", default: "200" },
      rows: { type: "string", default: "20000" },
      engine: { type: "string", default: "lancedb" },
      seed: { type: "string", default: "1" },
      faults: { type: "string", default: "0.03" },
      "full-texts": { type: "boolean", default: false },
    },
  });
  const engine = values.engine === "elasticsearch" ? "elasticsearch" : "lancedb";
  const server = engine === "elasticsearch" ? await startElasticsearch() : null;
  if (engine === "elasticsearch" && server === null) throw new Error("there is no Elasticsearch to be had");
  const folder = await mkdtemp(join(tmpdir(), "chaos-"));
  try {
    const began = performance.now();
    const result = await runChaos({
      engine,
      folder,
      ...(server ? { elasticsearchUrl: server.url } : {}),
      kills: Number(values.kills),
      rows: Number(values.rows),
      fullTexts: values["full-texts"],
      seed: Number(values.seed),
      faultShare: Number(values.faults),
      log: (line) => console.error(line),
    });
    const { clean, chaos, faults } = result;
    const isEqual = clean.index === chaos.index && clean.deadLetters === chaos.deadLetters;
    console.log(
      `${engine}: ${result.kills} kills in ${result.runs} runs over ${values.rows} ${values["full-texts"] ? "full texts" : "rows"}, seed ${values.seed}`,
    );
    if (faults) {
      const sum = Object.values(faults).reduce((total, count) => total + count, 0);
      console.log(
        `${sum} faults: ${Object.entries(faults)
          .map(([name, count]) => `${name} ${count}`)
          .join(", ")}`,
      );
    }
    console.log(`${result.papers} papers, ${result.signals} signals, ${result.passages} passages, ${result.dead} dead letters`);
    console.log(
      `index ${clean.index === chaos.index ? "equal" : "DIFFERENT"}, dead letters ${clean.deadLetters === chaos.deadLetters ? "equal" : "DIFFERENT"}`,
    );
    console.log(
      `${result.texts} texts embedded, ${result.embeddedAgain} of them again (at most ${result.inFlight} in flight at the kills)`,
    );
    console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
    if (!isEqual) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server?.stop();
  }
}
