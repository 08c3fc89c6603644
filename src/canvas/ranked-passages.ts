import type { Embedder } from "../embedding/port.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { bm25 } from "./bm25.ts";
import { manner } from "./manner.ts";
import { passages } from "./passages.ts";
import { sentenceVectors } from "./sentence-vectors.ts";
import { cosine } from "./similarity.ts";
import type { Passage, SummaryRequest } from "./summarizer.ts";

/** Weights of a passage's relevance; each part is scaled to 0–1 over the candidates. Tuned on half of SciFact's marked sentences (`bench/canvas.ts`). */
const WEIGHTS = { bm25: 0.5, cosine: 0.5, position: 0.3, document: 0.5 } as const;
/** More than all weights together: the paper that a question is about speaks first. */
const ANCHOR_FIRST = 2;
/** How many candidates are embedded, the best by everything else; 40 choose no better, and an embedding costs 2 ms and more on a busy machine. */
const EMBEDDED = 12;

export interface RankedPassage extends Passage {
  relevance: number;
  /** Null where it was not embedded. */
  vector: Float32Array | null;
}

/**
 * The sentences that can be quoted for a question, the most relevant first, ties in the order of papers and abstracts. Without a question's vector only words
 * are compared. Throws `embedder_unavailable`.
 */
export async function rankedPassages(
  request: Pick<SummaryRequest, "question" | "vector" | "papers">,
  embedder: Pick<Embedder, "embedTexts">,
  signal?: AbortSignal,
): Promise<RankedPassage[]> {
  const all = passages(request.papers);
  const words = scaled(
    bm25(
      all.map((passage) => contentTerms(passage.text).map((term) => term.stem)),
      questionStems(request.question),
    ),
  );
  const documents = scaled(all.map(({ paper }) => (paper.anchor ? 1 : paper.score)));
  const base = all.map(
    ({ text, position, paper }, index) =>
      WEIGHTS.bm25 * words[index] +
      WEIGHTS.document * documents[index] +
      WEIGHTS.position * position +
      (paper.anchor ? ANCHOR_FIRST : 0) +
      manner(text),
  );
  const order = all.map((_, index) => index).sort((a, b) => base[b] - base[a] || a - b);
  const embedded = request.vector === null ? [] : order.slice(0, EMBEDDED);
  const vectors = await sentenceVectors(
    embedder,
    embedded.map((index) => all[index].text),
    signal,
  );
  const cosines = scaled(vectors.map((vector) => (vector && request.vector ? cosine(vector, request.vector) : 0)));
  return order
    .map((index, rank) => ({
      ...all[index],
      relevance: base[index] + WEIGHTS.cosine * (cosines[rank] ?? 0),
      vector: vectors[rank] ?? null,
    }))
    .sort((a, b) => b.relevance - a.relevance);
}

function scaled(values: number[]): number[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values.map((value) => (span > 0 ? (value - low) / span : 0));
}
