import type { estypes } from "@elastic/elasticsearch";
import { PublicError } from "../../errors.ts";
import type { Call, ScanRequest } from "../port.ts";
import type { Row } from "../writes.ts";
import type { CollectionShape } from "./collection-shape.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import type { StoredSource } from "./documents.ts";
import { filterQuery } from "./queries.ts";

const PAGE_MS = 60_000;
/** How long the server keeps the point in time between two pages: long enough for a page to be embedded and written. */
const KEEP_ALIVE = "30m";

/** All rows as of one point in time, page by page; see `Collection.scan`. */
export async function* scanPages<Document, Filters>(
  connection: Connection,
  {
    alias,
    idField,
    fromSource,
    clauses,
  }: Pick<CollectionShape<Document, Filters, never, never>, "alias" | "idField" | "fromSource" | "clauses">,
  { filters, after, vectors = true, pageSize = 500 }: ScanRequest<Filters> = {},
  call: Call = {},
): AsyncGenerator<Row<Document>[]> {
  const page = { timeoutMs: PAGE_MS, ...call };
  const { client } = connection;
  let { id } = await connection.read(page, (options) =>
    client.openPointInTime(
      { index: alias, keep_alive: KEEP_ALIVE, allow_partial_search_results: false, preference: connection.preference() },
      options,
    ),
  );
  try {
    let last = after;
    for (;;) {
      const body: estypes.SearchRequest = {
        pit: { id, keep_alive: KEEP_ALIVE },
        ...(filters === undefined ? {} : { query: filterQuery(clauses(filters)) }),
        sort: [{ [idField]: "asc" }],
        size: pageSize,
        track_total_hits: false,
        _source: { exclude_vectors: !vectors },
        ...(last === undefined ? {} : { search_after: [last] }),
      };
      const answer = await connection.read(page, (options) => client.search<StoredSource>(body, options));
      if (answer.timed_out || answer._shards.failed > 0) throw new PublicError("engine_unavailable");
      id = answer.pit_id ?? id;
      const { hits } = answer.hits;
      if (hits.length > 0) yield hits.map(({ _source }) => toRow(_source!, fromSource));
      if (hits.length < pageSize) return;
      last = hits.at(-1)!.sort![0] as string;
    }
  } finally {
    // It ends by itself where this fails.
    await connection.read({ timeoutMs: 2_000 }, (options) => client.closePointInTime({ id }, options)).catch(() => undefined);
  }
}

function toRow<Document>(source: StoredSource, fromSource: (source: StoredSource) => Document): Row<Document> {
  const { embedding, ...stored } = source;
  return { document: fromSource(stored), vector: Array.isArray(embedding) ? Float32Array.from(embedding as number[]) : null };
}
