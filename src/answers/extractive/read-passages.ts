import { inTime, isPaused, type Patience } from "../../reranking/in-time.ts";
import type { Reading, SentenceReader } from "../../reranking/port.ts";
import type { Degradation, Library } from "../../retrieval/library.ts";
import { pairs } from "../../shared/pairs.ts";
import { isClaim } from "../question/kind.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { SummaryRequest } from "../summarizer.ts";
import { LISTED } from "./extractive.ts";
import { bestOfEachFirst, mostPromising } from "./promising.ts";
import type { QuotablePassage } from "./passages.ts";
import { rankedPassages, type Choice, type RankedPassage, type Worded } from "./ranked-passages.ts";

const PATIENCE = { maxMs: 1_000, share: 0.4, pauseMs: 3_000 } as const;
/** Characters of a sentence and of a question that are read. */
const MAX_LENGTH = 1_000;
/** Fewer sentences leave nothing to choose from. */
const MIN_READ = 2;

const NOT_READ: Degradation = {
  part: "reranker",
  reason: "The model that reads sentences did not respond in time, so the best sentence may not come first.",
};

type Reads = Pick<Library, "embedder" | "sentenceReader">;

export interface ReadPassages {
  ranked: RankedPassage[];
  degraded: Degradation[];
  /** What was read, also of sentences that were not embedded, by the text as it was read. */
  readings?: ReadonlyMap<string, Reading>;
}

export type Asked = Pick<SummaryRequest, "question" | "kind" | "vector" | "papers"> & { read: ReadQuestion };

/**
 * The sentences that can be quoted, the most relevant first; those that promise most by words carry what a cross-encoder made of question, title and sentence (`reading`). They are read while they
 * are embedded; for a list many more are read, and then the best of them embedded. Without a cross-encoder, or where the question is about one paper, more are embedded and none is read; so too where it fails or is late: then that is said, and it is
 * not asked for three seconds. Throws `embedder_unavailable`.
 */
export async function readPassages(
  { embedder, sentenceReader: reader }: Reads,
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
  // Which sentence of a paper is its entry words tell too seldom: many are read, and the best of them embedded.
  if (LISTED.has(asked.read.kind)) {
    const listed = await readBest(
      { embedder, sentenceReader: reader },
      asked,
      { known: new Map(), patience: PATIENCE, many: "list" },
      signal,
    );
    return listed === null ? comparedAlone([NOT_READ]) : { ...listed, degraded: [] };
  }
  const promising = mostPromising(asked.read, asked.question);
  let chosen: readonly QuotablePassage[] = [];
  let reading: Promise<Reading[] | null> = Promise.resolve([]);
  const choose: Choice = (items) => {
    const found = promising(items);
    if (found.length < MIN_READ) return found;
    chosen = found.map(({ passage }) => passage);
    reading = readingsOf(reader, asked.question, chosen.map(asRead), signal);
    // Where embedding fails first, nobody waits for it any more.
    reading.catch(() => undefined);
    return found;
  };
  const ranked = await rankedPassages(asked, embedder, { signal, choose });
  const readings = await reading;
  if (readings === null) return comparedAlone([NOT_READ]);
  const readingOf = new Map(pairs(chosen.map(asRead), readings));
  const read = withReadings(ranked, readingOf);
  const stanced = isClaim(asked.question) ? await withStances(reader, asked.question, read, signal) : read;
  return { ranked: stanced, degraded: [], readings: readingOf };
}

/** Of a claim, which way its evidence points is read by a model of its own. Where that does not answer in time, what the other made of it stays. */
async function withStances(
  reader: SentenceReader,
  claim: string,
  ranked: readonly RankedPassage[],
  signal?: AbortSignal,
): Promise<RankedPassage[]> {
  const read = ranked.filter(({ reading }) => reading !== null);
  if (read.length === 0) return [...ranked];
  const ask = (ended: AbortSignal) => reader.stances(claim.slice(0, MAX_LENGTH), read.map(asRead), ended);
  const stances = await inTime(reader, ask, PATIENCE_READING_ON, signal);
  if (stances === null) return [...ranked];
  const stanceOf = new Map(pairs(read, stances));
  return ranked.map((passage) => ({
    ...passage,
    reading: passage.reading && { ...passage.reading, ...stanceOf.get(passage) },
  }));
}

/** What is read on is worth less waiting, and its failure is no reason to read nothing for the next question. */
export const PATIENCE_READING_ON = { ...PATIENCE, pauseMs: 0 } as const;
/** So many are embedded of those that were read before that. */
const EMBEDDED = 16;

/**
 * The same after a first reading (`before`): of `asked.papers`, which may be more, many more sentences are read, and only the best of them by that are embedded, besides those of `before` that are `quoted`. Null where
 * the reader fails or is late. Throws `embedder_unavailable`.
 */
export async function readOn(
  { embedder, sentenceReader: reader }: Reads,
  asked: Asked,
  before: Pick<ReadPassages, "readings"> & { quoted: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<RankedPassage[] | null> {
  if (reader === undefined) return null;
  const how = {
    known: before.readings ?? new Map<string, Reading>(),
    keep: before.quoted,
    patience: PATIENCE_READING_ON,
    many: "further",
  } as const;
  return (await readBest({ embedder, sentenceReader: reader }, asked, how, signal))?.ranked ?? null;
}

interface HowRead {
  /** What was read before, by the text as it is read. */
  known: ReadonlyMap<string, Reading>;
  /** What is embedded whatever it promises. */
  keep?: ReadonlySet<string>;
  patience: Patience;
  many: "list" | "further";
}

/** Reads many sentences and embeds only the best of them by that; a sentence alone is not read. Null where the reader fails or is late. Throws `embedder_unavailable`. */
async function readBest(
  { embedder, sentenceReader: reader }: Reads & { sentenceReader: SentenceReader },
  asked: Asked,
  { known, keep = new Set(), patience, many }: HowRead,
  signal?: AbortSignal,
): Promise<Required<Pick<ReadPassages, "ranked" | "readings">> | null> {
  const promising = mostPromising(asked.read, asked.question, { many });
  const readingOf = new Map(known);
  const textOf = ({ passage }: Worded) => asRead(passage);
  const gradeOf = (item: Worded) => readingOf.get(textOf(item))?.grade ?? -Infinity;
  let wasInTime = true;
  const choose = async <Item extends Worded>(items: readonly Item[]): Promise<readonly Item[]> => {
    const found = promising(items);
    if (found.length < MIN_READ) return found;
    const unread = [...new Set(found.map(textOf))].filter((text) => !readingOf.has(text));
    const readings = await readingsOf(reader, asked.question, unread, signal, patience);
    wasInTime = readings !== null;
    if (readings === null) return [];
    for (const [text, reading] of pairs(unread, readings)) readingOf.set(text, reading);
    const read = items.filter((item) => readingOf.has(textOf(item))).sort((a, b) => gradeOf(b) - gradeOf(a));
    const best = LISTED.has(asked.read.kind) ? bestOfEachFirst(read) : read;
    return [...best.slice(0, EMBEDDED), ...items.filter((item) => keep.has(textOf(item)))];
  };
  const ranked = await rankedPassages(asked, embedder, { signal, choose });
  return wasInTime ? { ranked: withReadings(ranked, readingOf), readings: readingOf } : null;
}

function withReadings(ranked: readonly RankedPassage[], readingOf: ReadonlyMap<string, Reading>): RankedPassage[] {
  return ranked.map((passage) => ({
    ...passage,
    reading: passage.vector === null ? null : (readingOf.get(asRead(passage)) ?? null),
  }));
}

/** One reading a text. Null where the reader failed or was late. */
export async function readingsOf(
  reader: SentenceReader,
  question: string,
  texts: readonly string[],
  signal?: AbortSignal,
  patience: Patience = PATIENCE,
): Promise<Reading[] | null> {
  if (texts.length === 0) return [];
  const ask = (ended: AbortSignal) => reader.readings(question.slice(0, MAX_LENGTH), texts, ended);
  return inTime(reader, ask, patience, signal);
}

/** A sentence as a cross-encoder reads it: behind its paper's title, which often names what the sentence calls “it”. */
export function asRead({ text, paper }: Pick<RankedPassage, "text" | "paper">): string {
  return `${paper.paper.title}. ${text}`.slice(0, MAX_LENGTH);
}
