import { MatchQuery, Operator, type Table } from "@lancedb/lancedb";
import type { RankedHit, RankedList, SearchRequest, SearchResponse } from "../port.ts";

/** What a search reads: `idColumn` holds the ids; `withTitle` lets words of the title count more. */
interface Searched {
  idColumn: string;
  withTitle: boolean;
}

/** Both legs of a search, side by side. `condition` is the SQL of the filters. */
export async function searchTable(
  table: Table,
  searched: Searched,
  { text, vector, depth }: SearchRequest<unknown>,
  condition: string | undefined,
  timeoutMs: number,
): Promise<SearchResponse> {
  let partial = false;
  const lexicalInTime = async (words: string): Promise<RankedList> => {
    try {
      return await lexicalLeg(table, searched, words, condition, depth, timeoutMs / 2, false);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      partial = true;
      return lexicalLeg(table, searched, words, condition, depth, timeoutMs / 2, true);
    }
  };
  const [lexical, semantic] = await Promise.all([
    text === undefined ? null : lexicalInTime(queryWords(text)),
    vector === undefined ? null : semanticLeg(table, searched.idColumn, vector, condition, depth, timeoutMs),
  ]);
  return { lexical, semantic, partial };
}

/** Ids of the documents that pass `condition` and have all words of a text, in no order. */
export async function idsWithWords(
  table: Table,
  idColumn: string,
  text: string,
  condition: string | undefined,
  timeoutMs: number,
): Promise<string[]> {
  const words = queryWords(text);
  if (words === "") return [];
  const query = table
    .query()
    .fullTextSearch(new MatchQuery(words, "text", { operator: Operator.And }))
    .select([idColumn, "_score"])
    .limit(await table.countRows());
  if (condition !== undefined) query.where(condition);
  return readHits(await query.toArrow({ timeoutMs }), idColumn, "_score").map(({ id }) => id);
}

/** LanceDB tells it by its text alone. */
function isTimeout(error: unknown): boolean {
  return /query timeout/iu.test(String(error));
}

/** The weight of the title beside the text, which holds the title too. */
const TITLE_WEIGHT = 0.25;

/**
 * Scores are those of the text plus a part of those of the title. The two lists are read apart and added here, a little deeper
 * than asked, as one query over both columns takes LanceDB four times as long. Rows beside the index are read one by one, which
 * takes too long in the midst of a large load: `indexedOnly` leaves them out.
 */
async function lexicalLeg(
  table: Table,
  { idColumn, withTitle }: Searched,
  words: string,
  condition: string | undefined,
  depth: number,
  timeoutMs: number,
  indexedOnly: boolean,
): Promise<RankedList> {
  if (words === "") return { hits: [], total: { value: 0, relation: "eq" } };
  const limit = depth + (withTitle ? SPARE_DEPTH : 0);
  const matches = (column: string) => {
    const found = table.query().fullTextSearch(new MatchQuery(words, column)).select([idColumn, "_score"]).limit(limit);
    if (condition !== undefined) found.where(condition);
    if (indexedOnly) found.fastSearch();
    return found.toArrow({ timeoutMs });
  };
  const [inText, inTitle] = await Promise.all([matches("text"), withTitle ? matches("title") : null]);
  const titleScores = new Map((inTitle ? readHits(inTitle, idColumn, "_score") : []).map(({ id, score }) => [id, score]));
  const hits = readHits(inText, idColumn, "_score").map(({ id, score }) => ({
    id,
    score: score + TITLE_WEIGHT * (titleScores.get(id) ?? 0),
  }));
  return {
    hits: bestFirst(hits).slice(0, depth),
    total: { value: hits.length, relation: hits.length < limit ? "eq" : "gte" },
  };
}

/** How much deeper the lists of text and title are read than asked. */
const SPARE_DEPTH = 200;

async function semanticLeg(
  table: Table,
  idColumn: string,
  vector: Float32Array,
  condition: string | undefined,
  depth: number,
  timeoutMs: number,
): Promise<RankedList> {
  const found = table
    .query()
    .nearestTo(vector)
    .column("embedding")
    .distanceType("dot")
    .ef(Math.max(depth, MIN_GRAPH_BEAM))
    .refineFactor(1)
    .select([idColumn, "_distance"])
    .limit(depth);
  if (condition !== undefined) found.where(condition);
  const distances = readHits(await found.toArrow({ timeoutMs }), idColumn, "_distance");
  const hits = bestFirst(distances.map(({ id, score: distance }) => ({ id, score: 1 - distance })));
  return { hits, total: { value: hits.length, relation: "eq" } };
}

/** How many candidates a walk through the vector graph keeps, at least. */
const MIN_GRAPH_BEAM = 100;

/** The words of a user's text, at most so many: what stands between them means nothing to a search. */
function queryWords(text: string): string {
  return (text.slice(0, MAX_QUERY_CHARACTERS).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_QUERY_WORDS).join(" ");
}

const MAX_QUERY_CHARACTERS = 2_000;
const MAX_QUERY_WORDS = 256;

interface Columns {
  getChild(name: string): { get(index: number): unknown; length: number } | null;
}

function readHits(columns: Columns, idColumn: string, scoreColumn: string): RankedHit[] {
  const ids = columns.getChild(idColumn);
  const scores = columns.getChild(scoreColumn);
  if (ids === null || scores === null) return [];
  return Array.from({ length: ids.length }, (_, index) => ({ id: ids.get(index) as string, score: scores.get(index) as number }));
}

function bestFirst(hits: RankedHit[]): RankedHit[] {
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
