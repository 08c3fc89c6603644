import type { estypes } from "@elastic/elasticsearch";
import type { Facet } from "../port.ts";

/** What a facet counts: the values of a field, or the documents that pass each of some conditions, by the value that they stand for. */
export type FacetSource = string | Readonly<Record<string, estypes.QueryDslQueryContainer>>;

/** The aggregation of a facet's most frequent values. */
export function facetAggregation(source: FacetSource, limit: number): estypes.AggregationsAggregationContainer {
  if (typeof source !== "string") return { filters: { filters: source } };
  const size = Math.min(limit, MAX_VALUES);
  const order = [{ _count: "desc" as const }, { _key: "asc" as const }];
  return { terms: { field: source, size, shard_size: Math.max(size, EXACT_VALUES), order } };
}

/** The facet that an aggregation answered. */
export function readFacet(answer: unknown, limit: number): Facet[] {
  const { buckets } = answer as { buckets: Bucket[] | Record<string, Bucket> };
  if (Array.isArray(buckets)) {
    return buckets.map(({ key, key_as_string, doc_count }) => ({ value: String(key_as_string ?? key), count: doc_count }));
  }
  return Object.entries(buckets)
    .map(([value, { doc_count }]): Facet => ({ value, count: doc_count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit);
}

interface Bucket {
  key?: string | number;
  /** Of truth values: `true` or `false`, where the key is a number. */
  key_as_string?: string;
  doc_count: number;
}

/** A little fewer than the buckets that Elasticsearch makes for one search. */
const MAX_VALUES = 60_000;

/** Each shard tells so many values, so that the counts of an index of several shards are exact where a field has no more. */
const EXACT_VALUES = 5_000;
