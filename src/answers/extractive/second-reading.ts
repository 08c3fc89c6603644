import { inTime, isPaused } from "../../reranking/in-time.ts";
import type { SentenceReader } from "../../reranking/port.ts";
import type { Degradation } from "../../retrieval/library.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { answering } from "./answering.ts";
import { demandsMet } from "./demands.ts";
import type { SummaryRequest } from "../summarizer.ts";
import type { RankedPassage } from "./ranked-passages.ts";

/** So many of the most promising sentences are read again, each together with the question. */
export const READ_AGAIN = 12;
const PATIENCE = { mostMs: 1_000, share: 0.4, pauseMs: 3_000 } as const;
/** Characters of a sentence and of a question that are read. */
const LONGEST = 1_000;

const READ_ONCE: Degradation = {
  part: "reranker",
  reason: "The sentences were not read a second time together with the question, so the best one may not come first.",
};

interface Again {
  ranked: RankedPassage[];
  degraded: Degradation[];
}

/** Whether the best sentences of these papers will be read again, as far as is known before. Pure but for the time. */
export function willReadAgain(
  reader: SentenceReader | undefined,
  { vector, papers }: Pick<SummaryRequest, "vector" | "papers">,
): boolean {
  return reader !== undefined && vector !== null && !isPaused(reader) && !papers.some(({ anchor }) => anchor);
}

/**
 * The same passages; those that promise most carry what a cross-encoder made of question, title and sentence (`reading`). Without one, where the question is about one
 * paper, or where there is nothing to choose from, nothing changes. A cross-encoder that fails or is late changes nothing either, is not asked for three seconds, and that is said.
 */
export async function readAgain(
  reader: SentenceReader | undefined,
  ranked: RankedPassage[],
  { question, read }: { question: string; read: ReadQuestion },
  signal?: AbortSignal,
): Promise<Again> {
  if (!reader || ranked.some(({ paper }) => paper.anchor)) return { ranked, degraded: [] };
  const compared = ranked.filter(({ vector }) => vector !== null);
  if (compared.length < 2) return { ranked, degraded: [] };
  if (isPaused(reader)) return { ranked, degraded: [READ_ONCE] };
  const scores = answering(compared, read).map((score, index) => score * demandsMet(compared[index]!, read, question));
  const chosen = [...compared.keys()]
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, READ_AGAIN)
    .map((index) => compared[index]!);
  await reader.open();
  const texts = chosen.map(asRead);
  const readings = await inTime(reader, (ended) => reader.readings(question.slice(0, LONGEST), texts, ended), PATIENCE, signal);
  if (readings === null) return { ranked, degraded: [READ_ONCE] };
  const known = new Map(chosen.map((passage, index) => [passage, readings[index]!]));
  return { ranked: ranked.map((passage) => ({ ...passage, reading: known.get(passage) ?? null })), degraded: [] };
}

/** A sentence as a cross-encoder reads it: behind its paper's title, which often names what the sentence calls “it”. */
export function asRead({ text, paper }: Pick<RankedPassage, "text" | "paper">): string {
  return `${paper.paper.title}. ${text}`.slice(0, LONGEST);
}
