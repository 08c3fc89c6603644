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

const PAGE = 1_000;

/**
 * Every paper of a build with its topic, the largest topic first, in pages of at most 1,000. Papers without a vector are in none. Throws where a later build has removed this one meanwhile.
 */
export async function* topicMemberships(
  records: Records,
  { build, topics }: TopicSet,
  signal?: AbortSignal,
): AsyncGenerator<TopicMembership[]> {
  for (const { topic_id, label, papers } of topics) {
    const ids = await topicMembers(records, build.build, topic_id, Infinity, signal);
    if (ids.length < papers) throw new Error("the topics were built anew in the meantime; run the export again");
    for (let from = 0; from < ids.length; from += PAGE) {
      const page = ids.slice(from, from + PAGE);
      yield page.map((paper_id, index) => ({
        paper_id,
        topic_id,
        label,
        rank: from + index + 1,
        papers,
        built_at: build.built_at,
      }));
    }
  }
}
