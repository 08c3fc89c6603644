import type { RankedList } from "../engine/port.ts";

/** Where a document stood in one leg, 1 for the first. */
export interface LegRank {
  rank: number;
  score: number;
}

export interface FusedHit {
  id: string;
  /** Convex combination of both legs, 0 to 1. */
  score: number;
  lexical: LegRank | null;
  semantic: LegRank | null;
  /** Below the floor of relevance. */
  weak?: true;
}

/**
 * Convex combination of ranked lists: each leg's scores are divided by the leg's best one (floor 0), then averaged with `weight`
 * on the semantic leg (0 to 1). A document that a leg does not hold counts 0 there. With one leg only, that leg's scaled scores
 * stand alone. Best first, ties by id. Formula and weight: Bruch et al. 2023, “An Analysis of Fusion Functions for Hybrid
 * Retrieval”; measured on this product's collections in `docs/decisions.md`.
 */
export function fuse(lexical: RankedList | null, semantic: RankedList | null, weight: number): FusedHit[] {
  const hits = new Map<string, FusedHit>();
  const both = lexical !== null && semantic !== null;
  const add = (list: RankedList | null, leg: "lexical" | "semantic", share: number) => {
    const best = list?.hits[0]?.score ?? 0;
    for (const [index, { id, score }] of (list?.hits ?? []).entries()) {
      const hit = hits.get(id) ?? { id, score: 0, lexical: null, semantic: null };
      hit.score += best > 0 ? share * Math.max(0, score / best) : 0;
      hit[leg] = { rank: index + 1, score };
      hits.set(id, hit);
    }
  };
  add(lexical, "lexical", both ? 1 - weight : 1);
  add(semantic, "semantic", both ? weight : 1);
  return [...hits.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
