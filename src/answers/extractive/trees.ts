import type { Features } from "./linear.ts";

/**
 * Regression trees whose values are added up (gradient boosting, Friedman 2001). A node is a leaf's value, or [index of the feature, threshold, node where the feature
 * is at most the threshold, node where it is above].
 */
export interface Trees {
  /** Names of features; one that is not given is 0. */
  features: readonly string[];
  base: number;
  trees: readonly TreeNode[];
}

export type TreeNode = number | readonly [feature: number, threshold: number, below: TreeNode, above: TreeNode];

/** The base plus the value of the leaf that the features lead to in each tree. */
export function boosted({ features: names, base, trees }: Trees, features: Features): number {
  const values = names.map((name) => features[name] ?? 0);
  return trees.reduce<number>((sum, tree) => sum + leaf(tree, values), base);
}

function leaf(tree: TreeNode, values: readonly number[]): number {
  let node = tree;
  while (typeof node !== "number") node = values[node[0]]! <= node[1] ? node[2] : node[3];
  return node;
}
