import { SummarizerFailure, writeWithModel } from "../answers/model/llm.ts";
import type { SummaryRequest } from "../answers/summarizer.ts";
import { paperFromInput } from "../documents/merge.ts";
import { PaperInput } from "../documents/paper.ts";
import { LanguageModelError } from "../language-model/port.ts";
import type { Library } from "../retrieval/library.ts";
import type { Finding } from "./doctor-finding.ts";

/**
 * Whether what writes the answers does its work. A language model is given a question over two sentences, as any question is put to it, and
 * what it writes is checked as any answer is.
 */
export async function summarizerFinding({ languageModel }: Pick<Library, "languageModel">): Promise<Finding> {
  const part = "summarizer";
  if (!languageModel) return { part, state: "ok", says: "extractive: answers are quotes, no LLM is used" };
  const { model } = languageModel;
  const started = performance.now();
  try {
    const { looked_at: claims } = await writeWithModel(languageModel, trial());
    const took = Math.round(performance.now() - started);
    return { part, state: "ok", says: `${model} answered in ${took} ms; citations verified: ${claims} of ${claims}` };
  } catch (error) {
    if (!(error instanceof SummarizerFailure)) throw error;
    if (error.cause instanceof LanguageModelError) {
      const remedy = "Check SUMMARIZER_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY; answers are quotes until it responds.";
      return { part, state: "failed", says: `${model}: ${error.message} (${error.cause.message})`, remedy };
    }
    const remedy = "Answers fall back to quotes when this happens. Another model may follow its sources more closely.";
    return { part, state: "attention", says: `${model} responds, but its answer cannot be used: ${error.message}`, remedy };
  }
}

function trial(): SummaryRequest {
  const input = PaperInput.parse({
    title: "Dense and sparse retrieval compared",
    abstract:
      "Dense retrieval finds passages by the distance of vectors. On questions about rare names it falls 12 points behind BM25, which matches words.",
  });
  const provenance = { source: { name: "doctor", url: null, license: null }, run_id: "", ingested_at: "" };
  const paper = paperFromInput(input, provenance);
  return {
    question: "When does dense retrieval fall behind BM25?",
    vector: null,
    papers: [{ paper, score: 1, cosine: null, anchor: false }],
    limit: 2,
  };
}
