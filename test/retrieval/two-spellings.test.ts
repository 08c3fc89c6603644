import { expect, test } from "vitest";
import { fusedPaperSearch } from "../../src/retrieval/paper-search.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

test("a search in the other spelling of English finds papers in the usual one, and those written as it is", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine, embedder } = library;
  await engine.create(embedder.space);
  const titles = { us: "Summarizers of long inputs", uk: "Summarisers of long inputs", other: "Parsers of long inputs" };
  await engine.papers.write(Object.entries(titles).map(([id, title]) => row(paper({ paper_id: `doi:${id}`, title }), null)));
  const found = async (query: string) => {
    const { hits } = await fusedPaperSearch(library, { query, retrieval: "lexical", filters: {}, depth: 10 });
    return hits.map(({ id }) => id).toSorted();
  };
  expect(await found("summarisers")).toEqual(["doi:uk", "doi:us"]);
  expect(await found("summarizers")).toEqual(["doi:us"]);
});
