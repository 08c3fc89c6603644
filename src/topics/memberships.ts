import type { Records } from "../records/port.ts";
import { topicMembers } from "./store.ts";
import type { TopicSet } from "./topic.ts";

/** A paper in the one topic that it belongs to. */
export interface TopicMembership {
  paper_id: string;
  topic_id: string;
  label: string;
  /** Its place among the topic's papers, the nearest to the center first; from 1. */
  rank: number;
  /** Papers of the topic. */
  papers: number;
  /** When the topics were built: ISO 8601, UTC. */
  built_at: string;
}

/** Every paper of a build with its topic, the largest topic first, as a page a topic. Papers without a vector are in none. */
export async function* topicMemberships(
  records: Records,
  { build, topics }: TopicSet,
  signal?: AbortSignal,
): AsyncGenerator<TopicMembership[]> {
  for (const { topic_id, label } of topics) {
    const ids = await topicMembers(records, build.build, topic_id, Infinity, signal);
    yield ids.map((paper_id, index) => ({
      paper_id,
      topic_id,
      label,
      rank: index + 1,
      papers: ids.length,
      built_at: build.built_at,
    }));
  }
}
