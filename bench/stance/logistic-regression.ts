import type { Features, LinearWeights } from "../../src/answers/extractive/linear.ts";

export interface Example {
  features: Features;
  positive: boolean;
  weight: number;
}

/** Newton's method is done after so few steps where the penalty is above 0. */
const STEPS = 12;

/** Weights that maximize the likelihood of the examples less `penalty` times half the sum of their squares; the bias is free. */
export function fitLogistic(examples: readonly Example[], penalty: number): LinearWeights {
  const names = Object.keys(examples[0]!.features);
  const rows = examples.map(({ features }) => [1, ...names.map((name) => features[name]!)]);
  const size = names.length + 1;
  let weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, index) => (index === 0 ? 0 : penalty * weight));
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? (row === 0 ? 1e-9 : penalty) : 0)));
    for (const [index, row] of rows.entries()) {
      const { positive, weight } = examples[index]!;
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * weights[at]!, 0)));
      for (let a = 0; a < size; a++) {
        gradient[a]! += weight * (chance - Number(positive)) * row[a]!;
        for (let b = 0; b < size; b++) curvature[a]![b]! += weight * chance * (1 - chance) * row[a]! * row[b]!;
      }
    }
    const move = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight - move[index]!);
  }
  const rounded = weights.map((weight) => Math.round(1000 * weight) / 1000);
  return { bias: rounded[0]!, weights: Object.fromEntries(names.map((name, index) => [name, rounded[index + 1]!])) };
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  for (let column = 0; column < rows.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < rows.length; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let at = column; at <= rows.length; at++) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, index) => row[rows.length]! / row[index]!);
}
