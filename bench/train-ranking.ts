import { randomUUID } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { composeForLoading } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { readCollection } from "../src/evaluation/collection.ts";
import { ID_PREFIX, loadCollection, queriesByExample } from "../src/evaluation/evaluate.ts";
import { featuredSearch } from "../src/retrieval/learned-ranking.ts";
import type { Library } from "../src/retrieval/library.ts";
import { FIRST_PAGE } from "../src/retrieval/search-window.ts";
import { readRows } from "./answers/rows.ts";
import { Asked, MEASURING } from "./train-adapter.ts";

const USAGE = "usage: npm run bench -- train-ranking [--questions FILE] [--library] --out FILE FOLDER…";
/** A busy machine makes a measurement slow, not wrong. */
const PATIENCE_MS = 60_000;

/** A question and the papers that it wants, by any of their ids. */
const Wanted = z.object({ text: z.string(), papers: z.array(z.object({ paper_id: z.string() })) });
const Graded = z.object({ question: z.string(), papers: z.array(z.object({ id: z.string(), about: z.number().nullish() })) });

interface Question {
  id: string;
  text: string;
  /** By any id: the gain of a paper. */
  gains: ReadonlyMap<string, number>;
}

/**
 * Writes what the learned ranking of papers is trained on, computed by the code that ranks: for each question the first papers of the fused ranking with features and gains.
 * `npm run bench -- train-ranking [--questions FILE] [--library] --out FILE FOLDER…`. Each folder is a test collection in BEIR layout. `--questions`: lines with a question and its wanted papers
 * (`{"text", "papers": [{"paper_id"}]}`), asked of the configured library, in which papers that nobody judged count as not wanted; `--library`: so are the graded questions of
 * `bench/sentences/graded.jsonl`, whose other papers are left out, and those of `asked.jsonl` that the question adapter has not learned from. `models/ranking/train.py` reads the file.
 */
export async function run(args: string[]): Promise<void> {
  const options = { out: { type: "string" }, questions: { type: "string" }, library: { type: "boolean" } } as const;
  const { values, positionals: folders } = parseArgs({ args, allowPositionals: true, options });
  if (values.out === undefined) throw new Error(USAGE);
  const out = resolve(values.out);
  writeFileSync(out, "");
  const config = loadConfig();
  for (const folder of folders) {
    const collection = await readCollection(resolve(folder));
    const indexPrefix = `${config.indexPrefix}bench-${randomUUID().slice(0, 8)}-`;
    await using library = await composeForLoading({ ...config, indexPrefix });
    try {
      await loadCollection(library, collection, () => undefined);
      const examples = queriesByExample(collection);
      const questions = collection.queries.map(({ id, text, judgments }) => ({
        id,
        text,
        gains: new Map([...judgments].map(([document, gain]) => [ID_PREFIX + document, gain])),
      }));
      await write(library, basename(resolve(folder)), questions, { out, onlyJudged: false, own: examples });
    } finally {
      await library.engine.drop();
    }
  }
  if (values.questions === undefined && values.library !== true) return;
  await using library = await composeForLoading(config);
  if (values.questions !== undefined) {
    const rows = readRows(values.questions, Wanted).map(({ text, papers }, index) => ({
      id: String(index),
      text,
      gains: new Map(papers.map(({ paper_id }) => [paper_id, 1])),
    }));
    await write(library, "questions", rows, { out, onlyJudged: false });
  }
  if (values.library === true) {
    const rows = readRows(join(import.meta.dirname, "sentences/graded.jsonl"), Graded).map(({ question, papers }, index) => ({
      id: String(index),
      text: question,
      gains: new Map(papers.flatMap(({ id, about }) => (typeof about === "number" ? [[id, about] as const] : []))),
    }));
    await write(library, "graded", rows, { out, onlyJudged: true });
    const asked = readRows(join(import.meta.dirname, "sentences/asked.jsonl"), Asked).slice(0, MEASURING);
    const ofPapers = asked.map(({ question, paper_id }, index) => ({
      id: String(index),
      text: question,
      gains: new Map([[paper_id, 1]]),
    }));
    await write(library, "asked", ofPapers, { out, onlyJudged: false });
  }
}

async function write(
  library: Library,
  set: string,
  questions: readonly Question[],
  { out, onlyJudged, own }: { out: string; onlyJudged: boolean; own?: ReadonlySet<string> },
): Promise<void> {
  const { papers } = library.engine;
  const keys = [...new Set(questions.flatMap(({ gains }) => [...gains.keys()]))];
  const resolved = await papers.resolve(keys, { timeoutMs: PATIENCE_MS });
  let written = 0;
  for (const { id, text, gains } of questions) {
    const judged = new Map([...gains].flatMap(([key, gain]) => (resolved.has(key) ? [[resolved.get(key)!, gain] as const] : [])));
    const ideal = [...judged.values()].filter((gain) => gain > 0);
    if (ideal.length === 0) continue;
    const request = { query: text, retrieval: "hybrid", filters: {}, depth: FIRST_PAGE, timeoutMs: PATIENCE_MS } as const;
    const { candidates, features } = await featuredSearch(library, request);
    const rows = candidates.flatMap(({ hit }, index) => {
      const known = judged.get(hit.id) ?? (onlyJudged ? null : 0);
      const isOwn = own?.has(id) === true && hit.id === ID_PREFIX + id;
      return isOwn ? [] : [{ gain: known, score: hit.score, features: features[index] }];
    });
    appendFileSync(out, `${JSON.stringify({ set, id, ideal, candidates: rows })}\n`);
    written += 1;
  }
  console.log(`${set}: ${written} of ${questions.length} questions have a wanted paper in the library`);
}
