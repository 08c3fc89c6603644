import { describe, expect, it } from "vitest";
import { compareRuns } from "../../src/evaluation/compare.ts";

const run = (values: number[], name = "q") =>
  values.map((value, index) => ({ id: `${name}${index}`, text: "?", "nDCG@10": value }));

describe("two runs compared", () => {
  it("over the queries of both: means, what got better and worse, and what moved most first", () => {
    const found = compareRuns([...run([0.5, 0.5, 0.5, 0.5]), ...run([1], "alone")], run([0.6, 0.1, 0.5, 0.9]));
    expect(found).toMatchObject({ queries: 4, before: 0.5, after: 0.525, difference: 0.025, better: 2, worse: 1 });
    expect(found.moved.map(({ id }) => id)).toEqual(["q1", "q3", "q0"]);
  });

  it("a gain of every query is none of chance, one that others undo is", () => {
    const before = run(Array.from({ length: 12 }, () => 0.5));
    expect(compareRuns(before, run(Array.from({ length: 12 }, () => 0.6))).p).toBeLessThan(0.005);
    const mixed = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 0.6 : 0.41));
    expect(compareRuns(before, run(mixed)).p).toBeGreaterThan(0.5);
    expect(compareRuns(before, before).p).toBe(1);
  });

  it("at most twenty queries that moved are named, and runs without a common query are refused", () => {
    expect(compareRuns(run(Array(30).fill(0)), run(Array(30).fill(1))).moved).toHaveLength(20);
    expect(() => compareRuns(run([1]), run([1], "other"))).toThrow("no query in common");
  });
});
