/** Named numbers; what is not named is 0. */
export type Features = Readonly<Record<string, number>>;

export interface LinearWeights {
  bias: number;
  weights: Features;
}

/** Bias plus the weighted sum of the features that the model knows. */
export function linear({ bias, weights }: LinearWeights, features: Features): number {
  let sum = bias;
  for (const [name, value] of Object.entries(features)) sum += (weights[name] ?? 0) * value;
  return sum;
}
