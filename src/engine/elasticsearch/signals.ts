import type { SignalCounts } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { SIGNAL_KINDS, type SignalKind } from "../../documents/signal-kinds.ts";
import type { SignalFilters } from "../filters.ts";
import type { Call, SignalFacetField, Signals, SignalSort } from "../port.ts";
import { updateDocuments } from "./bulk.ts";
import { batches, openCollection, wholeSearch } from "./collection.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import { signalFromSource, signalToSource } from "./documents.ts";
import { SIGNAL_SORTS, signalClauses } from "./queries.ts";

/** The signals behind an alias or in a generation by name, and the alias that takes writes. */
export function openSignals(connection: Connection, alias: string, writeAlias = alias): Signals {
  return {
    ...openCollection<Signal, SignalFilters, SignalSort, SignalFacetField>(connection, {
      alias,
      writeAlias,
      idField: "signal_id",
      toSource: signalToSource,
      fromSource: signalFromSource,
      clauses: signalClauses,
      sorts: SIGNAL_SORTS,
      facetFields: { kind: "kind", topics: "topics", source: "source.name" },
    }),
    countByPaper: (paperIds, call) => countByPaper(connection, alias, paperIds, call),
    async setPaperTopicIds(topics, call) {
      for (const batch of batches([...topics], 1_000)) {
        const documents = batch.map(([id, ids]) => ({ id, source: { paper_topic_ids: ids } }));
        await updateDocuments(connection, writeAlias, documents, call);
      }
    },
  };
}

interface PaperBucket {
  key: string;
  kinds: { buckets: { key: SignalKind; doc_count: number }[] };
}

async function countByPaper(
  connection: Connection,
  alias: string,
  paperIds: readonly string[],
  call?: Call,
): Promise<Map<string, SignalCounts>> {
  const counts = new Map<string, SignalCounts>();
  // A thousand papers with every kind stay well below the server's limit of buckets.
  for (const batch of batches([...new Set(paperIds)], 1_000)) {
    const body = {
      query: { bool: { filter: [{ terms: { paper_ids: batch } }] } },
      size: 0,
      aggs: {
        papers: {
          terms: { field: "paper_ids", include: batch, size: batch.length },
          aggs: { kinds: { terms: { field: "kind", size: SIGNAL_KINDS.length } } },
        },
      },
    };
    const { aggregations } = await wholeSearch(connection, alias, body, call);
    for (const { key, kinds } of (aggregations!.papers as { buckets: PaperBucket[] }).buckets) {
      counts.set(key, Object.fromEntries(kinds.buckets.map(({ key, doc_count }) => [key, doc_count])));
    }
  }
  return counts;
}
