import type { Embedder } from "../../src/embedding/port.ts";
import type { EmbeddingSpace } from "../../src/engine/port.ts";
import { seededRandom } from "../../src/topics/random.ts";

/** Seconds, and the seconds of processor time of all threads of this process: the latter hardly depend on what else runs. */
export interface Spent {
  seconds: number;
  cpu: number;
}

/** What has passed since it was started, each time it is asked. */
export function stopwatch(): () => Spent {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - began) / 1_000, cpu: (user + system) / 1e6 };
  };
}

/** Vectors that depend on their text alone and cost nothing to make. */
export function randomVectors(space: EmbeddingSpace): Embedder {
  const vectorOf = (text: string): Float32Array => {
    const random = seededRandom(text.length * 31 + (text.codePointAt(6) ?? 0));
    const vector = Float32Array.from({ length: space.dimensions }, () => random() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((component) => component / length);
  };
  return {
    kind: "local",
    space,
    fusionWeight: 0.5,
    answerThreshold: 0,
    supportMargin: 0.1,
    embedQuery: async (text) => vectorOf(text),
    embedTexts: async (texts) => texts.map(vectorOf),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The value below which this share of the values lies; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
