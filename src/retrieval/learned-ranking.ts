import type { Paper } from "../documents/paper.ts";
import { isEngineSilent } from "../errors.ts";
import type { FusedHit } from "./fusion.ts";
import type { Library } from "./library.ts";
import { fusedPaperSearch, type PaperSearch } from "./paper-search.ts";
import model from "./ranking.json" with { type: "json" };
import { RANKING_FEATURES, rankingFeatures, type Candidate, type RankingFeatures } from "./ranking-features.ts";
import { searchVectorOf, type FusedSearch } from "./search.ts";
import { subjectOf } from "./subject.ts";

/** So many of the first hits are put in the learned order. */
const RANKED = 30;

/**
 * `fusedPaperSearch` for the subject of the query, its first hits in the order of the learned ranking. Each place keeps its fused score, so that scores still fall from hit to hit. Where only one leg was
 * searched, or the papers cannot be read, the fused order stands.
 */
export async function rankedPaperSearch(library: Library, request: PaperSearch, signal?: AbortSignal): Promise<FusedSearch> {
  const { found, candidates, features } = await featuredSearch(library, request, signal);
  const first = candidates.map(({ hit }) => hit);
  const places = new Set(first.map(({ id }) => id));
  return { ...found, hits: [...inOrder(first, features), ...found.hits.filter(({ id }) => !places.has(id))] };
}

/** What was found, in fused order, and the features of its first hits, as far as there is anything to rank by. */
export async function featuredSearch(
  library: Library,
  request: PaperSearch,
  signal?: AbortSignal,
): Promise<{ found: FusedSearch; candidates: Candidate[]; features: RankingFeatures[] }> {
  const query = subjectOf(request.query);
  const found = await fusedPaperSearch(library, { ...request, query }, signal);
  const words = found.hits.flatMap(({ lexical }) => (lexical === null ? [] : [lexical.score]));
  if (found.vector === null || words.length === 0) return { found, candidates: [], features: [] };
  const candidates = await candidatesOf(library, found.hits.slice(0, RANKED), request, signal);
  const searched = searchVectorOf(library, "papers", found.vector);
  return { found, candidates, features: rankingFeatures(query, searched, Math.min(...words), candidates) };
}

/** What is ranked by. */
const RANKED_BY = ["paper_id", "title", "abstract"] as const satisfies readonly (keyof Paper)[];

/** The hits that can be read, with what the caller reads of them anyway; none where the engine does not answer. */
async function candidatesOf(
  library: Library,
  hits: readonly FusedHit[],
  { reads, timeoutMs }: PaperSearch,
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const ids = hits.map(({ id }) => id);
  const fields = [...new Set([...RANKED_BY, ...(reads?.fields ?? [])])];
  try {
    const found = await library.engine.papers.withVectors(ids, fields, { signal, timeoutMs });
    reads?.bring(new Map([...found].map(([id, { document }]) => [id, document])));
    return hits.flatMap((hit) => {
      const read = found.get(hit.id);
      return read === undefined ? [] : [{ hit, paper: read.document, vector: read.vector }];
    });
  } catch (error) {
    if (!isEngineSilent(error)) throw error;
    return [];
  }
}

/** The hits by fused score plus what the weights give each feature; their scores stay with the places. Pure. */
export function inOrder(hits: readonly FusedHit[], features: readonly RankingFeatures[]): FusedHit[] {
  const worth = hits.map(({ score }, index) =>
    RANKING_FEATURES.reduce((sum, name) => sum + model.weights[name] * features[index]![name], score),
  );
  const order = [...hits.keys()].sort((a, b) => worth[b]! - worth[a]! || a - b);
  return order.map((place, index) => ({ ...hits[place]!, score: hits[index]!.score }));
}
