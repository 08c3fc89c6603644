import { Command, Option } from "commander";
import { randomUUID } from "node:crypto";
import { basename, join, resolve } from "node:path";
import type { Evaluation } from "../evaluation/evaluate.ts";
import { RETRIEVALS, type Retrieval } from "../retrieval/search.ts";
import { print, say, table } from "./output.ts";

export function evalCommand(): Command {
  return new Command("eval")
    .description(
      "measure retrieval on a test collection in BEIR layout (corpus.jsonl, queries.jsonl, qrels/test.tsv), in an index of its own",
    )
    .argument("<folder>", "the collection")
    .addOption(new Option("--retrieval <kind>", "only this one (default: all three)").choices(RETRIEVALS))
    .option("--json", "print JSON")
    .action(async (folder: string, options: { retrieval?: Retrieval; json?: boolean }) => {
      const { loadConfig } = await import("../config.ts");
      const { composeForLoading } = await import("../compose.ts");
      const { readCollection } = await import("../evaluation/collection.ts");
      const { evaluate, loadCollection } = await import("../evaluation/evaluate.ts");

      const configured = loadConfig();
      const collection = await readCollection(resolve(folder));
      const prefix = `${configured.indexPrefix}eval-${randomUUID().slice(0, 8)}-`;
      await using library = await composeForLoading({
        ...configured,
        indexPrefix: prefix,
        dataDir: join(configured.dataDir, "eval"),
      });
      try {
        say(
          `${basename(folder)}: ${collection.documents.length} documents, ${collection.queries.length} judged queries, ${library.engine.kind}`,
        );
        await loadCollection(library, collection, (loaded) => say(`loaded ${loaded}`));
        const results: Evaluation[] = [];
        for (const retrieval of options.retrieval ? [options.retrieval] : RETRIEVALS)
          results.push(await evaluate(library, collection, retrieval));
        print(
          { collection: basename(folder), engine: library.engine.kind, model: library.embedder.space.model, results },
          options,
          () =>
            table(
              ["retrieval", "nDCG@10", "recall@100", "MRR@10", "p50 ms"],
              results.map((result) => [
                result.retrieval,
                result["nDCG@10"],
                result["recall@100"],
                result["MRR@10"],
                result.p50_ms,
              ]),
            ),
        );
      } finally {
        await library.engine.drop();
      }
    });
}
