import { randomUUID } from "node:crypto";
import { basename, join, resolve } from "node:path";
import { gatherEvidence } from "../src/evidence/gather.ts";
import { sufficiencyOf } from "../src/evidence/sufficiency.ts";
import { composeForLoading } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { readCollection, type TestCollection } from "../src/evaluation/collection.ts";
import { loadCollection } from "../src/evaluation/evaluate.ts";
import { rounded } from "../src/shared/rounding.ts";

interface Asked {
  library: string;
  inside: boolean;
  /** With a paper that has an abstract. */
  bestCosine: number;
  state: string;
}

const THRESHOLDS = Array.from({ length: 21 }, (_, index) => 0.36 + index * 0.01);
const KEPT = 0.95;

/**
 * Where the embedder's threshold for abstaining lies: each collection (BEIR layout) is asked its own questions and those of all
 * others. `npm run bench -- calibrate FOLDER FOLDER…`, at least two of different fields.
 */
export async function run(folders: string[]): Promise<void> {
  if (folders.length < 2) throw new Error("usage: npm run bench -- calibrate FOLDER FOLDER…");
  const collections = await Promise.all(
    folders.map(async (folder) => ({ name: basename(resolve(folder)), collection: await readCollection(resolve(folder)) })),
  );
  const asked: Asked[] = [];
  for (const { name } of collections) asked.push(...(await askAll(name, collections)));
  const shareOf = (list: Asked[], holds: (item: Asked) => boolean) =>
    rounded(list.filter(holds).length / Math.max(1, list.length), 3);
  const split = (list: Asked[]): [inside: Asked[], outside: Asked[]] => [
    list.filter((item) => item.inside),
    list.filter((item) => !item.inside),
  ];
  const [inside, outside] = split(asked);
  const table = THRESHOLDS.map((threshold) => ({
    threshold: rounded(threshold, 2),
    kept: shareOf(inside, (item) => item.bestCosine >= threshold),
    refused: shareOf(outside, (item) => item.bestCosine < threshold),
  }));
  console.table(table);
  console.log({ AUROC: auroc(inside, outside), threshold_that_keeps_95: table.findLast(({ kept }) => kept >= KEPT) });
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
}

async function askAll(name: string, collections: { name: string; collection: TestCollection }[]): Promise<Asked[]> {
  const config = loadConfig();
  const prefix = `${config.indexPrefix}bench-${randomUUID().slice(0, 8)}-`;
  await using library = await composeForLoading({ ...config, indexPrefix: prefix, dataDir: join(config.dataDir, "eval") });
  try {
    await loadCollection(library, collections.find((item) => item.name === name)!.collection, () => undefined);
    const asked: Asked[] = [];
    for (const { name: from, collection } of collections) {
      for (const { text } of collection.queries) {
        const evidence = await gatherEvidence(library, {
          query: text.slice(0, 2_000),
          mode: "corpus",
          filters: {},
          match_count: 8,
        });
        asked.push({
          library: name,
          inside: from === name,
          bestCosine: Math.max(
            -1,
            ...evidence.papers.map(({ paper, cosine }) => (paper.abstract === null ? -1 : (cosine ?? -1))),
          ),
          state: sufficiencyOf(library.embedder, evidence).state,
        });
      }
    }
    return asked;
  } finally {
    await library.engine.drop();
  }
}

/** How often a question inside has a higher best cosine than one outside. */
function auroc(inside: Asked[], outside: Asked[]): number {
  let wins = 0;
  for (const a of inside)
    for (const b of outside) wins += a.bestCosine > b.bestCosine ? 1 : a.bestCosine === b.bestCosine ? 0.5 : 0;
  return rounded(wins / (inside.length * outside.length), 3);
}
