import type { estypes } from "@elastic/elasticsearch";
import type { Call, Collection, ListRequest } from "../port.ts";
import type { RankedHit, RankedList, SearchRequest, SearchResponse } from "../searches.ts";
import type { Row } from "../writes.ts";
import { deleteDocuments, indexDocuments } from "./bulk.ts";
import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import { vectorToBase64, type StoredSource } from "./documents.ts";
import { facetAggregation, readFacet } from "./facets.ts";
import { failureToPublicError } from "../../elasticsearch/errors.ts";
import { PublicError } from "../../errors.ts";
import { refresh } from "./indices.ts";
import { filterQuery, searchBodies } from "./queries.ts";
import { reachOf } from "./reach.ts";
import type { CollectionShape } from "./collection-shape.ts";
import { scanPages } from "./scan.ts";

/** A collection of the engine over an alias. */
export function openCollection<Document, Filters, Sort extends string, FacetField extends string>(
  connection: Connection,
  shape: CollectionShape<Document, Filters, Sort, FacetField>,
): Collection<Document, Filters, Sort, FacetField> {
  const { alias, writeAlias, clauses } = shape;
  return {
    search: (request, call) => search(connection, shape, request, call),

    async list({ filters, sort, limit }: ListRequest<Filters, Sort>, call?: Call) {
      const { hits } = await wholeSearch<StoredSource>(
        connection,
        alias,
        { query: filterQuery(clauses(filters)), sort: shape.sorts[sort], size: limit, track_total_hits: true },
        call,
      );
      return { documents: hits.hits.map(({ _source }) => shape.fromSource(_source!)), total: totalOf(hits).value };
    },

    async get(ids: readonly string[], call?: Call) {
      const found = await getById(connection, alias, ids, {}, call);
      return new Map([...found].map(([id, source]) => [id, shape.fromSource(source)]));
    },

    async fields<Name extends keyof Document & string>(ids: readonly string[], names: readonly Name[], call?: Call) {
      const stored = shape.fieldsBehind?.(names) ?? names;
      const found = await getById(connection, alias, ids, { _source_includes: stored.join(",") }, call);
      return new Map([...found].map(([id, source]) => [id, only(shape.fromSource(source), names)]));
    },

    async vectors(ids: readonly string[], call?: Call) {
      const found = await getById(connection, alias, ids, includingVectors([]), call);
      return new Map(
        [...found].flatMap(([id, source]) => {
          const vector = vectorIn(source);
          return vector === null ? [] : [[id, vector] as const];
        }),
      );
    },

    async withVectors<Name extends keyof Document & string>(ids: readonly string[], names: readonly Name[], call?: Call) {
      if (ids.length > MAX_FOUND) throw new RangeError(`at most ${MAX_FOUND} ids, not ${ids.length}`);
      call?.signal?.throwIfAborted();
      if (ids.length === 0) return new Map();
      const stored = shape.fieldsBehind?.(names) ?? names;
      // What a search has found a search can read, in two thirds of the time that reads by id take.
      const body = {
        query: { constant_score: { filter: { terms: { [shape.idField]: [...new Set(ids)] } } } },
        size: ids.length,
        track_total_hits: false,
        _source: { includes: [...stored, shape.idField, "embedding"], exclude_vectors: false },
      };
      const { hits } = await wholeSearch<StoredSource>(connection, alias, body, call);
      return new Map(
        hits.hits.map(({ _source }) => {
          const document = shape.fromSource(_source!);
          return [document[shape.idField] as string, { document: only(document, names), vector: vectorIn(_source!) }];
        }),
      );
    },

    async count(filters: Filters, call?: Call) {
      const query = filterQuery(clauses(filters));
      const { hits } = await wholeSearch(connection, alias, { query, size: 0, track_total_hits: true }, call);
      return totalOf(hits).value;
    },

    async facets(field: FacetField, filters: Filters, limit: number, call?: Call) {
      const values = facetAggregation(shape.facetFields[field], limit);
      const body = { query: filterQuery(clauses(filters)), size: 0, aggs: { values } };
      const { aggregations } = await wholeSearch(connection, alias, body, call);
      return readFacet(aggregations!.values, limit);
    },

    write(rows: readonly Row<Document>[], call?: Call) {
      const documents = rows.map(({ document, vector, beside }) => {
        const source = { ...shape.toSource(document), ...beside };
        return {
          id: document[shape.idField] as string,
          source: vector === null ? source : { ...source, embedding: vectorToBase64(vector) },
        };
      });
      return indexDocuments(connection, writeAlias, documents, call);
    },

    remove: (ids, call) => deleteDocuments(connection, writeAlias, ids, call),
    refresh: (call) => refresh(connection, alias, call),
    scan: (request, call) => scanPages(connection, shape, request, call),
  };
}

/** The most documents that one search gives. */
const MAX_FOUND = 1_000;

/** What a read by id asks for to get these stored fields and the vectors, which are left out of the source otherwise. */
function includingVectors(fields: readonly string[]) {
  return { _source_exclude_vectors: false, _source_includes: [...fields, "embedding"].join(",") };
}

function vectorIn({ embedding }: StoredSource): Float32Array | null {
  return Array.isArray(embedding) ? Float32Array.from(embedding as number[]) : null;
}

/** A search that is complete or fails: for what must not silently miss a shard. */
export function wholeSearch<Source>(
  connection: Connection,
  alias: string,
  body: estypes.SearchRequest,
  call?: Call,
): Promise<estypes.SearchResponse<Source>> {
  return connection.read(call, async (options) => {
    const { preference, isPartial } = await reachOf(connection, alias, options);
    if (isPartial) throw new PublicError("engine_unavailable", { cause: new Error(`a part of ${alias} does not answer`) });
    const request = { index: alias, allow_partial_search_results: false, preference, ...body };
    return connection.client.search<Source>(request, options);
  });
}

/** The stored sources of these ids, as they are now, whether refreshed or not. */
export async function getById(
  connection: Connection,
  alias: string,
  ids: readonly string[],
  querystring: Record<string, unknown>,
  call?: Call,
): Promise<Map<string, StoredSource>> {
  if (ids.length === 0) {
    call?.signal?.throwIfAborted();
    return new Map();
  }
  return connection.read(call, async (options) => {
    const found = new Map<string, StoredSource>();
    for (const batch of batches([...new Set(ids)], 1_000)) {
      const request = { index: alias, ids: batch, preference: connection.preference() };
      const { docs } = await connection.client.mget<StoredSource>(request, { ...options, querystring });
      for (const item of docs) {
        if ("error" in item) throw failureToPublicError(503, item.error);
        if ("found" in item && item.found) found.set(item._id, item._source ?? {});
      }
    }
    return found;
  });
}

function only<Document, Name extends keyof Document>(document: Document, names: readonly Name[]): Pick<Document, Name> {
  return Object.fromEntries(names.map((name) => [name, document[name]])) as Pick<Document, Name>;
}

/** The items in groups of at most `size`. */
export function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function search<Document, Filters, Sort extends string, FacetField extends string>(
  connection: Connection,
  shape: CollectionShape<Document, Filters, Sort, FacetField>,
  asked: SearchRequest<Filters>,
  call?: Call,
): Promise<SearchResponse> {
  // Both legs go in one request.
  const request = { ...asked, vector: (await asked.vector) ?? undefined };
  const { alias, idField, clauses, searchesTitle, ofPapers = false } = shape;
  const bodies = searchBodies(request, clauses(request.filters), ofPapers ? [idField, PAPER_FIELD] : [idField], searchesTitle);
  if (bodies.length === 0) {
    call?.signal?.throwIfAborted();
    return { lexical: null, semantic: null, partial: false };
  }
  const { answers, isPartial } = await connection.read(call, async (options) => {
    const { preference, isPartial: lacksParts } = await reachOf(connection, alias, options);
    const timeout = `${Math.ceil(SHARD_SHARE * (options.requestTimeout ?? call?.timeoutMs ?? SEARCH_MS))}ms`;
    const sources = connection.isLate() && request.fields !== undefined ? withSources(request.fields) : {};
    const searches = bodies.flatMap((body) => [
      { index: alias, preference },
      { ...body, ...sources, timeout },
    ]);
    return { answers: await askAll(connection, searches, options), isPartial: lacksParts };
  });
  const legs = answers.values();
  return {
    lexical: request.text === undefined ? null : lexicalList(legs.next().value!, idField),
    semantic: request.vector === undefined ? null : semanticList(legs.next().value!, idField),
    partial: isPartial || answers.some(({ timed_out, _shards }) => timed_out || _shards.failed > 0),
    ...(request.fields === undefined ? {} : { brought: broughtBy(answers, shape, request.fields) }),
  };
}

/** What makes the hits of a search bring these fields. */
function withSources(fields: readonly string[]) {
  return { _source: { includes: [...fields] }, stored_fields: undefined };
}

function broughtBy<Document, Filters, Sort extends string, FacetField extends string>(
  answers: readonly estypes.MsearchMultiSearchItem[],
  { idField, fromSource }: CollectionShape<Document, Filters, Sort, FacetField>,
  fields: readonly string[],
): Map<string, object> {
  const hits = answers.flatMap((answer) => answer.hits?.hits ?? []);
  return new Map(
    hits.flatMap(({ _source, fields: columns }) => {
      if (_source === undefined) return [];
      const [id] = (columns as Record<string, [string]>)[idField]!;
      return [[id, only(fromSource(_source as StoredSource), fields as (keyof Document)[])] as const];
    }),
  );
}

/** The field by which passages name their paper. */
const PAPER_FIELD = "paper_id";
/** What a search may take where nothing else is said. */
const SEARCH_MS = 2_000;
/** A shard stops after this share of the time and tells what it has by then: a part that says so is better than nothing. */
const SHARD_SHARE = 0.8;

async function askAll(
  connection: Connection,
  searches: estypes.MsearchRequestItem[],
  options: RequestOptions,
): Promise<estypes.MsearchMultiSearchItem[]> {
  const { responses } = await connection.client.msearch({ searches, filter_path: SEARCH_FIELDS }, options);
  return responses.map((answer) => {
    if ("error" in answer) throw failureToPublicError(answer.status, answer.error);
    return answer;
  });
}

/** Of each hit only id and score: at a depth of 1,000 the rest would be most of the answer. */
const SEARCH_FIELDS = [
  "status",
  "error",
  "timed_out",
  "_shards.failed",
  "hits.total",
  "hits.hits.fields",
  "hits.hits._source",
  "hits.hits._score",
].map((path) => `responses.${path}`);

function lexicalList({ hits }: estypes.MsearchMultiSearchItem, idField: string): RankedList {
  return { hits: ranked(hits, idField, (score) => score), total: totalOf(hits) };
}

/** For vectors of length 1 Elasticsearch answers (1 + cosine) / 2. */
function semanticList({ hits }: estypes.MsearchMultiSearchItem, idField: string): RankedList {
  const nearest = ranked(hits, idField, (score) => Math.max(-1, Math.min(1, 2 * score - 1)));
  return { hits: nearest, total: { value: nearest.length, relation: "eq" } };
}

function ranked(
  { hits = [] }: Partial<estypes.SearchHitsMetadata>,
  idField: string,
  scoreOf: (score: number) => number,
): RankedHit[] {
  const list = hits.map(({ fields, _score }) => {
    const { [idField]: ids, [PAPER_FIELD]: papers } = fields as Record<string, [string] | undefined>;
    const hit = { id: ids![0], score: scoreOf(_score ?? 0) };
    return papers === undefined || idField === PAPER_FIELD ? hit : { ...hit, paper_id: papers[0] };
  });
  return list.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function totalOf({ total }: Partial<estypes.SearchHitsMetadata>): RankedList["total"] {
  return typeof total === "object" ? total : { value: total ?? 0, relation: "eq" };
}
