import type { Library } from "../../retrieval/library.ts";
import { isClaim } from "../question/kind.ts";
import { LISTED, quotedSentences } from "./extractive.ts";
import { readOn, type Asked, type ReadPassages } from "./read-passages.ts";
import type { SummaryRequest } from "../summarizer.ts";

/** Below this predicted share of an outright answer the best quote hardly answers; chosen with what is read then (docs/decisions.md, 96). */
const CLEAR = 0.45;
/** Fewer statements than this leave an answer thin. */
const FEW = { statements: 2, entries: 4 } as const;

/**
 * What was read, or where that makes no good answer, what is found by reading on: among all papers near the question, also those with other words for its subject, four times as many sentences. `papers` reads these
 * papers. Throws `embedder_unavailable`.
 */
export async function readFurther(
  library: Pick<Library, "embedder" | "sentenceReader">,
  task: Asked & Pick<SummaryRequest, "limit">,
  first: ReadPassages,
  papers: () => Promise<SummaryRequest["papers"]>,
  signal?: AbortSignal,
): Promise<ReadPassages & { papers: SummaryRequest["papers"] }> {
  const stays = { ...first, papers: task.papers };
  if (first.ranked.every(({ reading }) => reading === null) || isClaim(task.question) || !isThin(first, task)) return stays;
  const wider = await papers();
  const ranked = await readOn(library, { ...task, papers: wider }, first.ranked, signal);
  // What was read first stands where the rest is late.
  return ranked === null ? stays : { ranked, degraded: [], papers: wider };
}

function isThin({ ranked }: ReadPassages, task: Asked & Pick<SummaryRequest, "limit">): boolean {
  const quotes = quotedSentences(ranked, task);
  if (LISTED.has(task.read.kind)) return quotes.length < FEW.entries;
  return quotes.length < FEW.statements || (quotes[0]?.answers ?? 0) < CLEAR;
}
