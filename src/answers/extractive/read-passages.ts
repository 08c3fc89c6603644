import { inTime, isPaused } from "../../reranking/in-time.ts";
import type { Reading, SentenceReader } from "../../reranking/port.ts";
import type { Degradation, Library } from "../../retrieval/library.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { SummaryRequest } from "../summarizer.ts";
import { mostPromising } from "./promising.ts";
import type { QuotablePassage } from "./passages.ts";
import { rankedPassages, type Choice, type RankedPassage } from "./ranked-passages.ts";

const PATIENCE = { maxMs: 1_000, share: 0.4, pauseMs: 3_000 } as const;
/** Characters of a sentence and of a question that are read. */
const MAX_LENGTH = 1_000;
/** Fewer sentences leave nothing to choose from. */
const MIN_READ = 2;

const NOT_READ: Degradation = {
  part: "reranker",
  reason: "The model that reads sentences did not respond in time, so the best sentence may not come first.",
};

interface ReadPassages {
  ranked: RankedPassage[];
  degraded: Degradation[];
}

type Asked = Pick<SummaryRequest, "question" | "kind" | "vector" | "papers"> & { read: ReadQuestion };

/**
 * The sentences that can be quoted, the most relevant first; those that promise most by words carry what a cross-encoder made of question, title and sentence (`reading`). They are read while they
 * are embedded. Without a cross-encoder, or where the question is about one paper, more are embedded and none is read; so too where it fails or is late: then that is said, and it is
 * not asked for three seconds. Throws `embedder_unavailable`.
 */
export async function readPassages(
  { embedder, sentenceReader: reader }: Pick<Library, "embedder" | "sentenceReader">,
  asked: Asked,
  signal?: AbortSignal,
): Promise<ReadPassages> {
  const comparedAlone = async (degraded: Degradation[] = []) => ({
    ranked: await rankedPassages(asked, embedder, { signal }),
    degraded,
  });
  if (reader === undefined || asked.vector === null || asked.papers.some(({ anchor }) => anchor)) return comparedAlone();
  if (isPaused(reader)) return comparedAlone([NOT_READ]);
  await reader.open();
  const promising = mostPromising(asked.read, asked.question);
  let chosen: readonly QuotablePassage[] = [];
  let reading: Promise<Reading[] | null> = Promise.resolve([]);
  const choose: Choice = (items) => {
    const found = promising(items);
    if (found.length < MIN_READ) return found;
    chosen = found.map(({ passage }) => passage);
    reading = readingsOf(reader, asked.question, chosen, signal);
    // Where embedding fails first, nobody waits for it any more.
    reading.catch(() => undefined);
    return found;
  };
  const ranked = await rankedPassages(asked, embedder, { signal, choose });
  const readings = await reading;
  if (readings === null) return comparedAlone([NOT_READ]);
  return { ranked: ranked.map((passage) => ({ ...passage, reading: readings[placeOf(passage, chosen)] ?? null })), degraded: [] };
}

function readingsOf(reader: SentenceReader, question: string, passages: readonly QuotablePassage[], signal?: AbortSignal) {
  const texts = passages.map(asRead);
  return inTime(reader, (ended) => reader.readings(question.slice(0, MAX_LENGTH), texts, ended), PATIENCE, signal);
}

function placeOf({ paper, start }: RankedPassage, passages: readonly QuotablePassage[]): number {
  return passages.findIndex((other) => other.paper === paper && other.start === start);
}

/** A sentence as a cross-encoder reads it: behind its paper's title, which often names what the sentence calls “it”. */
export function asRead({ text, paper }: Pick<RankedPassage, "text" | "paper">): string {
  return `${paper.paper.title}. ${text}`.slice(0, MAX_LENGTH);
}
