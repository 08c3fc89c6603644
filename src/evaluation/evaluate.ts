import { paperFromInput } from "../documents/merge.ts";
import { PaperInput, paperText, type Paper } from "../documents/paper.ts";
import { isRefusal, knownSpace } from "../embedding/port.ts";
import { cleanText, titleKey } from "../documents/text.ts";
import type { Library } from "../retrieval/library.ts";
import { FIRST_PAGE } from "../retrieval/search-window.ts";
import { rankedPaperSearch } from "../retrieval/learned-ranking.ts";
import type { Retrieval } from "../retrieval/search.ts";
import type { TestCollection } from "./collection.ts";
import type { QueryFigure } from "./compare.ts";
import { ndcg, recall, reciprocalRank } from "./metrics.ts";
import { rounded } from "../shared/rounding.ts";
import { pairs } from "../shared/pairs.ts";

export interface Evaluation {
  retrieval: Retrieval;
  queries: number;
  "nDCG@10": number;
  "recall@5": number;
  "recall@20": number;
  "recall@100": number;
  "MRR@10": number;
  /** Median time of a query, embedding included, in milliseconds. */
  p50_ms: number;
}

/** One query's figures. */
export interface QueryResult extends QueryFigure {
  retrieval: Retrieval;
  "recall@5": number;
  "recall@20": number;
  "recall@100": number;
}

/** The figures that tell how good a ranking is, each 0 to 1. */
const QUALITY = ["nDCG@10", "recall@5", "recall@20", "recall@100", "MRR@10"] as const;

const BATCH = 1_000;
/** A busy machine makes a measurement slow, not wrong. */
const PATIENCE_MS = 60_000;

/** Fills an empty index with a collection's documents. `embed` gives the vectors. */
export async function loadCollection(
  library: Library,
  collection: TestCollection,
  report: (loaded: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { engine, embedder } = library;
  await engine.create(knownSpace(embedder), { signal });
  await engine.beginLoad("papers", { signal });
  for (let from = 0; from < collection.documents.length; from += BATCH) {
    const papers = collection.documents.slice(from, from + BATCH).map(asPaper);
    const vectors = await embedder.embedTexts(papers.map(paperText), signal);
    const rows = pairs(papers, vectors).map(([document, vector]) => ({ document, vector: isRefusal(vector) ? null : vector }));
    const outcomes = await engine.papers.write(rows, { signal });
    const failed = outcomes.find((outcome) => outcome.status !== "indexed");
    if (failed) throw new Error(`The engine rejected a document: ${failed.reason}`);
    report(from + papers.length);
  }
  await engine.endLoad("papers", { signal });
}

/**
 * Runs every query of the collection against a loaded index; judgments name its documents, or papers of the library where the collection has none. A document that has the id of a query is that query's own, where a set asks by example, and left out of its ranking.
 * `report` gets each query's figures.
 */
export async function evaluate(
  library: Library,
  collection: TestCollection,
  retrieval: Retrieval,
  report?: (result: QueryResult) => void,
  signal?: AbortSignal,
): Promise<Evaluation> {
  const examples = queriesByExample(collection);
  const idOf = (hit: string) => (collection.documents.length === 0 ? hit : hit.slice(ID_PREFIX.length));
  const sums = { "nDCG@10": 0, "recall@5": 0, "recall@20": 0, "recall@100": 0, "MRR@10": 0 };
  const times: number[] = [];
  for (const { id, text, judgments } of collection.queries) {
    const start = performance.now();
    const { hits } = await rankedPaperSearch(
      library,
      { query: text, retrieval, filters: {}, depth: FIRST_PAGE, timeoutMs: PATIENCE_MS },
      signal,
    );
    times.push(performance.now() - start);
    const ranking = hits.map((hit) => idOf(hit.id)).filter((found) => !examples.has(id) || found !== id);
    const figures = {
      "nDCG@10": ndcg(ranking, judgments, 10),
      "recall@5": recall(ranking, judgments, 5),
      "recall@20": recall(ranking, judgments, 20),
      "recall@100": recall(ranking, judgments, 100),
    };
    report?.({ id, text, retrieval, ...figures });
    const all = { ...figures, "MRR@10": reciprocalRank(ranking, judgments, 10) };
    for (const figure of QUALITY) sums[figure] += all[figure];
  }
  const count = Math.max(1, collection.queries.length);
  const mean = (sum: number) => rounded(sum / count, 4);
  return {
    retrieval,
    queries: collection.queries.length,
    "nDCG@10": mean(sums["nDCG@10"]),
    "recall@5": mean(sums["recall@5"]),
    "recall@20": mean(sums["recall@20"]),
    "recall@100": mean(sums["recall@100"]),
    "MRR@10": mean(sums["MRR@10"]),
    p50_ms: rounded(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0, 1),
  };
}

/** Stands before a document's id in the index. */
export const ID_PREFIX = "eval:";

/** Ids of queries that are documents of the collection themselves: the same id, and the query begins as the document's title or text does. */
export function queriesByExample({ documents, queries }: TestCollection): ReadonlySet<string> {
  const texts = new Map(documents.map(({ id, title, text }) => [id, [title, text].map(beginning).filter((part) => part !== "")]));
  const own = queries.filter(({ id, text }) => texts.get(id)?.some((part) => beginning(text).startsWith(part)) === true);
  return new Set(own.map(({ id }) => id));
}

/** By what a query and a document are told to be the same text. */
function beginning(text: string): string {
  return titleKey(text).slice(0, 60);
}

/** A document of a collection as the paper that stands for it in the index. */
export function asPaper(document: TestCollection["documents"][number]): Paper {
  const { id } = document;
  const { title, text } = titled(document);
  const input = PaperInput.parse({ title: title.slice(0, 2_000), abstract: text === "" ? null : text.slice(0, 20_000) });
  const paper = paperFromInput(input, {
    source: { name: "evaluation", url: null, license: null },
    run_id: "evaluation",
    ingested_at: new Date(0).toISOString(),
  });
  return { ...paper, paper_id: ID_PREFIX + id, aliases: [ID_PREFIX + id] };
}

/** A document without a title has its own first words for one: a word from elsewhere would be searched too. */
function titled({ title, text }: { title: string; text: string }): { title: string; text: string } {
  const own = cleanText(title);
  if (own !== "") return { title: own, text };
  const words = cleanText(text).split(" ");
  return { title: words.slice(0, TITLE_WORDS).join(" ") || "–", text: words.slice(TITLE_WORDS).join(" ") };
}

const TITLE_WORDS = 8;
