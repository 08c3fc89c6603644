import { readFileSync } from "node:fs";
import { compose } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { Library } from "../src/retrieval/library.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import { rounded } from "../src/shared/rounding.ts";
import { ORDINARY_SEARCH } from "./loads/ordinary-search.ts";

const QUERIES = 50;

/**
 * How far both engines agree over the same papers: the mean overlap of their first ten, and the time of a search on each, taken in
 * turn. Wants ELASTICSEARCH_URL for the one and DATA_DIR for the other.
 */
export async function run(): Promise<void> {
  const config = loadConfig();
  await using elasticsearch = await compose(config);
  await using lancedb = await compose({ ...config, engine: { kind: "lancedb" }, indexPrefix: "" });
  const questions = readFileSync(new URL("questions.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(0, QUERIES);
  const times = { elasticsearch: [] as number[], lancedb: [] as number[] };
  const overlaps: number[] = [];
  for (const line of questions) {
    const { question } = JSON.parse(line) as { question: string };
    const first = await firstTen(elasticsearch, question, times.elasticsearch);
    const second = await firstTen(lancedb, question, times.lancedb);
    overlaps.push(first.filter((id) => second.includes(id)).length);
  }
  const median = (values: number[]) => rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!, 1);
  console.log({
    queries: questions.length,
    mean_overlap_of_10: overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length,
    least: Math.min(...overlaps),
    elasticsearch_p50_ms: median(times.elasticsearch),
    lancedb_p50_ms: median(times.lancedb),
  });
}

async function firstTen(library: Library, query: string, times: number[]): Promise<string[]> {
  const started = performance.now();
  const { papers } = await searchPapers(library, { ...ORDINARY_SEARCH, query, limit: 10 });
  times.push(performance.now() - started);
  return papers.map((paper) => paper.paper_id);
}
