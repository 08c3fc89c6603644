import { expect, it } from "vitest";
import { evaluate, loadCollection, queriesByExample, type QueryResult } from "../../src/evaluation/evaluate.ts";
import { liveCollection } from "../../src/evaluation/live.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const COLLECTION = {
  documents: [
    { id: "1", title: "Zebras of the plain", text: "Zebras graze on the plain." },
    { id: "2", title: "", text: "Plankton drifts in the ocean and zebras do not, as far as anybody knows." },
    { id: "3", title: "Ocean zebras", text: "Zebras of the ocean are fish." },
  ],
  queries: [
    { id: "1", text: "Zebras of the plain", judgments: new Map([["3", 2]]) },
    { id: "3", text: "plankton", judgments: new Map([["2", 1]]) },
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

it("a library is asked as it stands: judgments name its papers by any ID, and what it lacks is counted", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const held = paper({ paper_id: "doi:10.1234/zebras", title: "Zebras of the plain", abstract: "Zebras graze on the plain." });
  await library.engine.papers.write([row({ ...held, aliases: ["doi:10.1234/zebras", "acl:2020.acl-main.1"] })]);
  await library.engine.endLoad("papers");
  const { collection, missing } = await liveCollection(library, [
    { id: "1", text: "zebras", judgments: new Map([["https://aclanthology.org/2020.acl-main.1", 1]]) },
    { id: "2", text: "plankton", judgments: new Map([["doi:10.1234/plankton", 1]]) },
  ]);
  expect(missing).toBe(1);
  expect(collection.queries).toEqual([{ id: "1", text: "zebras", judgments: new Map([["doi:10.1234/zebras", 1]]) }]);
  const found = await evaluate(library, collection, "lexical");
  expect(found).toMatchObject({ queries: 1, "nDCG@10": 1, "recall@5": 1, "recall@20": 1 });
});
