import type { Library } from "../retrieval/library.ts";
import { currentTopics } from "./store.ts";
import type { CenteredTopic, TopicSet } from "./topic.ts";
import { dot, matrixOf, nearestRow } from "./vectors.ts";
import { rounded } from "../shared/rounding.ts";

/** A topic as other results name it. */
export interface TopicName {
  topic_id: string;
  label: string;
  papers: number;
}

function topicName({ topic_id, label, papers }: CenteredTopic): TopicName {
  return { topic_id, label, papers };
}

/** The topics whose centers are nearest to a vector, nearest first; a vector of another space is near none. */
export function nearestTopics({ topics }: TopicSet, vector: Float32Array, maximum: number): (TopicName & { cosine: number })[] {
  return topics
    .filter(({ center }) => center.length === vector.length)
    .map((topic) => ({ ...topicName(topic), cosine: rounded(dot(topic.center, vector), 3) }))
    .sort((a, b) => b.cosine - a.cosine || (a.topic_id < b.topic_id ? -1 : 1))
    .slice(0, maximum);
}

/**
 * The topics of these papers, with how many of the papers each holds, the largest first. Goes by the papers' stored vectors, as a build does, so papers
 * that were loaded since are placed too. Empty where no topics were built or the index was filled with another model since.
 */
export async function topicsOfPapers(
  library: Library,
  paperIds: readonly string[],
  signal?: AbortSignal,
): Promise<(TopicName & { papers_here: number })[]> {
  if (paperIds.length === 0) return [];
  const set = await topicsOfIndex(library, signal);
  const [first] = set?.topics ?? [];
  if (set === null || !first) return [];
  const centers = matrixOf(
    set.topics.map(({ center }) => center),
    first.center.length,
  );
  const vectors = await library.engine.papers.vectors(paperIds, { signal });
  const counts = new Map<CenteredTopic, number>();
  for (const vector of vectors.values()) {
    if (vector.length !== centers.dimensions) continue;
    const topic = set.topics[nearestRow(centers, vector).row];
    if (!topic) continue;
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  return [...counts]
    .map(([topic, count]) => ({ ...topicName(topic), papers_here: count }))
    .sort((a, b) => b.papers_here - a.papers_here || (a.topic_id < b.topic_id ? -1 : 1));
}

/** The topics that count, where their centers lie in the space of the configured embedder; else null. */
export async function topicsOfIndex(library: Library, signal?: AbortSignal): Promise<TopicSet | null> {
  const set = await currentTopics(library.records, signal);
  return set?.build.model === library.embedder.space.model ? set : null;
}
