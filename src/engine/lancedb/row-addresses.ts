import { MatchQuery, Operator, type Table } from "@lancedb/lancedb";
import type { Table as ArrowTable } from "apache-arrow";
import { queryWords } from "./query-words.ts";

/**
 * Where LanceDB keeps rows, in one version of their table: for each row two numbers, its place in a file and the number of that file. They are the halves of LanceDB's
 * ids, read in place: objects or bigints would take ten times as long.
 */
export type RowAddresses = readonly Uint32Array[];

/** The addresses of the rows that pass `condition` and have all words of `text`, as far as these are given. */
export async function matchingRows(
  table: Table,
  text: string | undefined,
  condition: string | undefined,
  timeoutMs: number,
): Promise<RowAddresses> {
  const query = table.query().withRowId();
  if (text === undefined) query.select([]);
  else {
    const words = queryWords(text);
    if (words === "") return [];
    query
      .fullTextSearch(new MatchQuery(words, "text", { operator: Operator.And }))
      .select(["_score"])
      .limit(await table.countRows());
  }
  if (condition !== undefined) query.where(condition);
  return rowAddresses(await query.toArrow({ timeoutMs, maxBatchLength: 100_000 }));
}

/** The addresses of rows that were asked for with their ids. */
export function rowAddresses(found: Pick<ArrowTable, "getChild">): RowAddresses {
  return (found.getChild("_rowid")?.data ?? []).map(({ values }) => {
    const ids = values as unknown as BigUint64Array;
    return new Uint32Array(ids.buffer, ids.byteOffset, 2 * ids.length);
  });
}
