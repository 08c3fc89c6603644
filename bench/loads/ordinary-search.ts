import type { PaperSearchRequest } from "../../src/retrieval/retrieve.ts";

/** A search with both legs, without filters and facets, the most relevant first: what most people ask for. */
export const ORDINARY_SEARCH = {
  retrieval: "hybrid",
  filters: {},
  sort: "relevance",
  facets: false,
  detail: "concise",
} as const satisfies Omit<PaperSearchRequest, "query" | "limit">;
