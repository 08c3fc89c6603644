import { passageText } from "../documents/passage.ts";
import { isRefusal, type Embedder } from "../embedding/port.ts";
import { PublicError } from "../errors.ts";
import type { EvidencePaper } from "./evidence-paper.ts";
import { cosine } from "./similarity.ts";

/**
 * The same papers; one whose abstract is further from the question than an answer needs, but that was found by a passage, is as near as that passage. These few passages are embedded
 * when a question is asked. Without an embedder, or without a question's vector, nothing changes.
 */
export async function nearByPassage(
  embedder: Pick<Embedder, "embedTexts" | "answerThreshold">,
  question: Float32Array | null,
  papers: readonly EvidencePaper[],
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  const isFar = (item: EvidencePaper) => item.cosine !== null && item.cosine < embedder.answerThreshold;
  const texts = papers.map((item) => (isFar(item) && item.passage !== undefined ? passageText(item.passage) : null));
  const wanted = texts.filter((text) => text !== null);
  if (question === null || wanted.length === 0) return [...papers];
  const vectors = (await embedder.embedTexts(wanted, signal).catch(noneIfAway)).values();
  return papers.map((item, index) => {
    const vector = texts[index] === null ? undefined : vectors.next().value;
    if (vector === undefined || isRefusal(vector)) return item;
    return { ...item, cosine: Math.max(item.cosine!, cosine(vector, question)) };
  });
}

function noneIfAway(error: unknown): never[] {
  if (error instanceof PublicError && error.code === "embedder_unavailable") return [];
  throw error;
}
