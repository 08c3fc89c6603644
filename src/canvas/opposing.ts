import type { Embedder } from "../embedding/port.ts";
import { opposed } from "./opposed.ts";
import { SAME_POINT } from "./points.ts";
import { rankedPassages, type RankedPassage } from "./ranked-passages.ts";
import { sentenceVectors } from "./sentence-vectors.ts";
import { cosine } from "./similarity.ts";
import type { SummaryRequest, SummarySentence } from "./summarizer.ts";

/** A sentence of the evidence that is about the same as a quote of the answer, and worded the other way. */
export interface Opposing {
  passage: RankedPassage;
  quote: SummarySentence["quotes"][number];
}

const MOST = 2;

/** What the evidence holds against the answer's quotes in so many words, the nearest to the question first. Needs vectors: without them, nothing. */
export async function opposingPassages(
  request: SummaryRequest,
  summary: readonly SummarySentence[],
  embedder: Pick<Embedder, "embedTexts">,
  signal?: AbortSignal,
): Promise<Opposing[]> {
  if (request.vector === null || summary.length === 0) return [];
  const quotes = summary.flatMap((sentence) => sentence.quotes);
  const texts = quotes.map(({ paper, start, end }) => paper.abstract!.slice(start, end));
  const vectors = await sentenceVectors(embedder, texts, signal);
  const ranked = await rankedPassages(request, embedder, signal);
  return ranked
    .flatMap((passage): Opposing[] => {
      const { vector } = passage;
      if (vector === null || quotes.some((quote) => holds(quote, passage))) return [];
      const index = quotes.findIndex(
        (quote, at) =>
          quote.paper.paper_id !== passage.paper.paper.paper_id &&
          vectors[at] !== null &&
          cosine(vector, vectors[at]) >= SAME_POINT &&
          opposed(texts[at], passage.text),
      );
      return index === -1 ? [] : [{ passage, quote: quotes[index] }];
    })
    .slice(0, MOST);
}

function holds({ paper, start, end }: Opposing["quote"], passage: RankedPassage): boolean {
  return paper.paper_id === passage.paper.paper.paper_id && start <= passage.start && passage.end <= end;
}
