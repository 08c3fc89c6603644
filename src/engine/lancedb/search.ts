import { MatchQuery, Operator, type Query, type Table, type VectorQuery } from "@lancedb/lancedb";
import type { Table as ArrowTable } from "apache-arrow";
import { foldText } from "../../documents/text.ts";
import type { RankedHit, RankedList, SearchRequest, SearchResponse } from "../searches.ts";
import type { Call } from "../port.ts";
import { isTimeout } from "./calls.ts";
import { columnValues } from "./column-values.ts";
import { idsOfRows } from "./known-ids.ts";
import { queryWords } from "./query-words.ts";
import { rowAddresses } from "./row-addresses.ts";
import type { LanceTable } from "./table.ts";

/** What a search reads: `idColumn` holds the ids; `withTitle` lets words of the title count more; with `ofPapers` hits name their papers. */
interface Searched {
  idColumn: string;
  withTitle: boolean;
  ofPapers: boolean;
}

/** Both legs of a search, side by side, each a read of its own: while a question's vector is being made, nothing of the engine waits for it. `condition` gives the SQL of the filters. */
export async function searchTable(
  live: Pick<LanceTable, "read">,
  searched: Searched,
  request: SearchRequest<unknown>,
  condition: (table: Table, timeoutMs: number) => Promise<string | undefined>,
  call: Call | undefined,
): Promise<SearchResponse> {
  const byMeaning = async (): Promise<RankedList | null> => {
    const vector = await request.vector;
    if (!vector) return null;
    return live.read(call, async (table, timeoutMs) =>
      semanticLeg(table, searched, vector, await condition(table, timeoutMs), request.depth, timeoutMs),
    );
  };
  const [byWords, semantic] = await Promise.all([
    request.text === undefined
      ? null
      : live.read(call, async (table, timeoutMs) =>
          lexicalInTime(table, searched, request, await condition(table, timeoutMs), timeoutMs),
        ),
    byMeaning(),
  ]);
  return { lexical: byWords?.list ?? null, semantic, partial: byWords?.partial ?? false };
}

/** The lexical leg in half of the time; where that is not enough, without the rows beside the index in the other half. */
async function lexicalInTime(
  table: Table,
  searched: Searched,
  { text = "", misspelled, depth }: SearchRequest<unknown>,
  condition: string | undefined,
  timeoutMs: number,
): Promise<{ list: RankedList; partial: boolean }> {
  const leg = { words: queryWords(text), misspelled, condition, depth };
  try {
    return { list: await lexicalLeg(table, searched, { ...leg, indexedOnly: false }, timeoutMs / 2), partial: false };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { list: await lexicalLeg(table, searched, { ...leg, indexedOnly: true }, timeoutMs / 2), partial: true };
  }
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
  return readHits(await query.toArrow({ timeoutMs }), { idColumn }, "_score").map(({ id }) => id);
}

/** Ids of the documents that pass `condition` and have the words of a phrase one after another, plurals and cases aside, in no order. */
export async function idsWithPhrase(
  table: Table,
  idColumn: string,
  phrase: string,
  condition: string | undefined,
  timeoutMs: number,
): Promise<string[]> {
  const words = queryWords(phrase);
  if (words === "") return [];
  const query = table
    .query()
    .fullTextSearch(new MatchQuery(words, "text", { operator: Operator.And }))
    .select([idColumn, "text", "_score"])
    .limit(await table.countRows());
  if (condition !== undefined) query.where(condition);
  const found = await query.toArrow({ timeoutMs });
  const [ids, texts] = [found.getChild(idColumn), found.getChild("text")];
  if (ids === null || texts === null) return [];
  const stands = phrasePattern(words);
  return Array.from({ length: found.numRows }, (_, row) => row)
    .filter((row) => stands.test(foldText(texts.get(row) as string)))
    .map((row) => ids.get(row) as string);
}

/** Finds words one after another in folded text, whatever stands between them but letters and digits, each with or without its plural ending. */
function phrasePattern(words: string): RegExp {
  const parts = foldText(words)
    .split(" ")
    .map((word) => (word.length > 3 ? `${word.replace(/s$/u, "")}(?:e?s)?` : word));
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join("[^\\p{L}\\p{N}]+")}(?![\\p{L}\\p{N}])`, "u");
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
  searched: Searched,
  { words, misspelled, condition, depth, indexedOnly }: LexicalSearch,
  timeoutMs: number,
): Promise<RankedList> {
  const { withTitle } = searched;
  const limit = depth + (withTitle ? SPARE_DEPTH : 0);
  const matches = (query: MatchQuery): Promise<RankedHit[]> =>
    hitsOf(
      table,
      searched,
      () => {
        const found = table.query().fullTextSearch(query).limit(limit);
        if (condition !== undefined) found.where(condition);
        if (indexedOnly) found.fastSearch();
        return found;
      },
      "_score",
      timeoutMs,
    );
  const [inText, inTitle, near] = await Promise.all([
    words === "" ? Promise.resolve(NONE) : matches(new MatchQuery(words, "text")),
    words === "" || !withTitle ? Promise.resolve(NONE) : matches(new MatchQuery(words, "title")),
    misspelled === undefined ? Promise.resolve(NONE) : nearWords(misspelled, matches),
  ]);
  const titleScores = scoresOf(inTitle);
  const nearScores = scoresOf(near);
  const textScores = scoresOf(inText);
  const paperOf = new Map([...inText, ...near].map(({ id, paper_id }) => [id, paper_id]));
  const hits = [...paperOf].map(([id, paper_id]) => ({
    id,
    ...(paper_id === undefined ? {} : { paper_id }),
    score: (textScores.get(id) ?? 0) + TITLE_WEIGHT * (titleScores.get(id) ?? 0) + (nearScores.get(id) ?? 0),
  }));
  return {
    hits: bestFirst(hits).slice(0, depth),
    total: { value: hits.length, relation: hits.length < limit ? "eq" : "gte" },
  };
}

const NONE: readonly RankedHit[] = [];

/** Documents with words near to those of a text: two edits away for words from six letters on, else one. */
async function nearWords(text: string, matches: (query: MatchQuery) => Promise<RankedHit[]>): Promise<RankedHit[]> {
  const lists = await Promise.all(
    queryWords(text)
      .split(" ")
      .map((word) => matches(new MatchQuery(word, "text", { fuzziness: word.length > 5 ? 2 : 1, maxExpansions: 50 }))),
  );
  const sums = new Map<string, RankedHit>();
  for (const hit of lists.flat()) sums.set(hit.id, { ...hit, score: hit.score + (sums.get(hit.id)?.score ?? 0) });
  return [...sums.values()];
}

interface LexicalSearch {
  words: string;
  misspelled: string | undefined;
  condition: string | undefined;
  depth: number;
  indexedOnly: boolean;
}

function scoresOf(hits: readonly RankedHit[]): Map<string, number> {
  return new Map(hits.map(({ id, score }) => [id, score]));
}

/** How much deeper the lists of text and title are read than asked. */
const SPARE_DEPTH = 200;

/** Cosines are those of the graph's 8-bit vectors, .0006 off on average: exact ones take three times as long. The first papers of a search are ranked by exact ones. */
async function semanticLeg(
  table: Table,
  searched: Searched,
  vector: Float32Array,
  condition: string | undefined,
  depth: number,
  timeoutMs: number,
): Promise<RankedList> {
  const nearest = () => {
    const beam = Math.max(depth, MIN_GRAPH_BEAM);
    const found = table.query().nearestTo(vector).column("embedding").distanceType("dot").ef(beam).limit(depth);
    if (condition !== undefined) found.where(condition);
    return found;
  };
  const distances = await hitsOf(table, searched, nearest, "_distance", timeoutMs);
  const hits = bestFirst(distances.map((hit) => ({ ...hit, score: 1 - hit.score })));
  return { hits, total: { value: hits.length, relation: "eq" } };
}

/** How many candidates a walk through the vector graph keeps, at least. */
const MIN_GRAPH_BEAM = 100;

/** The columns that a hit is made of, beside its score. */
function columnsOf({ idColumn, ofPapers }: Searched): string[] {
  return ofPapers ? [idColumn, PAPER_COLUMN] : [idColumn];
}

const PAPER_COLUMN = "paper_id";

/** What a query finds, with its ids from memory as far as rows are known; with those of the query itself where rows are written at the same time. */
async function hitsOf(
  table: Table,
  searched: Searched,
  query: () => Query | VectorQuery,
  scoreColumn: string,
  timeoutMs: number,
): Promise<RankedHit[]> {
  const end = performance.now() + timeoutMs;
  const left = () => ({ timeoutMs: Math.max(1, end - performance.now()) });
  const found = await query().select([scoreColumn]).withRowId().toArrow({ timeoutMs });
  const named = await idsOfRows(table, rowAddresses(found), columnsOf(searched), left());
  if (named === null) {
    const columns = [...columnsOf(searched), scoreColumn];
    return readHits(await query().select(columns).toArrow(left()), searched, scoreColumn);
  }
  const scores = columnValues(found, scoreColumn) as number[];
  return named.map((known, index) => ({ ...known, score: scores[index]! }));
}

function readHits(
  found: ArrowTable,
  { idColumn, ofPapers }: Pick<Searched, "idColumn"> & Partial<Searched>,
  scoreColumn: string,
): RankedHit[] {
  const ids = columnValues(found, idColumn) as string[];
  const scores = columnValues(found, scoreColumn) as number[];
  const papers = ofPapers ? (columnValues(found, PAPER_COLUMN) as string[]) : null;
  return ids.map((id, index) => ({
    id,
    score: scores[index]!,
    ...(papers === null ? {} : { paper_id: papers[index]! }),
  }));
}

function bestFirst(hits: RankedHit[]): RankedHit[] {
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
