import { expect, it } from "vitest";
import { searchPage } from "../../src/pages/views/search/search.ts";
import type { SearchQuery } from "../../src/pages/views/search/query.ts";
import { foundPaper } from "../../src/retrieval/found-paper.ts";
import type { PaperSearchResult } from "../../src/retrieval/retrieve.ts";
import { paper } from "../support/documents.ts";

const QUERY: SearchQuery = {
  q: "pasta",
  from: "",
  to: "",
  venues: [],
  kinds: [],
  topic: "",
  code: false,
  retracted: "",
  sort: "relevance",
  cursor: "",
};

/** The page of a search that found so many relevant papers and so many weak matches. */
function pageOf(relevant: number, weak: number): string {
  const papers = Array.from({ length: relevant + weak }, (_, index) =>
    foundPaper(
      paper({ paper_id: `doi:10.1000/${index}` }),
      { id: "", score: 1, lexical: null, semantic: null, ...(index >= relevant ? { weak: true as const } : {}) },
      index + 1,
      new Set(),
      "concise",
    ),
  );
  const found: PaperSearchResult = {
    papers,
    total: { value: relevant, relation: "eq" },
    weak_matches: weak,
    applied_filters: {},
    degraded: [],
    source_context: {
      version: 1,
      query: "pasta",
      mode: "search",
      generation: "",
      paper_ids: [],
      signal_ids: [],
      time_scope: null,
    },
  };
  return String(searchPage({ account: "ada", query: QUERY, problems: {}, found, exported: 500 }));
}

const weakTags = (text: string) => text.match(/<span class="tag weak">weak match<\/span>/gu)?.length ?? 0;

it("a search that finds nothing relevant says so, and calls what it shows weak matches", () => {
  const text = pageOf(0, 3);
  expect(text).toContain("<h2>No relevant papers</h2>");
  expect(text).toContain("No closely related papers found.");
  expect(weakTags(text)).toBe(3);
});

it("weak matches behind relevant papers are told apart", () => {
  const text = pageOf(2, 1);
  expect(text).toContain("<h2>2 papers</h2>");
  expect(text).not.toContain("No closely related papers found.");
  expect(weakTags(text)).toBe(1);
});
