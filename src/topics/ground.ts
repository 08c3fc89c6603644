import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { foldText } from "../documents/text.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { PublicError } from "../errors.ts";
import { questionVector, type Degradation, type Library } from "../retrieval/library.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import { currentTopics, topicMembers } from "./store.ts";
import type { CenteredTopic, TopicSet } from "./topic.ts";
import { rounded } from "../shared/rounding.ts";
import { counted, thousands } from "../shared/thousands.ts";

/** The papers that a topic stands for and the signals about them. */
export interface TopicGround {
  /** The topic that was named by its id or label; null for free text. */
  topic: CenteredTopic | null;
  /** Where the papers lie: the topic's center or the text's vector; null where only words were compared. */
  vector: Float32Array | null;
  /** Nearest first. */
  papers: Paper[];
  signals: Signal[];
  /** Which papers and signals these are, in a sentence each: what every figure is counted from. */
  counted: { papers: string; signals: string };
  /** True where further papers or signals belong to it that were not read. */
  cut: boolean;
  degraded: Degradation[];
}

/** The most papers that figures are counted over, and the most signals. */
const MAX_PAPERS = 3_000;
const MAX_SIGNALS = 10_000;
/** How many hits a search for free text reads. */
const DEPTH = 1_000;
const LEXICAL_DEPTH = 200;
const GET_BATCH = 500;
const SIGNAL_BATCH = 300;

/** True for a text that is meant as the id of a topic. */
export function isTopicId(text: string): boolean {
  return /^topic:\S+$/u.test(text);
}

/** The topic with this id. Throws `not_found`. */
function requireTopic(set: TopicSet | null, id: string): { set: TopicSet; topic: CenteredTopic } {
  const topic = set?.topics.find((candidate) => candidate.topic_id === id);
  if (set && topic) return { set, topic };
  throw new PublicError("not_found", {
    field: "topic",
    message: set === null ? "No topics have been built yet. Use free text instead." : "No topic has this ID.",
    allowed: "a topic_id from get_topics, or free text",
  });
}

/** The ids of a topic's papers as they were built, the nearest to its center; `degraded` says where there are more. Throws `not_found`. */
export async function topicPaperIds(
  library: Library,
  id: string,
  signal?: AbortSignal,
): Promise<{ ids: string[]; degraded?: Degradation }> {
  const { set, topic } = requireTopic(await currentTopics(library.records, signal), id);
  const ids = await topicMembers(library.records, set.build.build, id, MAX_PAPERS, signal);
  if (ids.length >= topic.papers) return { ids };
  const reason = `Of the topic's ${thousands(topic.papers)} papers, the ${thousands(ids.length)} closest to its center were considered.`;
  return { ids, degraded: { part: "signals", reason } };
}

/** Gathers what a topic stands for. `text`: a topic's id or label, or free text. Throws `not_found` for an unknown id. */
export async function gatherTopic(
  library: Library,
  request: { text: string; filters: PaperFilters },
  signal?: AbortSignal,
): Promise<TopicGround> {
  const found = await topicPapers(library, request, signal);
  const { documents, cut } = await topicSignals(library, found.papers, found.topic === null ? [request.text] : [], signal);
  const read = `${counted(documents.length, "signal")} of any date about these papers${found.topic === null ? `, or with the topic “${request.text}”` : ""}`;
  return {
    ...found,
    signals: documents,
    counted: {
      papers: found.counted,
      signals: cut ? `the newest ${read} (there are more)` : documents.length > 1 ? `all ${read}` : read,
    },
    cut: found.cut || cut,
  };
}

type TopicPapers = Omit<TopicGround, "signals" | "counted"> & { counted: string };

async function topicPapers(
  library: Library,
  { text, filters }: { text: string; filters: PaperFilters },
  signal?: AbortSignal,
): Promise<TopicPapers> {
  const set = await currentTopics(library.records, signal);
  if (isTopicId(text)) {
    const found = requireTopic(set, text);
    return papersOfTopic(library, found.set, found.topic, filters, signal);
  }
  const named = set?.topics.find(({ label }) => foldText(label) === foldText(text));
  return named ? papersOfTopic(library, set!, named, filters, signal) : papersOfText(library, text, filters, signal);
}

async function papersOfTopic(
  library: Library,
  { build }: TopicSet,
  topic: CenteredTopic,
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<TopicPapers> {
  const ids = await topicMembers(library.records, build.build, topic.topic_id, MAX_PAPERS, signal);
  const papers = (await storedPapers(library, ids, signal)).filter((paper) => inYears(paper, filters));
  const cut = ids.length < topic.papers;
  const of = cut
    ? `the ${thousands(ids.length)} of its ${thousands(topic.papers)} papers closest to its center`
    : `its ${counted(ids.length, "paper")}`;
  return {
    topic,
    vector: topic.center,
    papers,
    counted: `${counted(papers.length, "paper")}: of topic ${topic.topic_id}, ${of}, as built on ${build.built_at.slice(0, 10)}${yearsSaid(filters)}`,
    cut,
    degraded: [],
  };
}

/** Free text: the papers that are relevant to it. */
async function papersOfText(library: Library, text: string, filters: PaperFilters, signal?: AbortSignal): Promise<TopicPapers> {
  const question = await questionVector(library, "papers", text, { strict: false, signal });
  const vector = "vector" in question ? question.vector : null;
  const degraded = "degraded" in question ? [question.degraded] : [];
  const { semantic, lexical, partial } = await library.engine.papers.search(
    vector === null ? { text, filters, depth: LEXICAL_DEPTH } : { vector, filters, depth: DEPTH },
    { signal },
  );
  if (partial) degraded.push({ part: "engine", reason: "Part of the index did not respond; papers may be missing." });
  if (vector === null) {
    const stems = questionStems(text);
    const hits = lexical?.hits ?? [];
    const papers = (
      await storedPapers(
        library,
        hits.map(({ id }) => id),
        signal,
      )
    ).filter((paper) => holdsAll(paper, stems));
    const counting = `${counted(papers.length, "paper")}: those with every word of “${text}” in title or abstract, among the ${hits.length} best matches${yearsSaid(filters)}`;
    return { topic: null, vector, papers, counted: counting, cut: hits.length >= LEXICAL_DEPTH, degraded };
  }
  const { answerThreshold: threshold, supportMargin } = library.embedder;
  const relevant = (semantic?.hits[0]?.score ?? -1) >= threshold;
  const minimum = rounded(threshold - supportMargin, 3);
  const hits = relevant ? semantic!.hits.filter(({ score }) => score >= minimum) : [];
  const papers = await storedPapers(
    library,
    hits.map(({ id }) => id),
    signal,
  );
  const cut = hits.length >= DEPTH;
  const counting = `${counted(papers.length, "paper")}: ${cut ? `the ${DEPTH} nearest of those` : "those"} with a cosine of at least ${relevant ? minimum : threshold}${yearsSaid(filters)}`;
  return { topic: null, vector, papers, counted: counting, cut, degraded };
}

/** Stored papers in the order of these ids; an id that became another leads to the paper that it is now. */
async function storedPapers({ engine }: Library, ids: readonly string[], signal?: AbortSignal): Promise<Paper[]> {
  const found = new Map<string, Paper>();
  for (let start = 0; start < ids.length; start += GET_BATCH) {
    const batch = await engine.papers.get(ids.slice(start, start + GET_BATCH), { signal });
    for (const [id, paper] of batch) found.set(id, paper);
  }
  const missing = ids.filter((id) => !found.has(id)).slice(0, GET_BATCH);
  if (missing.length > 0) {
    const now = await engine.papers.resolve(missing, { signal });
    const papers = await engine.papers.get([...new Set(now.values())], { signal });
    for (const id of missing) {
      const paper = papers.get(now.get(id) ?? "");
      if (paper) found.set(id, paper);
    }
  }
  return [...new Map(ids.flatMap((id) => found.get(id) ?? []).map((paper) => [paper.paper_id, paper])).values()];
}

/** Signals about these papers, and those that name one of these topics; newest first. Papers that none counts are not asked about. */
async function topicSignals(
  { engine }: Library,
  papers: readonly Paper[],
  topics: string[],
  signal?: AbortSignal,
): Promise<{ documents: Signal[]; cut: boolean }> {
  const ids = papers.filter((paper) => Object.keys(paper.signal_counts).length > 0).map((paper) => paper.paper_id);
  const filters = [
    ...Array.from({ length: Math.ceil(ids.length / SIGNAL_BATCH) }, (_, batch) => ({
      paper_ids: ids.slice(batch * SIGNAL_BATCH, (batch + 1) * SIGNAL_BATCH),
    })),
    ...(topics.length > 0 ? [{ topics }] : []),
  ];
  const found = new Map<string, Signal>();
  let cut = false;
  for (const filter of filters) {
    const limit = Math.max(1, MAX_SIGNALS - found.size);
    const { documents, total } = await engine.signals.list({ filters: filter, sort: "newest", limit }, { signal });
    cut ||= total > documents.length;
    for (const document of documents) found.set(document.signal_id, document);
  }
  const newest = (a: Signal, b: Signal) =>
    a.observed_at === b.observed_at ? (a.signal_id < b.signal_id ? -1 : 1) : a.observed_at < b.observed_at ? 1 : -1;
  return { documents: [...found.values()].sort(newest).slice(0, MAX_SIGNALS), cut };
}

function inYears({ year }: Paper, { year_from: from = -Infinity, year_to: to = Infinity }: PaperFilters): boolean {
  if (from === -Infinity && to === Infinity) return true;
  return year !== null && year >= from && year <= to;
}

function yearsSaid({ year_from: from, year_to: to }: PaperFilters): string {
  if (from === undefined && to === undefined) return "";
  return `, published ${from === undefined ? "" : `from ${from} `}${to === undefined ? "on" : `to ${to}`}`.trimEnd();
}

function holdsAll({ title, abstract }: Paper, stems: readonly string[]): boolean {
  const held = new Set(contentTerms(`${title} ${abstract ?? ""}`).map(({ stem }) => stem));
  return stems.length > 0 && stems.every((stem) => held.has(stem));
}
