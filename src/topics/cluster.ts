import { pairs } from "../shared/pairs.ts";
import { seededRandom } from "./random.ts";
import { dot, matrix, matrixOf, nearestRow, normalize, rowOf, type Matrix } from "./vectors.ts";

export interface ClusterOptions {
  /** The most clusters. */
  clusters: number;
  /** Clusters of fewer points are dissolved. */
  minimumPoints: number;
  seed: number;
  /** Centroids to begin with; where there are fewer than `clusters`, further ones are sought. */
  begin?: Matrix;
  /** Told between steps how far it is, 0 to 1. */
  onProgress?: (share: number) => void;
}

const BATCH = 2_048;
/** Passes over all points: so many in small batches, which moves fast, then so many whole ones, which settles. */
const BATCH_PASSES = 2;
const WHOLE_PASSES = 3;
/** Points looked at for first centroids, a cluster. */
const SEEDING_POINTS = 20;
const SEEDING_TRIALS = 4;

/**
 * Spherical k-means: unit vectors are grouped around unit centroids so that the cosines between them are large (Dhillon & Modha 2001), begun as
 * greedy k-means++ does (Arthur & Vassilvitskii 2007), moved in mini-batches (Sculley 2010), then settled over all points. Yields the centroids; those
 * of clusters that are too small are left out. Pure: the same points, options and seed give the same centroids.
 */
export function cluster(points: Matrix, options: ClusterOptions): Matrix {
  const { clusters, minimumPoints, seed, onProgress = () => undefined } = options;
  if (points.rows === 0) return matrix(0, points.dimensions);
  const random = seededRandom(seed);
  const passes = BATCH_PASSES + WHOLE_PASSES + 1;
  let centroids = seeded(points, clusters, random, options.begin);
  onProgress(1 / (passes + 1));
  moveInBatches(points, centroids, { random, settled: options.begin?.rows ?? 0 }, (share) =>
    onProgress((1 + share * BATCH_PASSES) / (passes + 1)),
  );
  for (let pass = 0; pass < WHOLE_PASSES; pass += 1) {
    centroids = means(points, centroids, minimumPoints);
    onProgress((2 + BATCH_PASSES + pass) / (passes + 1));
  }
  return centroids;
}

/**
 * Random points far from one another: several are drawn, each with a chance that grows with its distance from those that were chosen, and the one
 * is chosen that leaves all points nearest to some chosen one.
 */
function seeded(points: Matrix, clusters: number, random: () => number, begin?: Matrix): Matrix {
  const count = Math.min(clusters, points.rows);
  const chosen = begin ? Array.from({ length: Math.min(count, begin.rows) }, (_, row) => rowOf(begin, row)) : [];
  const candidates = drawn(points.rows, SEEDING_POINTS * count, random);
  const closer = (distances: Float64Array, centroid: Float32Array) =>
    distances.map((distance, index) => Math.min(distance, Math.max(0, 1 - dot(rowOf(points, candidates[index]!), centroid))));
  let distances = new Float64Array(candidates.length).fill(2);
  for (const centroid of chosen) distances = closer(distances, centroid);
  while (chosen.length < count) {
    let best: { centroid: Float32Array; distances: Float64Array<ArrayBuffer>; sum: number } | undefined;
    for (let trial = 0; trial < SEEDING_TRIALS; trial += 1) {
      const centroid = rowOf(points, candidates[weighted(distances, random)]!);
      const left = closer(distances, centroid);
      const sum = left.reduce((total, distance) => total + distance, 0);
      if (best === undefined || sum < best.sum) best = { centroid, distances: left, sum };
    }
    chosen.push(best!.centroid);
    distances = best!.distances;
  }
  return matrixOf(chosen, points.dimensions);
}

/** Different rows in a random order, at most `maximum`. */
function drawn(rows: number, maximum: number, random: () => number): number[] {
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  const count = Math.min(rows, maximum);
  for (let index = 0; index < count; index += 1) {
    const other = index + Math.floor(random() * (rows - index));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return [...order.subarray(0, count)];
}

function weighted(weights: Float64Array, random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return Math.floor(random() * weights.length);
}

/** Each point moves its centroid by a share that shrinks with the points seen; the first `settled` centroids have seen their share already. */
function moveInBatches(
  points: Matrix,
  centroids: Matrix,
  { random, settled }: { random: () => number; settled: number },
  onProgress: (share: number) => void,
): void {
  const seen = new Float64Array(centroids.rows).fill(points.rows / centroids.rows, 0, settled);
  const batches = Math.ceil((points.rows * BATCH_PASSES) / BATCH);
  for (let batch = 0; batch < batches; batch += 1) {
    const rows = Array.from({ length: Math.min(BATCH, points.rows) }, () => Math.floor(random() * points.rows));
    const homes = rows.map((row) => nearestRow(centroids, rowOf(points, row)).row);
    for (const [row, home] of pairs(rows, homes)) {
      const times = (seen[home] ?? 0) + 1;
      seen[home] = times;
      moveToward(rowOf(centroids, home), rowOf(points, row), 1 / times);
    }
    for (const home of new Set(homes)) normalize(rowOf(centroids, home));
    onProgress((batch + 1) / batches);
  }
}

function moveToward(centroid: Float32Array, point: Float32Array, share: number): void {
  for (let index = 0; index < centroid.length; index += 1) centroid[index]! += share * (point[index]! - centroid[index]!);
}

/** The means of the points nearest to each centroid, without the clusters that are too small (the largest stays in any case). */
function means(points: Matrix, centroids: Matrix, minimumPoints: number): Matrix {
  const sums = matrix(centroids.rows, centroids.dimensions);
  const sizes = new Uint32Array(centroids.rows);
  for (let row = 0; row < points.rows; row += 1) {
    const point = rowOf(points, row);
    const home = nearestRow(centroids, point).row;
    sizes[home]! += 1;
    const sum = rowOf(sums, home);
    for (let index = 0; index < sum.length; index += 1) sum[index]! += point[index]!;
  }
  const largest = sizes.indexOf(sizes.reduce((maximum, size) => Math.max(maximum, size), 0));
  const kept = [...sizes.entries()]
    .filter(([home, size]) => size >= minimumPoints || home === largest)
    .map(([home]) => rowOf(sums, home));
  for (const centroid of kept) normalize(centroid);
  return matrixOf(kept, centroids.dimensions);
}
