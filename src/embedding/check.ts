import { performance } from "node:perf_hooks";
import { rounded } from "../shared/rounding.ts";
import { isRefusal, type Embedder } from "./port.ts";

export interface EmbedderCheck {
  name: "norms" | "determinism" | "meaning";
  ok: boolean;
  /** What was seen, and what to look at where it is not as it should be. */
  says: string;
}

export interface EmbedderReport {
  model: string;
  dimensions: number;
  checks: EmbedderCheck[];
  /** Mean cosine of a question with the text that answers it, and with the others; a calibration tells more. */
  cosines: { own: number; others: number };
  texts_per_second: number;
}

/** Questions, each with the text that answers it and no other. */
const PAIRS = [
  [
    "does drinking coffee harm the liver",
    "Coffee and hepatic disease. In a cohort of adults, those who had three cups a day or more developed cirrhosis less often.",
  ],
  [
    "how to find the shortest way through a road network",
    "Contraction hierarchies. Routing over continental street maps is sped up by shortcuts between important junctions.",
  ],
  [
    "do language models translate without parallel text",
    "Unsupervised machine translation. We train on monolingual corpora alone, with back-translation and denoising.",
  ],
  [
    "why do stars of the same mass differ in brightness",
    "Stellar luminosity. Age and metallicity change the output of suns that weigh the same.",
  ],
  [
    "can soil bacteria replace nitrogen fertilizer",
    "Biological fixation in cereals. Inoculating wheat with diazotrophs reduced the need for synthetic ammonia.",
  ],
  [
    "is bridge corrosion visible to cameras on drones",
    "Aerial inspection of steel spans. Rust is detected in images that unmanned aircraft take.",
  ],
] as const;
/** Of the six questions so many must have their own text nearest; a weak model may miss one. */
const FOUND = 5;
const NORM_TOLERANCE = 1e-3;
/** Two vectors of one text: equal from a local model, nearly so from an endpoint that batches. */
const SAME = 0.9999;
const SPEED_WORDS = 180;
const SPEED_BATCH = 4;
const SPEED_MS = 3_000;

/** Embeds a few texts and says whether the vectors make sense, and how fast they come. Throws what the embedder throws. */
export async function checkEmbedder(embedder: Embedder, signal?: AbortSignal): Promise<EmbedderReport> {
  const texts = PAIRS.map(([, text]) => text);
  const vectors = await embedded(embedder, texts, signal);
  const again = (await embedded(embedder, texts.toReversed(), signal)).toReversed();
  const alone = await embedded(embedder, texts.slice(0, 1), signal);
  const questions: Float32Array[] = [];
  for (const [question] of PAIRS) questions.push(await embedder.embedQuery(question, signal));
  const cosines = questions.map((question) => vectors.map((vector) => dot(question, vector)));
  const meanOf = (values: readonly number[]) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 3);
  return {
    model: embedder.space.model,
    dimensions: embedder.space.dimensions,
    checks: [
      norms([...vectors, ...questions]),
      determinism([...again, ...alone], [...vectors, ...vectors.slice(0, 1)]),
      meaning(cosines),
    ],
    cosines: {
      own: meanOf(cosines.map((row, index) => row[index]!)),
      others: meanOf(cosines.flatMap((row, index) => row.filter((_, other) => other !== index))),
    },
    texts_per_second: await textsPerSecond(embedder, signal),
  };
}

function norms(vectors: readonly Float32Array[]): EmbedderCheck {
  const worst = Math.max(...vectors.map((vector) => Math.abs(Math.sqrt(dot(vector, vector)) - 1)));
  return { name: "norms", ok: worst <= NORM_TOLERANCE, says: `lengths differ from 1 by at most ${worst.toExponential(1)}` };
}

function determinism(vectors: readonly Float32Array[], others: readonly Float32Array[]): EmbedderCheck {
  const minimum = Math.min(...vectors.map((vector, index) => dot(vector, others[index]!)));
  return {
    name: "determinism",
    ok: minimum >= SAME,
    says: `a text alone, in a batch and in another order: cosines of at least ${rounded(Math.min(1, minimum), 5)}`,
  };
}

function meaning(cosines: readonly (readonly number[])[]): EmbedderCheck {
  const found = cosines.filter((row, index) => row.every((value, other) => other === index || value < row[index]!)).length;
  const ok = found >= FOUND;
  return {
    name: "meaning",
    ok,
    says: `${found} of ${cosines.length} questions are nearest to the text that answers them${ok ? "" : "; check that pooling and prefixes are what the model expects"}`,
  };
}

async function textsPerSecond(embedder: Embedder, signal?: AbortSignal): Promise<number> {
  const words = PAIRS.flatMap(([, text]) => text.split(" "));
  let done = 0;
  const started = performance.now();
  while (performance.now() - started < SPEED_MS) {
    // No text twice, as an endpoint may know one that it has seen.
    const batch = Array.from({ length: SPEED_BATCH }, (_, index) =>
      Array.from(
        { length: SPEED_WORDS },
        (_, place) => words[((done + index) * 7 + place * (1 + (index % 5))) % words.length],
      ).join(" "),
    );
    await embedded(
      embedder,
      batch.map((text, index) => `${done + index} ${text}`),
      signal,
    );
    done += batch.length;
  }
  return rounded(done / ((performance.now() - started) / 1_000), 1);
}

async function embedded(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  const results = await embedder.embedTexts(texts, signal);
  return results.map((result) => {
    if (isRefusal(result)) throw new Error(`the model refused a text: ${result.refused}`);
    return result;
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
