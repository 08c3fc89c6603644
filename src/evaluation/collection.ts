import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Judgments } from "./metrics.ts";

/** A test collection in BEIR layout: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`. */
export interface TestCollection {
  documents: { id: string; title: string; text: string }[];
  /** Only queries that have a judged document. */
  queries: { id: string; text: string; judgments: Judgments }[];
}

/** Reads a collection; `split` names the file of judgments. Throws an error that names the file and line which is not as it should be. */
export async function readCollection(folder: string, split = "test"): Promise<TestCollection> {
  const documents = await jsonLines(join(folder, "corpus.jsonl"), (row) => ({
    id: id(row),
    title: text(row.title ?? ""),
    text: text(row.text),
  }));
  return { documents, queries: await readQueries(folder, split) };
}

/** The judged queries of a collection alone. */
export async function readQueries(folder: string, split = "test"): Promise<TestCollection["queries"]> {
  const queries = await jsonLines(join(folder, "queries.jsonl"), (row) => ({ id: id(row), text: text(row.text) }));
  const judgments = await readJudgments(join(folder, "qrels", `${split}.tsv`));
  return queries.flatMap((query) => {
    const judged = judgments.get(query.id);
    return judged ? [{ ...query, judgments: judged }] : [];
  });
}

async function jsonLines<Row>(file: string, parse: (row: Record<string, unknown>) => Row): Promise<Row[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [parse(JSON.parse(line) as Record<string, unknown>)];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
}

async function readJudgments(file: string): Promise<Map<string, Map<string, number>>> {
  const judgments = new Map<string, Map<string, number>>();
  const [, ...lines] = (await readFile(file, "utf8")).split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [query, document, score] = line.trimEnd().split("\t");
    const gain = Number(score);
    if (!query || !document || !Number.isFinite(gain))
      throw new Error(`${file}, line ${index + 2}: must be query ID, document ID and score`);
    const judged = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, judged.set(document, gain));
  }
  return judgments;
}

function id(row: Record<string, unknown>): string {
  const value = row._id;
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "number") return String(value);
  throw new Error("_id is missing");
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  throw new Error("text is missing");
}
