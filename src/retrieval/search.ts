import type { Collection, Target } from "../engine/port.ts";
import type { SearchResponse } from "../engine/searches.ts";
import { fuse, isCut, type FusedHit } from "./fusion.ts";
import { inUsualSpelling, withUsualSpelling } from "../text/usual-spelling.ts";
import { questionVector, type Degradation, type Library } from "./library.ts";

export const RETRIEVALS = ["hybrid", "lexical", "semantic"] as const;
export type Retrieval = (typeof RETRIEVALS)[number];

export interface FusedSearch {
  hits: FusedHit[];
  /** Distinct documents that either leg found; `gte` where a leg was cut at its depth. */
  total: { value: number; relation: "eq" | "gte" };
  /** The best cosine of the semantic leg, with what was searched by; null without one. */
  bestCosine: number | null;
  /** The question's own vector, where there is one. */
  vector: Float32Array | null;
  degraded: Degradation[];
}

/**
 * Searches one target with one or both legs and fuses what they found. `depth`: the most hits a leg; `timeoutMs`: the most time for both.
 * The semantic leg is left out, and said so, where the index or the embedder cannot serve it.
 */
export async function fusedSearch<Filters>(
  library: Library,
  target: Target,
  collection: Pick<Collection<unknown, Filters, string, string>, "search">,
  request: { query: string; retrieval: Retrieval; filters: Filters; depth: number; timeoutMs?: number },
  signal?: AbortSignal,
): Promise<FusedSearch> {
  const { query, retrieval, filters, depth, timeoutMs } = request;
  const asked =
    retrieval === "lexical"
      ? null
      : questionVector(library, target, inUsualSpelling(query), { strict: retrieval === "semantic", signal });
  const made = asked?.then((result) => ("vector" in result ? searchVectorOf(library, target, result.vector) : null));
  // Whoever waits for it hears of it; a search that fails first does not.
  made?.catch(() => undefined);
  const response: SearchResponse = await collection.search(
    { text: retrieval === "semantic" ? undefined : withUsualSpelling(query), vector: made, filters, depth },
    { signal, timeoutMs },
  );
  const result = await asked;
  const vector = result !== null && "vector" in result ? result.vector : null;
  const degraded: Degradation[] = result !== null && "degraded" in result ? [result.degraded] : [];
  if (response.partial)
    degraded.push({ part: "engine", reason: "Part of the index did not respond; results may be incomplete." });
  const hits = fuse(response.lexical, response.semantic, library.embedder.fusionWeight, depth);
  return {
    hits,
    total: {
      value: hits.length,
      relation: isCut(response.lexical) || (response.semantic?.hits.length ?? 0) >= depth ? "gte" : "eq",
    },
    bestCosine: response.semantic ? (response.semantic.hits[0]?.score ?? -1) : null,
    vector,
    degraded,
  };
}

/** What a question's vector is searched by: of papers what the model has learned of questions. */
export function searchVectorOf({ embedder }: Pick<Library, "embedder">, target: Target, question: Float32Array): Float32Array {
  return target === "papers" ? (embedder.searchVector?.(question) ?? question) : question;
}
