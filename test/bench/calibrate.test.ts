import { expect, it } from "vitest";
import { bestWeight, supportMarginOf, thresholdOf, weightsOf } from "../../bench/calibrate/measures.ts";
import type { RankedList } from "../../src/engine/searches.ts";

const list = (...ids: string[]): RankedList => ({
  hits: ids.map((id, index) => ({ id, score: 1 - index / 10 })),
  total: { value: ids.length, relation: "eq" },
});

it("the threshold keeps 95 % of the questions that the library can answer", () => {
  const cosines = Array.from({ length: 100 }, (_, index) => 0.5 + index / 1_000);
  expect(thresholdOf(cosines)).toBe(0.5);
  expect(thresholdOf(cosines.map((cosine, index) => (index < 5 ? 0.1 : cosine + 0.2)))).toBe(0.7);
});

it("the margin lets 94 % of the relevant papers pass, within bounds", () => {
  const cosines = Array.from({ length: 100 }, (_, index) => (index < 6 ? 0.1 : 0.62 + index / 1_000));
  expect(supportMarginOf(0.7, cosines)).toBe(0.07);
  expect(supportMarginOf(0.3, cosines)).toBe(0.02);
  expect(supportMarginOf(0.95, cosines)).toBe(0.15);
});

it("the weight is the one that finds best, each collection counting the same; of equals the nearest to the middle", () => {
  const judgments = new Map([["right", 1]]);
  const words = { collection: "a", lexical: list("right", "wrong"), semantic: list("wrong", "other", "right"), judgments };
  const meaning = { collection: "b", lexical: list("wrong", "other", "right"), semantic: list("right", "wrong"), judgments };
  const weights = weightsOf([words], 200);
  expect(weights.map(({ weight }) => weight)).toContain(0.5);
  expect(bestWeight(weights)).toBeLessThan(0.5);
  expect(bestWeight(weightsOf([meaning], 200))).toBeGreaterThan(0.5);
  expect(weightsOf([words, words, words, meaning], 200)).toEqual(weightsOf([words, meaning], 200));
  expect(
    bestWeight([
      { weight: 0.2, "nDCG@10": 0.701 },
      { weight: 0.45, "nDCG@10": 0.7 },
      { weight: 0.9, "nDCG@10": 0.6 },
    ]),
  ).toBe(0.45);
});
