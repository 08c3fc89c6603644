/** Graded judgments of one query: document id → gain, above 0 for relevant ones. */
export type Judgments = ReadonlyMap<string, number>;

/**
 * Normalized discounted cumulative gain at a rank: Σ gain/log2(rank+1) over the ranking, divided by that of the best possible
 * ranking; gains are taken as they stand (Järvelin and Kekäläinen 2002, as trec_eval computes it). 0 to 1.
 */
export function ndcg(ranking: readonly string[], judgments: Judgments, depth: number): number {
  const discounted = (gains: number[]) =>
    gains.slice(0, depth).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
  const best = discounted([...judgments.values()].filter((gain) => gain > 0).sort((a, b) => b - a));
  return best === 0 ? 0 : discounted(ranking.map((id) => Math.max(0, judgments.get(id) ?? 0))) / best;
}

/** The share of relevant documents among the first `depth`. 0 to 1. */
export function recall(ranking: readonly string[], judgments: Judgments, depth: number): number {
  const relevant = [...judgments].filter(([, gain]) => gain > 0).map(([id]) => id);
  const found = new Set(ranking.slice(0, depth));
  return relevant.length === 0 ? 0 : relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** One over the rank of the first relevant document within `depth`, else 0. */
export function reciprocalRank(ranking: readonly string[], judgments: Judgments, depth: number): number {
  const first = ranking.slice(0, depth).findIndex((id) => (judgments.get(id) ?? 0) > 0);
  return first === -1 ? 0 : 1 / (first + 1);
}
