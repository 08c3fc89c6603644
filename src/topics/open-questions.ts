import type { CitationBook } from "../citations/book.ts";
import type { Judgment } from "../judgment/judge.ts";
import type { CounterEvidence } from "../answers/schema.ts";
import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { TopicFigures } from "./figures.ts";
import { DAY_MS } from "../shared/time.ts";

const COUNTER_EVIDENCE = 8;
/** A newest signal older than this, in days, says little of today. */
const STALE_DAYS = 365;

/** What speaks against papers of the topic: retractions first, then other signals of polarity `against`, newest first. */
export function topicCounterEvidence(
  papers: readonly Paper[],
  signals: readonly Signal[],
  book: CitationBook,
): CounterEvidence[] {
  const withdrawn = papers.filter(({ retracted }) => retracted).slice(0, COUNTER_EVIDENCE);
  const against = signals.filter(({ polarity, kind }) => polarity === "against" && kind !== "retraction");
  const failures = [
    ...against.filter(({ kind }) => kind === "reproduction"),
    ...against.filter(({ kind }) => kind !== "reproduction"),
  ];
  return [
    ...withdrawn.map((paper) => ({
      text: `Retracted: “${paper.title}”.`,
      citations: [
        book.paper(paper, "title", { start: 0, end: paper.title.length }),
        ...signals
          .filter(({ kind, paper_ids: ids }) => kind === "retraction" && ids.includes(paper.paper_id))
          .slice(0, 2)
          .map((signal) => book.signal(signal)),
      ],
    })),
    ...failures
      .slice(0, COUNTER_EVIDENCE - withdrawn.length)
      .map((signal) => ({ text: signal.statement, citations: [book.signal(signal)] })),
  ];
}

/** What is unknown about the topic. `today`: `YYYY-MM-DD`. Pure. */
export function topicGaps(
  { paper_count: papers, signal_count: signals, shares, signals_by_kind: kinds }: TopicFigures,
  judgment: Judgment,
  today: string,
): string[] {
  if (papers === 0) return ["No paper in the library belongs to this topic."];
  const abstracts = shares.find(({ name }) => name === "abstract")!;
  const blind = abstracts.of - abstracts.papers;
  const unknown = judgment.dimensions.filter(({ score }) => score === null).map(({ name }) => name);
  const days = Object.values(kinds).map(({ last }) => last);
  const newest = days.toSorted().at(-1);
  return [
    ...(blind > 0 ? [`${blind} of ${abstracts.of} papers have no abstract.`] : []),
    ...(signals === 0 ? ["None of its papers has any signals."] : []),
    ...(signals > 0 && kinds.reproduction === undefined ? ["No independent reproduction is known."] : []),
    ...(signals > 0 && kinds.code === undefined ? ["No code is known: there may be none, or it may not have been loaded."] : []),
    ...(unknown.length > 0 ? [`No evidence on ${unknown.join(", ")}.`] : []),
    ...(newest !== undefined && daysBetween(newest, today) > STALE_DAYS ? [`The newest signal is from ${newest}.`] : []),
  ];
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
