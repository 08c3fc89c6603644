import type { Paper } from "../documents/paper.ts";
import { rarity } from "../text/rarity.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import type { FusedHit } from "./fusion.ts";
import { sum } from "../shared/sum.ts";

/**
 * What the learned ranking knows of a paper beside its fused score, each about 0 to 1:
 * - `lexical`, `semantic`: the legs' scores as a share of the best; below the end of the lexical leg a little less than its last;
 * - `covered`: which share of the query's words title and abstract have, by rarity; `together`: the most of it within twenty words;
 * - `adjacent`, `near`: which share of the query's pairs of neighboring words stand side by side, or within eight words (then the less the further apart);
 * - `akin`: the cosine with the mean of the first three papers (pseudo-relevance feedback: Rocchio 1971), without itself;
 * - `abstract`: 1 where there is one.
 */
export const RANKING_FEATURES = ["lexical", "semantic", "covered", "together", "adjacent", "near", "akin", "abstract"] as const;
export type RankingFeatures = Record<(typeof RANKING_FEATURES)[number], number>;

/** A paper among the first of the fused ranking. */
export interface Candidate {
  hit: FusedHit;
  paper: Pick<Paper, "title" | "abstract">;
  /** Null: found by its words alone. */
  vector: Float32Array | null;
}

const FEEDBACK = 3;
/** What a paper that the lexical leg has not has of its last score; fusion gives such a share only where the leg was cut. The weights are for this. */
const BEYOND = 0.8;

/** The features of each candidate, which come in the order of their fused scores. `lastLexical`: the lowest score of the lexical leg. Pure. */
export function rankingFeatures(
  query: string,
  queryVector: Float32Array,
  lastLexical: number,
  candidates: readonly Candidate[],
): RankingFeatures[] {
  const bestLexical = Math.max(0, ...candidates.map(({ hit }) => hit.lexical?.score ?? 0)) || 1;
  const cosines = candidates.map(({ hit, vector }) => (vector === null ? (hit.semantic?.score ?? 0) : dot(vector, queryVector)));
  const bestCosine = Math.max(0, ...cosines) || 1;
  const feedback = candidates.slice(0, FEEDBACK).map(({ vector }) => vector);
  const words = wordsOf(query);
  return candidates.map(({ hit, paper, vector }, place) => ({
    lexical: (hit.lexical?.score ?? BEYOND * lastLexical) / bestLexical,
    semantic: Math.max(0, cosines[place]!) / bestCosine,
    ...inText(words, paper),
    akin:
      vector === null
        ? 0
        : cosineWithMean(
            vector,
            feedback.flatMap((other, index) => (other === null || index === place ? [] : [other])),
          ),
    abstract: paper.abstract === null || paper.abstract === "" ? 0 : 1,
  }));
}

interface QueryWords {
  /** The rarity of each stem, and of all together. */
  weights: ReadonlyMap<string, number>;
  total: number;
  /** Stems that follow one another, with the rarity of the commoner one. */
  pairs: { first: string; second: string; weight: number }[];
  totalOfPairs: number;
}

function wordsOf(query: string): QueryWords {
  const weights = new Map(questionStems(query).map((stem) => [stem, rarity(stem)]));
  const order = contentTerms(query).flatMap(({ stem }) => (weights.has(stem) ? [stem] : []));
  const pairs = order.slice(1).flatMap((second, index) => {
    const first = order[index]!;
    return first === second ? [] : [{ first, second, weight: Math.min(weights.get(first)!, weights.get(second)!) }];
  });
  return { weights, total: sum([...weights.values()]) || 1, pairs, totalOfPairs: sum(pairs.map(({ weight }) => weight)) || 1 };
}

const WINDOW = 20;
const NEAR = 8;

function inText({ weights, total, pairs, totalOfPairs }: QueryWords, { title, abstract }: Candidate["paper"]) {
  const places = new Map<string, number[]>();
  const found: { stem: string; at: number }[] = [];
  for (const [index, { stem, start }] of contentTerms(`${title} ${abstract ?? ""}`).entries()) {
    if (!weights.has(stem)) continue;
    // A word of the title does not stand beside the first of the abstract.
    const at = start > title.length ? index + 1 : index;
    found.push({ stem, at });
    places.set(stem, [...(places.get(stem) ?? []), at]);
  }
  let together = 0;
  for (const [index, { at }] of found.entries()) {
    const held = new Set<string>();
    for (let next = index; next < found.length && found[next]!.at < at + WINDOW; next += 1) held.add(found[next]!.stem);
    together = Math.max(together, sum([...held].map((stem) => weights.get(stem)!)));
  }
  let adjacent = 0;
  let near = 0;
  for (const { first, second, weight } of pairs) {
    const [before, after] = [places.get(first) ?? [], places.get(second) ?? []];
    const distances = before.flatMap((left) => after.map((right) => right - left));
    if (distances.includes(1)) adjacent += weight;
    const nearest = Math.min(Infinity, ...distances.map(Math.abs));
    if (nearest <= NEAR) near += weight / nearest;
  }
  const covered = sum([...places.keys()].map((stem) => weights.get(stem)!));
  return { covered: covered / total, together: together / total, adjacent: adjacent / totalOfPairs, near: near / totalOfPairs };
}

function cosineWithMean(vector: Float32Array, others: readonly Float32Array[]): number {
  const total = new Float32Array(vector.length);
  for (const other of others) for (let index = 0; index < total.length; index += 1) total[index]! += other[index]!;
  const norm = Math.sqrt(dot(total, total));
  return norm === 0 ? 0 : dot(vector, total) / norm;
}

function dot(left: Float32Array, right: Float32Array): number {
  let product = 0;
  for (let index = 0; index < left.length; index += 1) product += left[index]! * right[index]!;
  return product;
}
