import type { SignalCounts } from "../../documents/paper.ts";
import type { Source } from "../../documents/fields.ts";
import type { Signal } from "../../documents/signal.ts";
import type { SignalKind } from "../../documents/signal-kinds.ts";
import type { SignalFilters } from "../filters.ts";
import type { SignalFacetField, Signals, SignalSort } from "../port.ts";
import { lanceCollection, type CollectionKind } from "./collection.ts";
import { listOf, textOf, textsOfLists, type ColumnValues } from "./columns.ts";
import { signalCondition } from "./filters.ts";
import { setColumns } from "./set-columns.ts";
import { hasAnyOf } from "./sql.ts";
import type { LanceTable } from "./table.ts";

/** Signals in their LanceDB table. */
export function lanceSignals(live: LanceTable): Signals {
  return {
    ...lanceCollection<Signal, SignalFilters, SignalSort, SignalFacetField>(live, KIND),

    countByPaper: (paperIds, call) =>
      live.read(call, async (table, timeoutMs) => {
        if (paperIds.length === 0) return new Map();
        const query = table.query().where(hasAnyOf("paper_ids", paperIds)).select(["paper_ids", "kind"]);
        const wanted = new Set(paperIds);
        const byPaper = new Map<string, SignalCounts>();
        for (const { paper_ids, kind } of await query.toArray({ timeoutMs })) {
          for (const paperId of listOf(paper_ids)) {
            if (wanted.has(paperId)) count(byPaper, paperId, kind as SignalKind);
          }
        }
        return byPaper;
      }),

    setPaperTopicIds: (topics, call) =>
      setColumns(
        live,
        ["paper_topic_ids"],
        [...topics].map(([signal_id, ids]) => ({ signal_id, paper_topic_ids: ids })),
        call,
      ),
  };
}

function count(byPaper: Map<string, SignalCounts>, paperId: string, kind: SignalKind): void {
  const counts = byPaper.get(paperId) ?? {};
  counts[kind] = (counts[kind] ?? 0) + 1;
  byPaper.set(paperId, counts);
}

const KIND: CollectionKind<SignalFilters, SignalSort, SignalFacetField> = {
  condition: signalCondition,
  orders: { newest: [{ columnName: "observed_at", ascending: false }], signal_id: [] },
  facets: {
    kind: { column: "kind", values: textOf },
    topics: { column: "topics", values: textsOfLists },
    source: { column: "source", values: sourceNames },
  },
};

function* sourceNames(stored: ColumnValues): Iterable<string> {
  for (const source of textOf(stored)) yield (JSON.parse(source) as Source).name;
}
