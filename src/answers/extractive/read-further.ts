import { isEngineSilent, PublicError } from "../../errors.ts";
import type { Library } from "../../retrieval/library.ts";
import { isClaim } from "../question/kind.ts";
import { isInDoubt } from "./doubt.ts";
import { LISTED, quotedSentences } from "./extractive.ts";
import { asRead, readOn, type Asked, type ReadPassages } from "./read-passages.ts";
import { isQuoted } from "../quoted.ts";
import type { SummaryRequest, SummarySentence } from "../summarizer.ts";

/** Below this predicted share of an outright answer the best quote hardly answers; chosen with what is read then (docs/decisions.md, 97). */
const CLEAR = 0.5;
/** Fewer statements than this leave an answer thin. */
const FEW = { statements: 2, entries: 4 } as const;

type Task = Asked & Pick<SummaryRequest, "limit">;
type Found = ReadPassages & { papers: SummaryRequest["papers"] };

/**
 * What was read, or where that makes no good answer, what is found by reading on, if that is better: among all papers near the question, also those with other words for its subject, 64 sentences. `papers` reads these
 * papers. Where they, the reader or the embedder do not answer, what was read first stands.
 */
export async function readFurther(
  library: Pick<Library, "embedder" | "sentenceReader">,
  task: Task,
  first: ReadPassages,
  papers: () => Promise<SummaryRequest["papers"]>,
  signal?: AbortSignal,
): Promise<Found> {
  const stays = { ...first, papers: task.papers };
  if (first.ranked.every(({ reading }) => reading === null) || isClaim(task.question)) return stays;
  const quotes = surelyQuoted(first.ranked, task);
  if (!isThin(quotes, task)) return stays;
  try {
    const wider = await papers();
    const quoted = new Set(first.ranked.filter((passage) => isQuoted(passage, quotes)).map(asRead));
    const ranked = await readOn(library, { ...task, papers: wider }, { readings: first.readings, quoted }, signal);
    if (ranked === null || isWorse(surelyQuoted(ranked, task), quotes, task)) return stays;
    return { ranked, degraded: [], papers: wider };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isEngineSilent(error) && !(error instanceof PublicError && error.code === "embedder_unavailable")) throw error;
    return stays;
  }
}

/** What is quoted in doubt makes no answer better. */
function surelyQuoted(ranked: ReadPassages["ranked"], task: Task): SummarySentence[] {
  return quotedSentences(ranked, task, { inDoubt: false });
}

function isThin(quotes: readonly SummarySentence[], { read }: Task): boolean {
  if (LISTED.has(read.kind)) return quotes.length < FEW.entries;
  return quotes.length < FEW.statements || answers(quotes) < CLEAR || isInDoubt(quotes.map(({ answers: share = 0 }) => share));
}

/** A list is worse with fewer entries, any other answer with a poorer first quote and no more of them. */
function isWorse(after: readonly SummarySentence[], before: readonly SummarySentence[], { read }: Task): boolean {
  if (LISTED.has(read.kind)) return after.length < before.length;
  return answers(after) < answers(before) && after.length <= before.length;
}

function answers([first]: readonly SummarySentence[]): number {
  return first?.answers ?? 0;
}
