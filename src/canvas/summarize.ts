import type { Degradation, Library } from "../retrieval/library.ts";
import { extractiveSummarizer } from "./extractive.ts";
import { SummarizerFailure, writeWithModel } from "./llm.ts";
import type { SummaryRequest, SummarySentence } from "./summarizer.ts";
import type { CanvasAnswer } from "./types.ts";

export interface Summary {
  sentences: SummarySentence[];
  /** Who wrote them, all of them. */
  summarizer: CanvasAnswer["summarizer"];
  degraded: Degradation[];
}

/**
 * The sentences of an answer: by the language model where there is one, else quotes. Where the model fails, or too little of what it wrote
 * holds up, the quotes stand in and `degraded` says so; the two are never mixed. `quotesOnly` asks no model.
 */
export async function summarize(
  { embedder, languageModel }: Pick<Library, "embedder" | "languageModel">,
  request: SummaryRequest,
  { quotesOnly }: { quotesOnly: boolean },
  signal?: AbortSignal,
): Promise<Summary> {
  const quotes = async (degraded: Degradation[]) => {
    const { name, model, summarize } = extractiveSummarizer(embedder);
    return { sentences: await summarize(request, signal), summarizer: { name, model }, degraded };
  };
  const readable = request.papers.some(({ paper }) => paper.abstract !== null);
  if (!languageModel || quotesOnly || !readable) return quotes([]);
  try {
    const { sentences, dropped, looked_at } = await writeWithModel(languageModel, request, signal);
    const left = `${dropped} of ${looked_at} statements of the language model were left out: they did not hold up against their sources.`;
    return {
      sentences,
      summarizer: { name: languageModel.kind, model: languageModel.model },
      degraded: dropped === 0 ? [] : [{ part: "summarizer", reason: left }],
    };
  } catch (error) {
    if (!(error instanceof SummarizerFailure)) throw error;
    return quotes([{ part: "summarizer", reason: `${error.message} The answer is quotes instead.` }]);
  }
}
