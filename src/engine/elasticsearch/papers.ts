import type { estypes } from "@elastic/elasticsearch";
import type { Paper, PaperTopic, SignalCounts } from "../../documents/paper.ts";
import { countsOf } from "../../documents/paper.ts";
import { SIGNAL_KINDS } from "../../documents/signal-kinds.ts";
import { idsByTitle } from "../title-groups.ts";
import type { PaperFilters } from "../filters.ts";
import {
  MATCH_FIELDS,
  type Call,
  type Facet,
  type MatchFacetsRequest,
  type MatchField,
  type PaperFacetField,
  type Papers,
  type PaperSort,
} from "../port.ts";
import { updateDocuments } from "./bulk.ts";
import { batches, getById, openCollection, wholeSearch } from "./collection.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import { paperFromSource, paperToSource } from "./documents.ts";
import { facetAggregation, readFacet, type FacetSource } from "./facets.ts";
import { FreshAliases } from "./fresh-aliases.ts";
import { allWords, filterQuery, PAPER_SORTS, paperClauses } from "./queries.ts";

/** The papers behind an alias or in a generation by name, and the alias that takes writes. */
export function openPapers(connection: Connection, alias: string, writeAlias = alias): Papers {
  const collection = openCollection<Paper, PaperFilters, PaperSort, PaperFacetField>(connection, {
    alias,
    writeAlias,
    idField: "paper_id",
    toSource: paperToSource,
    fromSource: paperFromSource,
    clauses: paperClauses,
    sorts: PAPER_SORTS,
    facetFields: FACET_FIELDS,
  });
  const fresh = new FreshAliases();
  return {
    ...collection,
    async write(rows, call) {
      // Noted before: a write whose answer was lost may have gone through.
      for (const { document } of rows) fresh.add(document);
      return collection.write(rows, call);
    },
    async holders(keys, call) {
      if (fresh.size > MAX_FRESH_ALIASES) await fresh.forgetAfter(() => collection.refresh(call));
      const searched = await Promise.all(batches(keys, 1_000).map((batch) => idsWithAlias(connection, alias, batch, call)));
      return [...new Set([...searched.flat(), ...fresh.holders(keys)])];
    },
    resolve: (keys, call) => resolve(connection, alias, keys, call),
    async byTitle(key, limit, call) {
      return [...(await titlesWhere(connection, alias, { term: { title_key: key } }, limit, call)).keys()];
    },
    titlesBeginning: (key, limit, call) => titlesWhere(connection, alias, { prefix: { title_key: `${key} ` } }, limit, call),
    byTitles: (keys, limit, call) => byTitles(connection, alias, keys, limit, call),
    matchFacets: (request, call) => matchFacets(connection, alias, request, call),
    setCounts: (counts, call) => setCounts(connection, writeAlias, counts, call),
    async topicIds(ids, call) {
      const found = await getById(connection, alias, ids, { _source_includes: "topic_id" }, call);
      return new Map([...found].flatMap(([id, { topic_id: topic }]) => (topic ? [[id, topic as string] as const] : [])));
    },
    async setTopicIds(topics, call) {
      for (const batch of batches([...topics], 1_000)) {
        const documents = batch.map(([id, topic_id]) => ({ id, source: { topic_id } satisfies PaperTopic }));
        await updateDocuments(connection, writeAlias, documents, call);
      }
    },
  };
}

const FACET_FIELDS: Record<PaperFacetField, FacetSource> = {
  year: "year",
  venue: "venue",
  categories: "categories",
  authors: "authors",
  source: "sources.name",
  has_code: "has_code",
  retracted: "retracted",
  signal_kinds: Object.fromEntries(SIGNAL_KINDS.map((kind) => [kind, { range: { [`signal_counts.${kind}`]: { gte: 1 } } }])),
};

/** Some ten megabytes; a refresh, which a load holds back otherwise, lets them go. */
const MAX_FRESH_ALIASES = 50_000;

/** Keys that are paper ids themselves are looked up as they are now; other aliases by search. */
async function resolve(
  connection: Connection,
  alias: string,
  keys: readonly string[],
  call?: Call,
): Promise<Map<string, string>> {
  const [own, byAlias] = await Promise.all([
    getById(connection, alias, keys, { _source: false }, call),
    idsByAlias(connection, alias, keys, call).catch((error: unknown) => ({ error })),
  ]);
  // Every part of the index is asked for an alias, only one for an id: where all keys are ids, the other parts are not missed.
  if (!(byAlias instanceof Map)) {
    if (keys.every((key) => own.has(key))) return new Map(keys.map((key) => [key, key]));
    throw byAlias.error;
  }
  const found = keys.map((key) => [key, own.has(key) ? key : byAlias.get(key)] as const);
  return new Map(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

async function idsByAlias(
  connection: Connection,
  alias: string,
  keys: readonly string[],
  call?: Call,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const batch of batches(keys, 1_000)) {
    const query = { bool: { filter: [{ terms: { aliases: batch } }] } };
    // Of two papers with the same alias the one with the lower id comes last and stays.
    const body = { query, size: 10_000, _source: ["aliases"], sort: [{ paper_id: "desc" as const }] };
    const { hits } = await wholeSearch<Pick<Paper, "aliases">>(connection, alias, body, call);
    for (const { _id, _source } of hits.hits) for (const key of _source?.aliases ?? []) ids.set(key, _id!);
  }
  return ids;
}

async function idsWithAlias(connection: Connection, alias: string, keys: string[], call?: Call): Promise<string[]> {
  const body = { query: { bool: { filter: [{ terms: { aliases: keys } }] } }, size: 10_000, _source: false };
  const { hits } = await wholeSearch(connection, alias, body, call);
  return hits.hits.map(({ _id }) => _id!);
}

async function titlesWhere(
  connection: Connection,
  alias: string,
  query: estypes.QueryDslQueryContainer,
  limit: number,
  call?: Call,
): Promise<Map<string, string>> {
  const body = { query, size: limit, _source: ["title"], sort: PAPER_SORTS.paper_id };
  const { hits } = await wholeSearch<Pick<Paper, "title">>(connection, alias, body, call);
  return new Map(hits.hits.map(({ _id, _source }) => [_id!, _source!.title]));
}

async function byTitles(
  connection: Connection,
  alias: string,
  keys: readonly string[],
  limit: number,
  call?: Call,
): Promise<Map<string, string[]>> {
  const found: { id: string; key: string }[] = [];
  for (const batch of batches(keys, TITLES_AT_A_TIME)) {
    const body = {
      query: { bool: { filter: [{ terms: { title_key: batch } }] } },
      size: 10_000,
      _source: false,
      stored_fields: "_none_",
      docvalue_fields: ["paper_id", "title_key"],
    };
    const { hits } = await wholeSearch(connection, alias, body, call);
    for (const { fields } of hits.hits) {
      const { paper_id: ids, title_key: titles } = fields as Record<"paper_id" | "title_key", [string]>;
      found.push({ id: ids[0], key: titles[0] });
    }
  }
  return idsByTitle(found, limit);
}

/** A search gives 10,000 hits at most: so many titles may each have twenty papers. */
const TITLES_AT_A_TIME = 500;

async function matchFacets(
  connection: Connection,
  alias: string,
  { text, filters, limit }: MatchFacetsRequest<PaperFilters>,
  call?: Call,
): Promise<Record<MatchField, Facet[]>> {
  const clauses = [...(text === undefined ? [] : [allWords(text)]), ...paperClauses(filters)];
  const aggs = Object.fromEntries(MATCH_FIELDS.map((field) => [field, facetAggregation(FACET_FIELDS[field], limit)]));
  const body = { query: filterQuery(clauses), size: 0, track_total_hits: false, aggs };
  const { aggregations } = await wholeSearch(connection, alias, body, call);
  const facets = MATCH_FIELDS.map((field) => [field, readFacet(aggregations![field], limit)]);
  return Object.fromEntries(facets) as Record<MatchField, Facet[]>;
}

async function setCounts(
  connection: Connection,
  alias: string,
  counts: ReadonlyMap<string, SignalCounts>,
  call?: Call,
): Promise<void> {
  for (const batch of batches([...counts], 1_000)) {
    const documents = batch.map(([id, kinds]) => ({ id, source: countFields(kinds) }));
    await updateDocuments(connection, alias, documents, call);
  }
}

/** An update merges objects, so that kinds without a signal are set to null: they would stay otherwise. */
function countFields(counts: SignalCounts) {
  const { has_code, signal_counts } = countsOf(counts);
  const allKinds = SIGNAL_KINDS.map((kind) => [kind, signal_counts[kind] ?? null]);
  return { has_code, signal_counts: Object.fromEntries(allKinds) as Record<string, number | null> };
}
