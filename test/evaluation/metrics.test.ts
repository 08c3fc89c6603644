import { describe, expect, it } from "vitest";
import { ndcg, recall, reciprocalRank } from "../../src/evaluation/metrics.ts";

const JUDGED = new Map([
  ["a", 3],
  ["b", 1],
  ["c", 0],
]);

describe("retrieval metrics", () => {
  it("nDCG is 1 for the best ranking and follows trec_eval in between", () => {
    expect(ndcg(["a", "b", "x"], JUDGED, 10)).toBe(1);
    expect(ndcg(["x", "a", "b"], JUDGED, 10)).toBeCloseTo((3 / Math.log2(3) + 1 / 2) / (3 + 1 / Math.log2(3)));
    expect(ndcg(["x", "c"], JUDGED, 10)).toBe(0);
    expect(ndcg(["x", "a"], JUDGED, 1)).toBe(0);
  });

  it("recall counts relevant documents within the depth alone", () => {
    expect(recall(["x", "b", "a"], JUDGED, 2)).toBe(0.5);
    expect(recall(["c"], JUDGED, 2)).toBe(0);
    expect(recall(["a"], new Map(), 2)).toBe(0);
  });

  it("the reciprocal rank is that of the first relevant document", () => {
    expect(reciprocalRank(["c", "b", "a"], JUDGED, 10)).toBe(0.5);
    expect(reciprocalRank(["x"], JUDGED, 10)).toBe(0);
  });
});
