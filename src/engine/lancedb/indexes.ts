import { Index, type Table } from "@lancedb/lancedb";
import type { Target } from "../port.ts";
import { untilNoConflict } from "./conflicts.ts";
import { hasPrefixes } from "./ids.ts";
import { PREFIX_COLUMN } from "./schema.ts";
import { filesToMerge, writeTogether } from "./graph-files.ts";

/**
 * Packs small files, forgets versions that nobody reads any more and brings the indexes up to the table's rows. Indexes over lists
 * are dropped: moving their rows takes LanceDB twenty times as long as building them anew (`createMissingIndexes`).
 */
export async function bringUpToDate(table: Table, target: Target): Promise<void> {
  const isOverLists = (column: string) => INDEXES[target][column] === Index.labelList;
  await untilNoConflict(async () => {
    for (const { name, columns } of await table.listIndices()) {
      if (columns.some(isOverLists)) await table.dropIndex(name);
    }
  });
  await untilNoConflict(() => table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) }));
}

/** Creates the indexes that the table lacks and is large enough for; those over text may be created before the first row. */
export async function createMissingIndexes(table: Table, target: Target): Promise<void> {
  for (const [column, config] of await wantedIndexes(table, target)) {
    await untilNoConflict(async () => {
      if ((await indexOn(table, column)) === undefined) await table.createIndex(column, { config: config() });
    });
  }
}

/** Leaves few vector graphs where catching up left many (see `filesToMerge`). The indexes over lists may be missing then. */
export async function mergeSmallGraphs(table: Table, target: Target): Promise<void> {
  const isChanged = await untilNoConflict(async () => {
    const files = await filesToMerge(table);
    await writeTogether(table, files);
    return files.length > 0;
  });
  if (isChanged) await bringUpToDate(table, target);
}

/**
 * Completes every index after a load and gives the vectors a graph where there are enough of them. Nothing is done where nothing
 * is missing. A graph of the default width takes LanceDB five times as long to build.
 */
export async function finishLoad(table: Table, target: Target): Promise<void> {
  if (await isComplete(table, target)) return;
  await bringUpToDate(table, target);
  // Packing rows that a graph covers builds the graph anew, so the files are packed for good before it is made.
  if ((await indexOn(table, "embedding")) === undefined) await bringUpToDate(table, target);
  await mergeSmallGraphs(table, target);
  await createMissingIndexes(table, target);
  await untilNoConflict(async () => {
    if (await wantsGraph(table)) {
      await table.createIndex("embedding", { config: Index.hnswSq({ distanceType: "dot", m: 16, efConstruction: 100 }) });
    }
  });
}

/**
 * How many rows some index does not cover, of those that are there and those that the table is large enough for: in an index that is missing, all of them.
 */
export async function unindexedRows(table: Table, target: Target): Promise<number> {
  const indices = await table.listIndices();
  const present = new Set(indices.flatMap(({ columns }) => columns));
  const isMissing = (await wantedIndexes(table, target)).some(([column]) => !present.has(column));
  const missing = isMissing ? await table.countRows() : present.has("embedding") ? 0 : await vectorsWithoutGraph(table);
  return Math.max(missing, ...indices.map(({ numUnindexedRows }) => numUnindexedRows ?? 0));
}

async function isComplete(table: Table, target: Target): Promise<boolean> {
  const indices = await table.listIndices();
  const present = new Set(indices.flatMap(({ columns }) => columns));
  if (indices.some(({ numUnindexedRows }) => numUnindexedRows !== 0)) return false;
  return (
    (await wantedIndexes(table, target)).every(([column]) => present.has(column)) &&
    !(await wantsGraph(table)) &&
    (await filesToMerge(table)).length === 0
  );
}

/** Text is searched by an index alone; filters read the rows of a small table as fast, and maintaining a dozen indexes is most of what a small load costs. */
async function wantedIndexes(table: Table, target: Target): Promise<[column: string, config: () => Index][]> {
  const [rows, { fields }] = await Promise.all([table.countRows(), table.schema()]);
  const areFoundByPrefix = hasPrefixes({ fields });
  const rowsWorth = (column: string, config: () => Index): number => {
    if (config === englishText) return 0;
    return column === "passage_id" && areFoundByPrefix ? PASSAGES_WORTH_AN_INDEX_OF_IDS : ROWS_WORTH_FILTER_INDEXES;
  };
  return Object.entries(INDEXES[target]).filter(
    ([column, config]) => fields.some(({ name }) => name === column) && rows >= rowsWorth(column, config),
  );
}

async function wantsGraph(table: Table): Promise<boolean> {
  return (await indexOn(table, "embedding")) === undefined && (await vectorsWithoutGraph(table)) > 0;
}

/** How many vectors there are, where there are enough for a graph. */
async function vectorsWithoutGraph(table: Table): Promise<number> {
  if ((await table.countRows()) < VECTORS_WORTH_A_GRAPH) return 0;
  const vectors = await table.countRows("embedding IS NOT NULL");
  return vectors < VECTORS_WORTH_A_GRAPH ? 0 : vectors;
}

async function indexOn(table: Table, column: string) {
  return (await table.listIndices()).find(({ columns }) => columns.includes(column));
}

/** Older versions of a table may still be read by a query that another process started before this. */
const KEEP_VERSIONS_MS = 10 * 60_000;

/** Below this many rows a filter without an index takes about a millisecond. */
const ROWS_WORTH_FILTER_INDEXES = 2_000;

/**
 * Passages are looked up by the prefixes of their ids; a write alone compares its ids with all others. Without an index that takes 0.1 seconds for 1,000 ids
 * among 400,000, 0.2 among 1,600,000; with it 0.05, and the index takes 3.3 kB a full text.
 */
const PASSAGES_WORTH_AN_INDEX_OF_IDS = 500_000;

/** Below this many vectors an exact scan is as fast as a graph. */
const VECTORS_WORTH_A_GRAPH = 5_000;

/** English stems without stop words and diacritics, as the mapping's analyzer makes them. Only phrases would need positions. */
const englishText = () =>
  Index.fts({
    baseTokenizer: "simple",
    language: "English",
    lowercase: true,
    stem: true,
    removeStopWords: true,
    asciiFolding: true,
    withPosition: false,
    maxTokenLength: 64,
  });

const INDEXES: Readonly<Record<Target, Readonly<Record<string, () => Index>>>> = {
  papers: {
    text: englishText,
    title: englishText,
    paper_id: Index.btree,
    title_key: Index.btree,
    aliases: Index.labelList,
    year: Index.btree,
    citation_count: Index.btree,
    venue_folded: Index.btree,
    categories_folded: Index.labelList,
    authors_folded: Index.labelList,
    signal_kinds: Index.labelList,
    has_code: Index.bitmap,
    retracted: Index.bitmap,
  },
  signals: {
    text: englishText,
    title: englishText,
    signal_id: Index.btree,
    paper_ids: Index.labelList,
    topics_folded: Index.labelList,
    kind: Index.bitmap,
    polarity: Index.bitmap,
    observed_at: Index.btree,
  },
  passages: {
    text: englishText,
    passage_id: Index.btree,
    [PREFIX_COLUMN]: Index.bitmap,
    paper_id: Index.bitmap,
    kind: Index.bitmap,
    year: Index.bitmap,
  },
};
