import { expect, it } from "vitest";
import { evaluate, loadCollection, queriesByExample, type QueryResult } from "../../src/evaluation/evaluate.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const COLLECTION = {
  documents: [
    { id: "1", title: "Zebras of the plain", text: "Zebras graze on the plain." },
    { id: "2", title: "", text: "Plankton drifts in the ocean and zebras do not, as far as anybody knows." },
    { id: "3", title: "Ocean zebras", text: "Zebras of the ocean are fish." },
  ],
  queries: [
    { id: "1", text: "Zebras of the plain", judgements: new Map([["3", 2]]) },
    { id: "3", text: "plankton", judgements: new Map([["2", 1]]) },
  ],
};

it("a query that is a document of the collection does not find itself; another with a document's id is no such query", async () => {
  expect([...queriesByExample(COLLECTION)]).toEqual(["1"]);
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadCollection(library, COLLECTION, () => undefined);
  const queries: QueryResult[] = [];
  const whole = await evaluate(library, COLLECTION, "lexical", (result) => queries.push(result));
  expect(queries).toMatchObject([
    { id: "1", "nDCG@10": 1, "recall@100": 1 },
    { id: "3", "nDCG@10": 1 },
  ]);
  expect(whole).toMatchObject({ queries: 2, "nDCG@10": 1, "MRR@10": expect.any(Number) });
  const { documents } = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 3 });
  expect(documents[1]).toMatchObject({
    title: "Plankton drifts in the ocean and zebras do",
    abstract: "not, as far as anybody knows.",
  });
});
