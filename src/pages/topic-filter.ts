import { PublicError } from "../errors.ts";
import type { PaperFilters } from "../engine/filters.ts";
import type { Library } from "../retrieval/library.ts";
import { topicPaperIds } from "../topics/ground.ts";
import { rememberedFor } from "../shared/remembered-for.ts";
import { listTopics } from "../topics/list.ts";
import { deadline } from "./permission.ts";

/** A topic that a search can be narrowed to. */
export interface TopicChoice {
  topic_id: string;
  label: string;
  papers: number;
}

const OFFERED = 6;

/** They change with a build of topics alone, and every page of a search and every filter asks for those of the same query. */
const KEPT = { ms: 60_000, max: 200 };

/** The topics nearest to a query, at most a minute old; none where there are no topics or they cannot be read now: a search works without. */
export function topicChoices(library: Library): (query: string) => Promise<TopicChoice[]> {
  const nearest = rememberedFor(KEPT, async (query) => {
    const { topics } = await listTopics(library, { query, limit: OFFERED }, deadline());
    return topics.map(({ topic_id, label, papers }) => ({ topic_id, label, papers }));
  });
  return async (query) => {
    try {
      return await nearest(query);
    } catch (error) {
      if (error instanceof PublicError) return [];
      throw error;
    }
  };
}

/** Filters narrowed to the papers of a topic; empty: to none. Throws `invalid_argument` where no topic has this id (any more). */
export async function withinTopic(
  library: Library,
  filters: PaperFilters,
  topicId: string,
  signal: AbortSignal,
): Promise<PaperFilters> {
  if (topicId === "") return filters;
  try {
    const { ids } = await topicPaperIds(library, topicId, signal);
    return { ...filters, paper_ids: ids };
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "not_found") throw error;
    throw new PublicError("invalid_argument", { field: "topic", message: "This topic no longer exists. Choose another." });
  }
}
