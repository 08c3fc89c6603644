import type { FusedHit } from "../retrieval/fusion.ts";
import type { Around } from "./neighbors.ts";

/** What a paper's nearness to the paper that is asked about counts beside its nearness to the question. */
const AROUND_SHARE = 0.5;
/** Added for a paper of which a signal says that it cites, or is named together with, the paper that is asked about. */
const CONNECTED = 0.25;

/** The hits of a question, moved by what stands around the paper asked about, that paper left out; best first, ties by id. */
export function steeredHits(hits: readonly FusedHit[], around: Around): FusedHit[] {
  return connected(mixed(hits, around.near), around)
    .filter((hit) => hit.id !== around.paper.paper_id)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function mixed(hits: readonly FusedHit[], others: readonly FusedHit[]): FusedHit[] {
  const scores = new Map(others.map((hit) => [hit.id, hit.score]));
  const known = new Set(hits.map((hit) => hit.id));
  const further = others.filter((hit) => !known.has(hit.id)).map(({ id }) => unfound(id));
  return [...hits, ...further].map((hit) => ({
    ...hit,
    score: (1 - AROUND_SHARE) * hit.score + AROUND_SHARE * (scores.get(hit.id) ?? 0),
  }));
}

function connected(hits: readonly FusedHit[], { cites, shares }: Around): FusedHit[] {
  const named = cites.union(shares);
  const known = new Set(hits.map((hit) => hit.id));
  const further = [...named].filter((id) => !known.has(id)).map(unfound);
  return [...hits, ...further].map((hit) => (named.has(hit.id) ? { ...hit, score: Math.min(1, hit.score + CONNECTED) } : hit));
}

function unfound(id: string): FusedHit {
  return { id, score: 0, lexical: null, semantic: null };
}
