import { CitationBook } from "../citations/book.ts";
import { judge, type Judgment } from "../judgment/judge.ts";
import { scopeDates, scopeFilters, type TimeScope } from "../evidence/time-scope.ts";
import type { CounterEvidence } from "../answers/schema.ts";
import type { Signal } from "../documents/signal.ts";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { liveStatus, type Degradation, type Library } from "../retrieval/library.ts";
import type { SourceContext } from "../retrieval/source-context.ts";
import { figures, yearCounts, type KindFigures, type TopicFigures } from "./figures.ts";
import { gatherTopic, type TopicGround } from "./ground.ts";
import { momentum, type Momentum } from "./momentum.ts";
import { nearestTopics, topicsOfIndex, type TopicName } from "./nearest.ts";
import { topicCounterEvidence, topicGaps } from "./open-questions.ts";
import { topPapers, type TopPaper } from "./top-papers.ts";
import type { Topic } from "./topic.ts";
import type { Citation } from "../citations/citation.ts";

export interface TopicRequest {
  /** A topic's id or label, or free text. */
  topic: string;
  time_scope: TimeScope;
}

export interface TopicView extends Omit<TopicFigures, "signals_by_kind"> {
  /** `topic`: one that was built; `free_text`: papers relevant to a text; `nothing`: none is. */
  state: "topic" | "free_text" | "nothing";
  /** Its label, or the text. */
  title: string;
  topic: Pick<Topic, "topic_id" | "label" | "terms" | "cohesion"> | null;
  /** What every figure is counted from. */
  counted: TopicGround["counted"];
  time_scope: { from: string | null; to: string | null };
  momentum: Momentum;
  top_papers: TopPaper[];
  signals_by_kind: Partial<Record<SignalKind, KindFigures & { latest: LatestSignal }>>;
  judgment: Judgment;
  counter_evidence: CounterEvidence[];
  gaps: string[];
  /** Topics whose centers are nearest, where they are near at all. */
  near_topics: (TopicName & { cosine: number })[];
  citations: Citation[];
  degraded: Degradation[];
  source_context: SourceContext;
}

interface LatestSignal {
  signal_id: string;
  title: string;
  observed_at: string;
  citations: number[];
}

const NEAR_TOPICS = 5;
const CENTRAL = 3;
const MAX_YEARS = 1_000;

/**
 * A topic as a set of papers over time: figures counted from its documents, top papers by several orders, signals by kind, the judgment that they
 * allow, and what is open. Throws `not_found` for an unknown topic id, `engine_unavailable`, `index_missing`, `records_unavailable`.
 */
export async function inspectTopic(library: Library, request: TopicRequest, signal?: AbortSignal): Promise<TopicView> {
  const today = new Date().toISOString().slice(0, 10);
  const scope = scopeDates(request.time_scope, today);
  const filters = scopeFilters(scope);
  const ground = await gatherTopic(library, { text: request.topic, filters }, signal);
  const [years, status, set] = await Promise.all([
    libraryYears(library, filters, signal),
    liveStatus(library, "papers", signal),
    topicsOfIndex(library, signal),
  ]);
  const { papers, signals, topic, vector } = ground;
  const central = papers.filter(({ retracted }) => !retracted).slice(0, CENTRAL);
  const vectors = await library.engine.papers.vectors(
    central.map(({ paper_id: id }) => id),
    { signal },
  );
  const { signals_by_kind: kinds, ...counted } = figures(papers, signals, years);
  const book = new CitationBook();
  const judgment = judge({ papers: papers.filter(({ retracted }) => !retracted), signals }, book);
  const near = set && vector ? nearestTopics(set, vector, NEAR_TOPICS + 1) : [];
  const minimum = library.embedder.answerThreshold / 2;
  return {
    state: topic ? "topic" : papers.length + signals.length > 0 ? "free_text" : "nothing",
    title: topic?.label ?? request.topic,
    topic: topic && { topic_id: topic.topic_id, label: topic.label, terms: topic.terms, cohesion: topic.cohesion },
    counted: ground.counted,
    time_scope: scope,
    ...counted,
    momentum: momentum(yearCounts(papers), years),
    top_papers: topPapers(papers, signals, { vector, vectors }, book),
    signals_by_kind: withLatest(kinds, signals, book),
    judgment,
    counter_evidence: topicCounterEvidence(papers, signals, book),
    gaps: topicGaps({ ...counted, signals_by_kind: kinds }, judgment, today),
    near_topics: near.filter(({ topic_id: id, cosine }) => id !== topic?.topic_id && cosine >= minimum).slice(0, NEAR_TOPICS),
    citations: book.citations,
    degraded: ground.degraded,
    source_context: {
      version: 1,
      query: request.topic,
      mode: "corpus",
      generation: status.generation ?? "",
      paper_ids: papers.slice(0, 100).map(({ paper_id: id }) => id),
      signal_ids: signals.slice(0, 500).map(({ signal_id: id }) => id),
      time_scope: request.time_scope === "all" ? null : scope,
    },
  };
}

/** Papers of the whole library by year, within the years asked for. */
async function libraryYears(library: Library, filters: PaperFilters, signal?: AbortSignal): Promise<Record<string, number>> {
  const facets = await library.engine.papers.facets("year", filters, MAX_YEARS, { signal });
  return Object.fromEntries(facets.map(({ value, count }) => [value, count]));
}

function withLatest(
  kinds: TopicFigures["signals_by_kind"],
  signals: readonly Signal[],
  book: CitationBook,
): TopicView["signals_by_kind"] {
  const latest: TopicView["signals_by_kind"] = {};
  for (const kind of SIGNAL_KINDS) {
    const found = signals.find((signal) => signal.kind === kind);
    if (found === undefined || kinds[kind] === undefined) continue;
    const { signal_id, title, observed_at } = found;
    latest[kind] = { ...kinds[kind], latest: { signal_id, title, observed_at, citations: [book.signal(found)] } };
  }
  return latest;
}
