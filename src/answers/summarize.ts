import type { Degradation, Library } from "../retrieval/library.ts";
import { quotedSentences } from "./extractive/extractive.ts";
import type { RankedPassage } from "./extractive/ranked-passages.ts";
import { SummarizerFailure, writeWithModel } from "./model/llm.ts";
import type { SummaryRequest, SummarySentence } from "./summarizer.ts";
import type { AnswerWatch } from "./watch.ts";
import type { CanvasAnswer } from "./schema.ts";

export interface Summary {
  sentences: SummarySentence[];
  /** Who wrote them, all of them. */
  summarizer: CanvasAnswer["summarizer"];
  degraded: Degradation[];
}

/**
 * The sentences of an answer: by the language model where there is one, else quotes. Where the model fails, or too little of what it wrote
 * holds up, the quotes stand in and `degraded` says so; the two are never mixed. `ranked`: what can be quoted. `quotesOnly` asks no model. `watch` is told the
 * model's sentences while it writes.
 */
export async function summarize(
  { languageModel }: Pick<Library, "languageModel">,
  request: SummaryRequest,
  ranked: readonly RankedPassage[],
  { quotesOnly, watch }: { quotesOnly: boolean; watch?: AnswerWatch | undefined },
  signal?: AbortSignal,
): Promise<Summary> {
  const quotes = (degraded: Degradation[]): Summary => ({
    sentences: quotedSentences(ranked, request),
    summarizer: { name: "extractive", model: null },
    degraded,
  });
  const readable = request.papers.some(({ paper }) => paper.abstract !== null);
  if (!languageModel || quotesOnly || !readable) return quotes([]);
  try {
    const { sentences, dropped, looked_at } = await writeWithModel(languageModel, request, { watch, signal });
    const left = `${dropped} of ${looked_at} sentences written by the LLM were left out because they failed the check against their sources.`;
    return {
      sentences,
      summarizer: { name: languageModel.kind, model: languageModel.model },
      degraded: dropped === 0 ? [] : [{ part: "summarizer", reason: left }],
    };
  } catch (error) {
    if (!(error instanceof SummarizerFailure)) throw error;
    watch?.withdrawn();
    return quotes([{ part: "summarizer", reason: `${error.message} The answer consists of quotes instead.` }]);
  }
}
