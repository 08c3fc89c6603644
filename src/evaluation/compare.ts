import { rounded } from "../shared/rounding.ts";

/** The figure of one query in one run. */
export interface QueryFigure {
  /** Names the query among all of a run: collection and id. */
  id: string;
  text: string;
  "nDCG@10": number;
}

export interface Comparison {
  queries: number;
  before: number;
  after: number;
  difference: number;
  /** How often a difference at least as large arises where the two runs are alike: of a randomization test, two-sided. */
  p: number;
  better: number;
  worse: number;
  /** The queries that moved most, up or down. */
  moved: { id: string; text: string; before: number; after: number }[];
}

const ROUNDS = 10_000;
const MAX_MOVED = 20;

/**
 * Compares two runs over the queries that both have. The test flips the sign of each query's difference at random (Fisher's randomization test; Smucker, Allan and
 * Carterette 2007, “A Comparison of Statistical Significance Tests for Information Retrieval Evaluation”), always in the same way. Throws where no query is in both.
 */
export function compareRuns(before: readonly QueryFigure[], after: readonly QueryFigure[]): Comparison {
  const later = new Map(after.map((query) => [query.id, query["nDCG@10"]]));
  const rows = before.flatMap(({ id, text, "nDCG@10": own }) => {
    const other = later.get(id);
    return other === undefined ? [] : [{ id, text, before: own, after: other }];
  });
  if (rows.length === 0) throw new Error("the two runs have no query in common");
  const differences = rows.map((row) => row.after - row.before);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    queries: rows.length,
    before: rounded(mean(rows.map((row) => row.before)), 4),
    after: rounded(mean(rows.map((row) => row.after)), 4),
    difference: rounded(mean(differences), 4),
    p: rounded(randomization(differences), 4),
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    moved: rows
      .filter((row) => row.before !== row.after)
      .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_MOVED),
  };
}

function randomization(differences: readonly number[]): number {
  const moved = differences.filter((difference) => difference !== 0);
  const seen = Math.abs(moved.reduce((sum, difference) => sum + difference, 0));
  const random = sequence();
  let asLarge = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sum = moved.reduce((total, difference) => total + (random() < 0.5 ? difference : -difference), 0);
    if (Math.abs(sum) >= seen - 1e-12) asLarge += 1;
  }
  return (asLarge + 1) / (ROUNDS + 1);
}

/** Numbers from 0 to below 1, the same each time (mulberry32). */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
