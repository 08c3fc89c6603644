import type { estypes } from "@elastic/elasticsearch";
import type { StoredSource } from "./documents.ts";
import type { FacetSource } from "./facets.ts";

/** What tells one collection from another. */
export interface CollectionShape<Document, Filters, Sort extends string, FacetField extends string> {
  /** What is read and refreshed: an alias, or a generation by name. */
  alias: string;
  /** The alias that takes the writes. */
  writeAlias: string;
  /** The field that holds a document's id. */
  idField: keyof Document & string;
  toSource(document: Document): StoredSource;
  fromSource(source: StoredSource): Document;
  /** The stored fields from which `fromSource` tells these. Default: the same. */
  fieldsBehind?(fields: readonly string[]): readonly string[];
  clauses: (filters: Filters) => estypes.QueryDslQueryContainer[];
  sorts: Record<Sort, estypes.SortCombinations[]>;
  /** The field behind each facet, or one condition a value where the values are fields. */
  facetFields: Record<FacetField, FacetSource>;
  /** True: hits name the paper that they belong to. */
  ofPapers?: boolean;
  /** False: words of the title count as any other word of the text. Default: a little more. */
  searchesTitle?: boolean;
}
