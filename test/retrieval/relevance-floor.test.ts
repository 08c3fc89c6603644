import { describe, expect, it } from "vitest";
import type { FusedHit } from "../../src/retrieval/fusion.ts";
import { relevantHits } from "../../src/retrieval/relevance-floor.ts";
import { paper } from "../support/documents.ts";

const hit = (id: string, cosine: number | null): FusedHit => ({
  id,
  score: 1,
  lexical: { rank: 1, score: 5 },
  semantic: cosine === null ? null : { rank: 1, score: cosine },
});
const HITS = [hit("doi:near", 0.45), hit("doi:further", 0.33), hit("doi:far", 0.31), hit("doi:words", null)];
const PAPERS = [paper({ paper_id: "doi:near", title: "Zebra plankton" }), paper({ paper_id: "doi:words", title: "Zebras" })];
const relevant = (text: string, bestCosine: number | null, hits = HITS) => {
  const found = relevantHits(hits, { text, papers: PAPERS, bestCosine }, { answerThreshold: 0.42, supportMargin: 0.1 });
  return found && [...found];
};

describe("the floor of relevance", () => {
  it("lies below the embedder's threshold, where anything reaches that", () => {
    expect(relevant("zebra plankton of the northern coast", 0.45)).toEqual(["doi:near", "doi:further"]);
    expect(relevant("zebra plankton of the northern coast", 0.41)).toEqual([]);
  });

  it("lets nothing pass where the nearest is not sure and no paper read has half of the words", () => {
    expect(relevant("lattice chromodynamics pasta recipe", 0.45)).toEqual([]);
    expect(relevant("lattice chromodynamics pasta recipe", 0.53)).toEqual(["doi:near", "doi:further"]);
  });

  it("lets a paper pass that has all words of a short query, however far it is in meaning", () => {
    expect(relevant("zebra", 0.2)).toEqual(["doi:near", "doi:words"]);
    expect(relevant("zebra chromodynamics", 0.2)).toEqual([]);
  });

  it("cannot be told where only words were compared", () => expect(relevant("zebra", null)).toBeNull());
});
