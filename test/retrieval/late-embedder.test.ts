import { expect, it } from "vitest";
import { loadCollection } from "../../src/evaluation/evaluate.ts";
import { fusedPaperSearch } from "../../src/retrieval/paper-search.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

it("searches wait for an embedder that hangs, say what they lack, and keep nobody else waiting", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadCollection(
    library,
    { documents: [{ id: "one", title: "Zebra plankton", text: "In water." }], queries: [] },
    () => undefined,
  );
  const hanging = { ...library, embedder: { ...library.embedder, embedQuery: () => new Promise<Float32Array>(() => {}) } };
  const request = { query: "zebra plankton", retrieval: "hybrid", filters: {}, depth: 10 } as const;
  const searches = Array.from({ length: 12 }, () => fusedPaperSearch(hanging, request));
  expect([...(await library.engine.papers.get(["eval:one"], { timeoutMs: 1_000 })).keys()]).toEqual(["eval:one"]);
  for (const { hits, degraded } of await Promise.all(searches)) {
    expect(hits.map(({ id }) => id)).toEqual(["eval:one"]);
    expect(degraded).toMatchObject([{ part: "semantic" }]);
  }
});
