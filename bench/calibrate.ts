import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gatherEvidence } from "../src/evidence/gather.ts";
import { sufficiencyOf } from "../src/evidence/sufficiency.ts";
import type { Composition } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { CALIBRATION_FILE, type Calibration } from "../src/embedding/calibration.ts";
import { bestWeight, supportMarginOf, thresholdOf, weightsOf, type Searched } from "./calibrate/measures.ts";
import { readCollection, type TestCollection } from "../src/evaluation/collection.ts";
import { ID_PREFIX, loadCollection } from "../src/evaluation/evaluate.ts";
import type { Judgments } from "../src/evaluation/metrics.ts";
import type { Library } from "../src/retrieval/library.ts";
import { rounded } from "../src/shared/rounding.ts";
import { withTemporaryIndex } from "./loads/temporary-index.ts";

interface Asked {
  library: string;
  inside: boolean;
  /** With a paper that has an abstract. */
  bestCosine: number;
  state: string;
}

/** So many thresholds below and above the one that is chosen are shown. */
const SHOWN = 8;
/** Hits a leg, as for a first page. */
const DEPTH = 200;
const PATIENCE_MS = 60_000;

/**
 * What the embedder of the settings needs to be measured for: the threshold below which a question is outside a library, the margin below that for further papers, and the weight of the
 * semantic leg. Each collection (BEIR layout) is asked its own questions and those of all others. `npm run bench -- calibrate [--out FILE] FOLDER FOLDER…`, at least two of different
 * fields; without `--out` the result goes into the folder of `EMBEDDING_MODEL_DIR`, where that is set.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals: folders } = parseArgs({ args, allowPositionals: true, options: { out: { type: "string" } } });
  if (folders.length < 2) throw new Error("usage: npm run bench -- calibrate [--out FILE] FOLDER FOLDER…");
  const collections = await Promise.all(
    folders.map(async (folder) => ({ name: basename(resolve(folder)), collection: await readCollection(resolve(folder)) })),
  );
  const asked: Asked[] = [];
  const searched: Searched[] = [];
  let model = "";
  for (const { name } of collections) {
    const own = await askAll(name, collections);
    asked.push(...own.asked);
    searched.push(...own.searched);
    ({ model } = own);
  }
  const shareOf = (list: Asked[], holds: (item: Asked) => boolean) =>
    rounded(list.filter(holds).length / Math.max(1, list.length), 3);
  const split = (list: Asked[]): [inside: Asked[], outside: Asked[]] => [
    list.filter((item) => item.inside),
    list.filter((item) => !item.inside),
  ];
  const [inside, outside] = split(asked);
  const answerThreshold = thresholdOf(inside.map(({ bestCosine }) => bestCosine));
  const relevant = searched.flatMap(({ semantic, judgments }) =>
    (semantic?.hits ?? []).filter(({ id }) => (judgments.get(id) ?? 0) > 0).map(({ score }) => score),
  );
  const weights = weightsOf(searched, DEPTH);
  const calibration: Calibration = {
    model,
    fusionWeight: bestWeight(weights),
    answerThreshold,
    supportMargin: supportMarginOf(answerThreshold, relevant),
  };
  const table = Array.from({ length: 2 * SHOWN + 1 }, (_, index) => answerThreshold + (index - SHOWN) / 100).map((threshold) => ({
    threshold: rounded(threshold, 2),
    kept: shareOf(inside, (item) => item.bestCosine >= threshold),
    refused: shareOf(outside, (item) => item.bestCosine < threshold),
  }));
  console.table(table);
  console.table(weights.map((row) => ({ weight: row.weight, "nDCG@10": rounded(row["nDCG@10"], 4) })));
  const measured = {
    collections: collections.map(({ name }) => name),
    AUROC: auroc(inside, outside),
    ...table[SHOWN],
    "nDCG@10": rounded(weights.find(({ weight }) => weight === calibration.fusionWeight)!["nDCG@10"], 4),
  };
  console.log({ ...calibration, measured });
  console.log("As the canvas answers, with the threshold that the embedder has:");
  console.table(
    [...collections.map(({ name }) => name), "all"].map((name) => {
      const [own, foreign] = split(asked.filter((item) => name === "all" || item.library === name));
      return {
        library: name,
        kept: shareOf(own, ({ state }) => state !== "no_evidence"),
        answered: shareOf(own, ({ state }) => state === "answered"),
        refused: shareOf(foreign, ({ state }) => state === "no_evidence"),
        foreign_answered: shareOf(foreign, ({ state }) => state === "answered"),
        questions: own.length,
        foreign: foreign.length,
      };
    }),
  );
  await keep(values.out, { ...calibration, measured });
}

async function keep(out: string | undefined, content: object): Promise<void> {
  const { embedder } = loadConfig();
  const folder = embedder.kind === "local" ? embedder.modelDir : null;
  const file = out ?? (folder === null ? null : join(folder, CALIBRATION_FILE));
  if (file === null) return;
  await writeFile(resolve(file), `${JSON.stringify(content, null, 2)}\n`);
  console.log(`written to ${file}${out === undefined ? "" : "; set EMBEDDING_CALIBRATION to it"}`);
}

interface Answers {
  model: string;
  asked: Asked[];
  searched: Searched[];
}

/** Asks one collection all questions; its own are searched with both legs too. */
async function askAll(name: string, collections: { name: string; collection: TestCollection }[]): Promise<Answers> {
  const config = loadConfig();
  // An earlier calibration may be that of the model before a change.
  const uncalibrated = { ...config, embedder: { ...config.embedder, calibrationFile: null } };
  const askFrom = async (library: Composition): Promise<Answers> => {
    await loadCollection(library, collections.find((item) => item.name === name)!.collection, () => undefined);
    const answers: Answers = { model: library.embedder.space.model, asked: [], searched: [] };
    for (const { name: from, collection } of collections) {
      for (const { text, judgments } of collection.queries) {
        const query = text.slice(0, 2_000);
        const evidence = await gatherEvidence(library, { query, mode: "corpus", filters: {}, match_count: 8 });
        answers.asked.push({
          library: name,
          inside: from === name,
          bestCosine: Math.max(
            -1,
            ...evidence.papers.map(({ paper, cosine }) => (paper.abstract === null ? -1 : (cosine ?? -1))),
          ),
          state: sufficiencyOf(library.embedder, evidence).state,
        });
        if (from === name) answers.searched.push(await searchBoth(library, name, query, judgments));
      }
    }
    return answers;
  };
  return withTemporaryIndex(askFrom, { config: uncalibrated });
}

async function searchBoth(
  { engine, embedder }: Pick<Library, "engine" | "embedder">,
  collection: string,
  query: string,
  judgments: Judgments,
): Promise<Searched> {
  const vector = await embedder.embedQuery(query);
  const request = { text: query, vector, filters: {}, depth: DEPTH };
  const { lexical, semantic } = await engine.papers.search(request, { timeoutMs: PATIENCE_MS });
  const prefixed = new Map([...judgments].map(([id, gain]) => [ID_PREFIX + id, gain]));
  return { collection, lexical, semantic, judgments: prefixed };
}

/** How often a question inside has a higher best cosine than one outside. */
function auroc(inside: Asked[], outside: Asked[]): number {
  let wins = 0;
  for (const a of inside)
    for (const b of outside) wins += a.bestCosine > b.bestCosine ? 1 : a.bestCosine === b.bestCosine ? 0.5 : 0;
  return rounded(wins / (inside.length * outside.length), 3);
}
