import { Command, Option } from "commander";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { TestCollection } from "../evaluation/collection.ts";
import { compareRuns, type QueryFigure } from "../evaluation/compare.ts";
import type { Evaluation, QueryResult } from "../evaluation/evaluate.ts";
import type { Library } from "../retrieval/library.ts";
import { rounded } from "../shared/rounding.ts";
import { RETRIEVALS, type Retrieval } from "../retrieval/search.ts";
import { counted } from "../shared/thousands.ts";
import { withLibrary } from "./library.ts";
import { print, say, table } from "./output.ts";

interface EvalOptions {
  retrieval?: Retrieval;
  queries?: string;
  compare?: string;
  live?: boolean;
  json?: boolean;
}

interface Evaluated {
  collection: string;
  results: Evaluation[];
}

const FIGURES = ["nDCG@10", "recall@5", "recall@20", "recall@100", "MRR@10", "p50_ms"] as const;

export function evalCommand(): Command {
  return new Command("eval")
    .description(
      "measure retrieval on test collections in BEIR layout (corpus.jsonl, queries.jsonl, qrels/test.tsv), each in its own index",
    )
    .argument("<folder...>", "the collections")
    .addOption(new Option("--retrieval <kind>", "only this kind (default: all three)").choices(RETRIEVALS))
    .option("--queries <file>", "write the metrics of each query to this file (JSON Lines)")
    .option(
      "--compare <file>",
      "compare with the file of an earlier run: a paired test, and the twenty queries that changed most",
    )
    .option(
      "--live",
      "query the library as it is; needs only queries.jsonl and qrels/test.tsv, whose judgments name papers by any ID or URL",
    )
    .option("--json", "print JSON")
    .action(async (folders: string[], options: EvalOptions) => {
      const before = options.compare === undefined ? null : await readRun(resolve(options.compare));
      const queries: (QueryResult & { collection: string })[] = [];
      const evaluated: Evaluated[] = [];
      const about = { engine: "", model: "" };
      for (const folder of folders) {
        const collection = basename(resolve(folder));
        const run = options.live ? evaluateLive : evaluateFolder;
        const results = await run(folder, options, about, (result) => queries.push({ collection, ...result }));
        evaluated.push({ collection, results });
      }
      if (options.queries !== undefined) {
        await writeFile(resolve(options.queries), queries.map((query) => `${JSON.stringify(query)}\n`).join(""));
      }
      const means = evaluated.length > 1 ? meansOf(evaluated) : [];
      const comparison = before && compareRuns(before, queries.map(named));
      print({ ...about, collections: evaluated, means, ...(comparison ? { comparison } : {}) }, options, () =>
        [
          table(
            ["collection", "retrieval", ...FIGURES],
            [...evaluated, ...(means.length > 0 ? [{ collection: "mean", results: means }] : [])].flatMap(
              ({ collection, results }) =>
                results.map((result) => [collection, result.retrieval, ...FIGURES.map((figure) => result[figure])]),
            ),
          ),
          ...(comparison === null ? [] : [comparisonText(comparison)]),
        ].join("\n\n"),
      );
    });
}

async function evaluateFolder(
  folder: string,
  options: EvalOptions,
  about: { engine: string; model: string },
  report: (result: QueryResult) => void,
): Promise<Evaluation[]> {
  const { loadConfig } = await import("../config.ts");
  const { composeForLoading } = await import("../compose.ts");
  const { readCollection } = await import("../evaluation/collection.ts");
  const { loadCollection } = await import("../evaluation/evaluate.ts");

  const configured = loadConfig();
  const collection = await readCollection(resolve(folder));
  const indexPrefix = `${configured.indexPrefix}eval-${randomUUID().slice(0, 8)}-`;
  await using library = await composeForLoading({ ...configured, indexPrefix, dataDir: join(configured.dataDir, "eval") });
  try {
    const { documents, queries } = collection;
    say(`${basename(folder)}: ${documents.length} documents, ${queries.length} judged queries, ${library.engine.kind}`);
    await loadCollection(library, collection, (loaded) => say(`loaded ${loaded}`));
    return await evaluateEach(library, collection, options, about, report);
  } finally {
    await library.engine.drop();
  }
}

/** The queries of a folder, asked of the configured library. */
async function evaluateLive(
  folder: string,
  options: EvalOptions,
  about: { engine: string; model: string },
  report: (result: QueryResult) => void,
): Promise<Evaluation[]> {
  const { readQueries } = await import("../evaluation/collection.ts");
  const { liveCollection } = await import("../evaluation/live.ts");
  const queries = await readQueries(resolve(folder));
  return await withLibrary(async (library) => {
    const { collection, missing } = await liveCollection(library, queries);
    const gone = missing === 0 ? "" : `; ${counted(missing, "judged ID")} not in the library`;
    say(`${basename(folder)}: ${collection.queries.length} of ${queries.length} queries${gone}, ${library.engine.kind}`);
    return await evaluateEach(library, collection, options, about, report);
  });
}

/** Each kind of retrieval that is asked for; writes down of what engine and model. */
async function evaluateEach(
  library: Library,
  collection: TestCollection,
  options: EvalOptions,
  about: { engine: string; model: string },
  report: (result: QueryResult) => void,
): Promise<Evaluation[]> {
  const { evaluate } = await import("../evaluation/evaluate.ts");
  about.engine = library.engine.kind;
  about.model = library.embedder.space.model;
  const results: Evaluation[] = [];
  for (const retrieval of options.retrieval ? [options.retrieval] : RETRIEVALS)
    results.push(await evaluate(library, collection, retrieval, report));
  return results;
}

/** The mean of each figure over the collections, each counting the same. */
function meansOf(evaluated: readonly Evaluated[]): Evaluation[] {
  const [first] = evaluated;
  return (first?.results ?? []).map(({ retrieval }, place) => {
    const results = evaluated.map((each) => each.results[place]!);
    const mean = (figure: (typeof FIGURES)[number]) =>
      rounded(results.reduce((sum, result) => sum + result[figure], 0) / results.length, 4);
    const queries = results.reduce((sum, result) => sum + result.queries, 0);
    return {
      retrieval,
      queries,
      "nDCG@10": mean("nDCG@10"),
      "recall@5": mean("recall@5"),
      "recall@20": mean("recall@20"),
      "recall@100": mean("recall@100"),
      "MRR@10": mean("MRR@10"),
      p50_ms: mean("p50_ms"),
    };
  });
}

/** A query by a name that no other has in a run over several collections and kinds of retrieval. */
function named({ collection, retrieval, id, text, "nDCG@10": figure }: QueryResult & { collection: string }): QueryFigure {
  return { id: `${collection} ${retrieval} ${id}`, text, "nDCG@10": figure };
}

/** Throws where the file is not one that `--queries` wrote. */
async function readRun(file: string): Promise<QueryFigure[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    const row = JSON.parse(line) as Partial<QueryResult & { collection: string }>;
    if (typeof row.id !== "string" || typeof row["nDCG@10"] !== "number" || typeof row.collection !== "string")
      throw new Error(`${file}, line ${index + 1}: must be a line written by --queries`);
    return named(row as QueryResult & { collection: string });
  });
}

function comparisonText({ queries, before, after, difference, p, better, worse, moved }: ReturnType<typeof compareRuns>): string {
  return [
    `nDCG@10 over ${queries} queries: ${before} before, ${after} now (${difference >= 0 ? "+" : ""}${difference}), p = ${p}; ${better} better, ${worse} worse`,
    table(
      ["before", "now", "query"],
      moved.map((row) => [rounded(row.before, 3), rounded(row.after, 3), row.text.slice(0, 100)]),
    ),
  ].join("\n");
}
