import type { Embedder } from "../embedding/port.ts";
import { opposed } from "../text/opposed.ts";
import { SAME_POINT } from "./extractive/points.ts";
import type { RankedPassage } from "./extractive/ranked-passages.ts";
import { sentenceVectors } from "../embedding/sentence-vectors.ts";
import { cosine } from "../evidence/similarity.ts";
import { isSameText } from "./quoted.ts";
import type { SummarySentence } from "./summarizer.ts";
import { pairs } from "../shared/pairs.ts";

/** A sentence of the evidence that is about the same as a quote of the answer, and worded the other way. */
export interface Opposing {
  passage: RankedPassage;
  quote: SummarySentence["quotes"][number];
}

/** The most that are shown. Chosen by reading answers, not measured apart. */
const MAX_SHOWN = 2;

/** What the evidence holds against the answer's quotes in so many words, the nearest to the question first. Needs vectors: without them, nothing. */
export async function opposingPassages(
  ranked: readonly RankedPassage[],
  summary: readonly SummarySentence[],
  embedder: Pick<Embedder, "embedTexts">,
  signal?: AbortSignal,
): Promise<Opposing[]> {
  if (summary.length === 0 || ranked.every(({ vector }) => vector === null)) return [];
  const quotes = summary.flatMap((sentence) => sentence.quotes);
  const texts = quotes.map(({ paper, start, end }) => paper.abstract!.slice(start, end));
  const quoted = pairs(quotes, pairs(texts, await sentenceVectors(embedder, texts, signal)));
  return ranked
    .flatMap((passage): Opposing[] => {
      const { vector } = passage;
      if (vector === null || quotes.some((quote) => holds(quote, passage))) return [];
      const found = quoted.find(
        ([quote, [text, own]]) =>
          quote.paper.paper_id !== passage.paper.paper.paper_id &&
          own !== null &&
          cosine(vector, own) >= SAME_POINT &&
          opposed(text, passage.text),
      );
      return found ? [{ passage, quote: found[0] }] : [];
    })
    .slice(0, MAX_SHOWN);
}

function holds({ paper, start, end }: Opposing["quote"], passage: RankedPassage): boolean {
  return isSameText(paper, passage.paper.paper) && start <= passage.start && passage.end <= end;
}
