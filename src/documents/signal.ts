import { z } from "zod";
import { calendarDate, optionalText, Source, text, textList } from "./fields.ts";
import { contentHash } from "./hash.ts";
import { POLARITIES, SIGNAL_KINDS, type Polarity, type SignalKind } from "./signal-kinds.ts";
import type { Paper, Provenance } from "./paper.ts";

/** What a source says of a signal. `paper_ids` may hold any spelling of any id; ingest resolves them. */
export const SignalInput = z
  .strictObject({
    kind: z.enum(SIGNAL_KINDS),
    title: text(1_000),
    statement: text(5_000),
    value: z
      .number("must be a number")
      .nullish()
      .transform((value) => value ?? null),
    unit: optionalText(100),
    polarity: z
      .enum(POLARITIES)
      .nullish()
      .transform((value) => value ?? "supports"),
    paper_ids: textList(1_000, 500),
    topics: textList(100, 300),
    observed_at: calendarDate,
    source: Source,
  })
  .refine((signal) => signal.paper_ids.length + signal.topics.length > 0, {
    path: ["paper_ids"],
    message: "must name at least one paper, or `topics` at least one topic",
  });
export type SignalInput = z.input<typeof SignalInput>;
export type ParsedSignal = z.output<typeof SignalInput>;

/** One value at one date. */
export interface Observation {
  /** `YYYY-MM-DD`. */
  observed_at: string;
  value: number | null;
}

/** What a signal's document says of its papers beside their ids, each value once, in the order of the papers. */
export interface PaperFacts {
  paper_titles: string[];
  paper_venues: string[];
  paper_years: number[];
  paper_topic_ids: string[];
}

/** What the document of a signal says of the papers with these ids, of those that are known. Pure. */
export function paperFacts(
  ids: readonly string[],
  papers: ReadonlyMap<string, Pick<Paper, "title" | "venue" | "year">>,
  topicIds: ReadonlyMap<string, string>,
): PaperFacts {
  const known = ids.flatMap((id) => papers.get(id) ?? []);
  return {
    paper_titles: [...new Set(known.map(({ title }) => title))],
    paper_venues: [...new Set(known.flatMap(({ venue }) => venue ?? []))],
    paper_years: [...new Set(known.flatMap(({ year }) => year ?? []))],
    paper_topic_ids: [...new Set(ids.flatMap((id) => topicIds.get(id) ?? []))],
  };
}

/** A signal as it is stored and shown: a dated, sourced piece of evidence about papers or topics. */
export interface Signal {
  signal_id: string;
  kind: SignalKind;
  title: string;
  statement: string;
  value: number | null;
  unit: string | null;
  polarity: Polarity;
  /** Ids of papers as they are stored. */
  paper_ids: string[];
  topics: string[];
  /** The day of the latest observation, `YYYY-MM-DD`. */
  observed_at: string;
  source: Source;
  /** Earlier observations, oldest first. */
  history: Observation[];
  content_hash: string;
  run_id: string;
  ingested_at: string;
}

/**
 * The id of a signal: a hash of its kind, subject, source and unit. The subject is what it is about (papers and topics); for
 * a signal that measures nothing (an award, a repository) its title belongs to the subject too, as two awards of one paper are two
 * signals, while two citation counts of one paper are two observations of the same one.
 */
export function signalId(signal: SignalSubject & Pick<Signal, "paper_ids">): string {
  return signalIdOf(signal.paper_ids, signalKey(signal));
}

/** All of a signal that its id is made from, but for its papers: what stays the same where a paper's id becomes another. */
export function signalKey({ kind, topics, source, unit, value, title }: SignalSubject): string {
  const subject = [[...topics].sort(), value === null ? title : null];
  return contentHash([kind, subject, source.name, source.url, unit]).slice(0, 32);
}

/** The id of the signal with this key about these papers. */
export function signalIdOf(paperIds: readonly string[], key: string): string {
  return `sig:${contentHash([[...paperIds].sort(), key]).slice(0, 32)}`;
}

type SignalSubject = Pick<Signal, "kind" | "topics" | "source" | "unit" | "value" | "title">;

/** The stored signal about other papers: its id follows them. Pure. */
export function withPapers(signal: Signal, paperIds: readonly string[]): Signal {
  const moved = { ...signal, paper_ids: [...new Set(paperIds)] };
  return sealed({ ...moved, signal_id: signalId(moved) }, signal);
}

/** The stored signal of a parsed row whose `paper_ids` are stored ids already. Pure. */
export function signalFromInput(input: ParsedSignal, provenance: Pick<Provenance, "run_id" | "ingested_at">): Signal {
  return sealed({ ...input, signal_id: signalId(input), history: [] }, provenance);
}

/**
 * The stored signal that a further observation makes of a stored one: the latest observation speaks, the others are its history.
 * The result does not depend on the order in which observations arrive; the same observation twice is once, and of two values
 * for one day the one that was stored last stays.
 */
export function withObservation(stored: Signal, next: Signal): Signal {
  const latest = next.observed_at >= stored.observed_at ? next : stored;
  const days = new Map<string, number | null>();
  for (const signal of [stored, next]) {
    for (const { observed_at, value } of [...signal.history, signal]) days.set(observed_at, value);
  }
  days.delete(latest.observed_at);
  const history = [...days]
    .map(([observed_at, value]) => ({ observed_at, value }))
    .sort((a, b) => (a.observed_at < b.observed_at ? -1 : 1));
  return sealed({ ...latest, history }, latest);
}

/** The text whose vector stands for a signal. */
export function signalText(signal: Pick<Signal, "title" | "statement">): string {
  return `${signal.title}. ${signal.statement}`;
}

function sealed(
  signal: Omit<Signal, "content_hash" | "run_id" | "ingested_at">,
  at: Pick<Provenance, "run_id" | "ingested_at">,
): Signal {
  const { signal_id, kind, title, statement, value, unit, polarity, paper_ids, topics, observed_at, source, history } = signal;
  const content = { signal_id, kind, title, statement, value, unit, polarity, paper_ids, topics, observed_at, source, history };
  return { ...content, content_hash: contentHash(content), run_id: at.run_id, ingested_at: at.ingested_at };
}
