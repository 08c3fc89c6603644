import { questionVector, type Degradation, type Library } from "../retrieval/library.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import { currentTopics } from "./store.ts";
import type { CenteredTopic, Topic, TopicBuild } from "./topic.ts";
import { dot } from "./vectors.ts";
import { rounded } from "../shared/rounding.ts";
import { asTyped } from "../shared/as-typed.ts";

export const TOPIC_SORTS = ["size", "momentum"] as const;

export interface TopicListRequest {
  query?: string;
  limit: number;
  /** Left out: by relevance where there is a query, else by size. */
  sort?: (typeof TOPIC_SORTS)[number];
}

export interface ListedTopic extends Topic {
  rank: number;
  /** How it matches the query: the share of its words that the topic's name and terms hold, and the cosine with its center; null without one. */
  match: { words: number; cosine: number | null } | null;
}

export interface TopicList {
  topics: ListedTopic[];
  /** Topics that match. */
  total: number;
  /** What the topics were built of; null where none were built. */
  build: Omit<TopicBuild, "papers_per_year" | "topics"> | null;
  /** Papers in the library now. */
  library_papers: number;
  degraded: Degradation[];
}

/** The library's topics, or those that match a query by words or by meaning. */
export async function listTopics(library: Library, request: TopicListRequest, signal?: AbortSignal): Promise<TopicList> {
  const { query, limit, sort } = request;
  const [set, papers] = await Promise.all([currentTopics(library.records, signal), library.engine.papers.count({}, { signal })]);
  if (set === null) return { topics: [], total: 0, build: null, library_papers: papers, degraded: [] };
  const { vector, degraded } = query === undefined ? NO_QUERY : await queryVector(library, query, set.build.model, signal);
  const minimum = library.embedder.answerThreshold;
  const matching = set.topics
    .map((topic) => ({ topic, match: query === undefined ? null : matched(topic, query, vector) }))
    .filter(({ match }) => match === null || match.words > 0 || (match.cosine !== null && match.cosine >= minimum));
  const ordered = matching.sort((a, b) => inOrder(sort, a, b));
  const { papers_per_year: _, topics: __, ...build } = set.build;
  return {
    topics: ordered
      .slice(0, limit)
      .map(({ topic: { center: _center, ...topic }, match }, index) => ({ rank: index + 1, ...topic, match })),
    total: matching.length,
    build,
    library_papers: papers,
    degraded,
  };
}

interface Matched {
  topic: CenteredTopic;
  match: ListedTopic["match"];
}

const NO_QUERY = { vector: null, degraded: [] };

async function queryVector(
  library: Library,
  query: string,
  model: string,
  signal?: AbortSignal,
): Promise<{ vector: Float32Array | null; degraded: Degradation[] }> {
  const question = await questionVector(library, "papers", query, { strict: false, signal });
  if ("degraded" in question) return { vector: null, degraded: [question.degraded] };
  if (library.embedder.space.model === model) return { vector: question.vector, degraded: [] };
  const reason = `The topics were built with a different embedding model; compared by words only. Run \`${asTyped("topics build")}\` to rebuild them.`;
  return { vector: null, degraded: [{ part: "semantic", reason }] };
}

function matched(
  { label, terms, center }: CenteredTopic,
  query: string,
  vector: Float32Array | null,
): NonNullable<ListedTopic["match"]> {
  const stems = questionStems(query);
  const held = new Set(contentTerms(`${label} ${terms.map(({ term }) => term).join(" ")}`).map(({ stem }) => stem));
  const words = stems.length === 0 ? 0 : stems.filter((stem) => held.has(stem)).length / stems.length;
  return {
    words: rounded(words, 2),
    cosine: vector === null ? null : rounded(dot(center, vector), 3),
  };
}

function inOrder(sort: TopicListRequest["sort"], a: Matched, b: Matched): number {
  const byId = b.topic.papers - a.topic.papers || (a.topic.topic_id < b.topic.topic_id ? -1 : 1);
  if (sort === "size") return byId;
  if (sort === "momentum") return (b.topic.momentum.ratio ?? -1) - (a.topic.momentum.ratio ?? -1) || byId;
  const relevance = ({ match }: Matched) => (match === null ? 0 : (match.cosine ?? 0) + match.words / 2);
  return relevance(b) - relevance(a) || byId;
}
