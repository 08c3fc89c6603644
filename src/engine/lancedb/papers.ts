import type { Table } from "@lancedb/lancedb";
import type { Source } from "../../documents/fields.ts";
import { countsOf, type Paper } from "../../documents/paper.ts";
import type { PaperFilters } from "../filters.ts";
import type { Call, PaperFacetField, Papers, PaperSort } from "../port.ts";
import { idsByTitle } from "../title-groups.ts";
import { lanceCollection, type CollectionKind } from "./collection.ts";
import { listOf, textOf, textsOfLists, type ColumnValues } from "./columns.ts";
import { conditionsOf } from "./conditions.ts";
import { paperCondition } from "./filters.ts";
import { KnownAliases } from "./known-aliases.ts";
import type { MatchFacets } from "./match-facets.ts";
import { setColumns } from "./set-columns.ts";
import { beginsWith, compare, hasAnyOf, isOneOf } from "./sql.ts";
import type { LanceTable } from "./table.ts";

/** Papers in their LanceDB table. `facets` may be shared by several tables, of which one is searched at a time. */
export function lancePapers(live: LanceTable, facets: MatchFacets): Papers {
  const collection = lanceCollection<Paper, PaperFilters, PaperSort, PaperFacetField>(live, KIND);
  const known = new KnownAliases(live);
  return {
    ...collection,

    get: async (ids, call) => collection.get(await known.possible(ids, call), call),

    async write(rows, call) {
      for (const { document } of rows) known.add(document.aliases);
      return collection.write(rows, call);
    },

    async holders(keys, call) {
      const possible = await known.possible(keys, call);
      return live.read(call, async (table, timeoutMs) => {
        if (possible.length === 0) return [];
        const query = table.query().where(hasAnyOf("aliases", possible)).select(["paper_id"]);
        return (await query.toArray({ timeoutMs })).map(({ paper_id }) => paper_id as string);
      });
    },

    resolve: (keys, call) =>
      live.read(call, async (table, timeoutMs) => {
        if (keys.length === 0) return new Map();
        const query = table.query().where(hasAnyOf("aliases", keys)).select(["paper_id", "aliases"]);
        const wanted = new Set(keys);
        const found = (await query.toArray({ timeoutMs })).flatMap(({ paper_id, aliases }) =>
          listOf(aliases).flatMap((alias): [string, string][] => (wanted.has(alias) ? [[alias, paper_id as string]] : [])),
        );
        // A paper's own id leads to it, also where another paper has it as an alias while the two are being merged.
        return new Map(found.sort(([alias, id]) => (alias === id ? 1 : -1)));
      }),

    byTitle: async (key, limit, call) => [...(await titlesWhere(live, compare("title_key", "=", key), limit, call)).keys()],
    titlesBeginning: (key, limit, call) => titlesWhere(live, beginsWith("title_key", `${key} `), limit, call),

    byTitles: (keys, limit, call) =>
      live.read(call, async (table, timeoutMs) => {
        if (keys.length === 0) return new Map();
        const query = table.query().where(isOneOf("title_key", keys)).select(["paper_id", "title_key"]);
        const found = (await query.toArray({ timeoutMs })) as { paper_id: string; title_key: string }[];
        return idsByTitle(
          found.map(({ paper_id: id, title_key: key }) => ({ id, key })),
          limit,
        );
      }),

    matchFacets: ({ text, filters, limit }, call) =>
      live.read(call, (table, timeoutMs) => {
        const conditionIn = (version: Table) => conditionOf(version, filters, timeoutMs);
        return facets.count(live, table, { text, limit }, conditionIn, timeoutMs);
      }),

    setCounts: (counts, call) =>
      setColumns(
        live,
        ["has_code", "signal_counts", "signal_kinds"],
        [...counts].map(([paper_id, given]) => ({ paper_id, ...countsOf(given) })),
        call,
      ),

    async topicIds(ids, call) {
      const possible = await known.possible(ids, call);
      return live.read(call, async (table, timeoutMs) => {
        if (possible.length === 0 || !(await table.schema()).fields.some(({ name }) => name === "topic_id")) return new Map();
        const query = table.query().where(`${isOneOf("paper_id", possible)} AND topic_id IS NOT NULL`);
        const found = (await query.select(["paper_id", "topic_id"]).toArray({ timeoutMs })) as Record<string, string>[];
        return new Map(found.map(({ paper_id: id, topic_id: topic }) => [id!, topic!]));
      });
    },

    setTopicIds: (topics, call) =>
      setColumns(
        live,
        ["topic_id"],
        [...topics].map(([paper_id, topic_id]) => ({ paper_id, topic_id })),
        call,
      ),
  };
}

function titlesWhere(live: LanceTable, condition: string, limit: number, call?: Call): Promise<Map<string, string>> {
  return live.read(call, async (table, timeoutMs) => {
    const query = table.query().where(condition).select(["paper_id", "title"]);
    const records = await query.orderBy({ columnName: "paper_id" }).limit(limit).toArray({ timeoutMs });
    return new Map(records.map(({ paper_id, title }) => [paper_id as string, title as string]));
  });
}

const conditionOf = conditionsOf<PaperFilters>("papers", paperCondition);

const KIND: CollectionKind<PaperFilters, PaperSort, PaperFacetField> = {
  condition: paperCondition,
  orders: {
    newest: [
      { columnName: "year", ascending: false },
      { columnName: "published_at", ascending: false },
    ],
    most_cited: [{ columnName: "citation_count", ascending: false }],
    paper_id: [],
  },
  facets: {
    year: { column: "year", values: textOf },
    venue: { column: "venue", values: textOf },
    categories: { column: "categories", values: textsOfLists },
    authors: { column: "authors", values: textsOfLists },
    signal_kinds: { column: "signal_kinds", values: textsOfLists },
    has_code: { column: "has_code", values: textOf },
    retracted: { column: "retracted", values: textOf },
    source: { column: "sources", values: sourceNames },
  },
};

/** The names of the sources of each paper, each once. */
function* sourceNames(stored: ColumnValues): Iterable<string> {
  for (const sources of textOf(stored)) yield* new Set((JSON.parse(sources) as Source[]).map(({ name }) => name));
}
