import { describe, expect, it } from "vitest";
import { PublicError } from "../../src/errors.ts";
import { loadCollection } from "../../src/evaluation/evaluate.ts";
import type { FusedHit } from "../../src/retrieval/fusion.ts";
import { inOrder, rankedPaperSearch } from "../../src/retrieval/learned-ranking.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { fusedPaperSearch } from "../../src/retrieval/paper-search.ts";
import { RANKING_FEATURES, rankingFeatures } from "../../src/retrieval/ranking-features.ts";
import model from "../../src/retrieval/ranking.json" with { type: "json" };
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const hit = (id: string, score: number, lexical: number | null, cosine: number | null): FusedHit => ({
  id,
  score,
  lexical: lexical === null ? null : { rank: 1, score: lexical },
  semantic: cosine === null ? null : { rank: 1, score: cosine },
});
const NONE = { lexical: 0, semantic: 0, covered: 0, together: 0, adjacent: 0, near: 0, akin: 0, abstract: 0 };

describe("the features of the learned ranking", () => {
  const [first, second, third] = rankingFeatures("zebra plankton drifting", Float32Array.of(1, 0), 2, [
    {
      hit: hit("a", 1, 8, 0.8),
      paper: { title: "Zebra plankton", abstract: "It is drifting." },
      vector: Float32Array.of(0.8, 0.6),
    },
    {
      hit: hit("b", 0.7, null, 0.6),
      paper: { title: "Drifting", abstract: `Zebra ${"grass ".repeat(30)} plankton` },
      vector: Float32Array.of(0.6, 0.8),
    },
    { hit: hit("c", 0.5, 4, null), paper: { title: "Grass", abstract: null }, vector: null },
  ]);

  it("set each leg's score beside its best, and a paper beyond the end of the lexical leg a little below its last", () => {
    expect([first, second, third].map((each) => each!.lexical)).toEqual([1, 0.8 * (2 / 8), 0.5]);
    expect([first, second, third].map((each) => Math.round(each!.semantic * 100) / 100)).toEqual([1, 0.75, 0]);
  });

  it("tell words that stand together from the same words far apart", () => {
    expect(first).toMatchObject({ covered: 1, together: 1, abstract: 1 });
    expect(second).toMatchObject({ covered: 1, adjacent: 0, near: 0, abstract: 1 });
    expect(second!.together).toBeLessThan(0.8);
    expect(first!.adjacent).toBeGreaterThan(0.4);
    expect(third).toMatchObject({ covered: 0, together: 0, adjacent: 0, near: 0, abstract: 0 });
  });

  it("compare a paper with the others of the first three, never with itself", () => {
    expect(first!.akin).toBeCloseTo(0.96);
    expect(second!.akin).toBeCloseTo(0.96);
    expect(third!.akin).toBe(0);
  });

  it("are those that there is a weight for", () => expect(Object.keys(model.weights)).toEqual([...RANKING_FEATURES]));
});

describe("the learned order", () => {
  const hits = [hit("a", 0.9, 1, 0.5), hit("b", 0.88, 1, 0.5)];

  it("is the fused one where nothing else tells papers apart, and leaves each place its score", () => {
    expect(inOrder(hits, [NONE, NONE])).toEqual(hits);
    const turned = inOrder(hits, [NONE, { ...NONE, adjacent: 1, abstract: 1 }]);
    expect(turned.map(({ id, score }) => [id, score])).toEqual([
      ["b", 0.9],
      ["a", 0.88],
    ]);
  });
});

describe("a search for papers", () => {
  const collection = {
    documents: [
      { id: "apart", title: "Zebra herds", text: "Zebra and more zebra. Water holds plankton. Zebra again, and plankton." },
      { id: "beside", title: "Zebra plankton of the northern coast", text: "We count zebra plankton in water." },
      { id: "bare", title: "Plankton zebra", text: "" },
    ],
    queries: [],
  };
  const request = {
    query: "Could you recommend papers on zebra plankton in water?",
    retrieval: "hybrid",
    filters: {},
    depth: 50,
  } as const;
  it("finds what it found, in the learned order; with one leg alone in the fused one", async () => {
    await using library = await openTestLibrary({ embedder: hashEmbedder() });
    await loadCollection(library, collection, () => undefined);
    const subject = { ...request, query: "zebra plankton in water?" };
    const [fused, ranked] = [await fusedPaperSearch(library, subject), await rankedPaperSearch(library, request)];
    expect(ranked.hits.map(({ id }) => id).toSorted()).toEqual(fused.hits.map(({ id }) => id).toSorted());
    expect(ranked.hits.map(({ score }) => score)).toEqual(fused.hits.map(({ score }) => score));
    expect(ranked.hits[0]?.id).toBe("eval:beside");
    const lexical = { ...subject, retrieval: "lexical" } as const;
    expect((await rankedPaperSearch(library, lexical)).hits).toEqual((await fusedPaperSearch(library, lexical)).hits);
  });

  it("keeps the fused order where the engine does not give the papers any more, and lets other errors pass", async () => {
    await using library = await openTestLibrary({ embedder: hashEmbedder() });
    await loadCollection(library, collection, () => undefined);
    const fused = await fusedPaperSearch(library, { ...request, query: "zebra plankton in water?" });
    const failing = (error: Error): Library => {
      const withVectors = async () => {
        throw error;
      };
      const papers = { ...library.engine.papers, withVectors };
      return { ...library, engine: { ...library.engine, papers } };
    };
    const silent = failing(new PublicError("engine_unavailable"));
    expect((await rankedPaperSearch(silent, request)).hits).toEqual(fused.hits);
    await expect(rankedPaperSearch(failing(new Error("a defect")), request)).rejects.toThrow("a defect");
  });

  it("hands on what its caller reads of the papers that it ranked", async () => {
    await using library = await openTestLibrary({ embedder: hashEmbedder() });
    await loadCollection(library, collection, () => undefined);
    const brought = new Map<string, object>();
    const bring = (papers: ReadonlyMap<string, object>) => papers.forEach((paper, id) => brought.set(id, paper));
    await rankedPaperSearch(library, { ...request, reads: { fields: ["year", "authors"], bring } });
    expect([...brought.keys()].toSorted()).toEqual(["eval:apart", "eval:bare", "eval:beside"]);
    expect(brought.get("eval:bare")).toMatchObject({ title: "Plankton zebra", year: null, authors: [] });
  });
});
