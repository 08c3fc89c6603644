import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { listTopics, TOPIC_SORTS } from "../../topics/list.ts";
import type { Fold } from "../budget.ts";
import { topicListLines } from "../render-topic.ts";
import { Counts, Degraded, Limit, Momentum, Query, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  query: Query.optional().describe("Words or a question; left out: all topics"),
  limit: Limit,
  sort: z
    .enum(TOPIC_SORTS)
    .optional()
    .describe("momentum: growth against the library's. Left out: relevance to query, else size"),
});

const Output = z.looseObject({
  topics: z.array(
    z.looseObject({
      rank: z.number(),
      topic_id: z.string(),
      label: z.string(),
      terms: z.array(z.looseObject({ term: z.string(), weight: z.number(), papers: z.number() })),
      papers: z.number(),
      papers_per_year: Counts,
      momentum: Momentum,
      cohesion: z.number(),
      examples: z.array(
        z.looseObject({ paper_id: z.string(), title: z.string(), year: z.number().nullable(), cosine: z.number() }),
      ),
      match: z.looseObject({ words: z.number(), cosine: z.number().nullable() }).nullable(),
    }),
  ),
  total: z.number(),
  build: z.looseObject({ built_at: z.string(), papers: z.number(), without_vector: z.number() }).nullable(),
  library_papers: z.number(),
  degraded: Degraded,
  shortened: Shortened,
});

const ITSELF = "inspect_topic has more of each";

const FOLDS: readonly Fold[] = [
  { part: "topics[].examples[].title", keep: 200, how: "get_paper has it whole" },
  { part: "topics[].terms", keep: 6, how: ITSELF },
  { part: "topics[].examples", keep: 2, how: ITSELF },
  { part: "topics[].papers_per_year", keep: 0, how: ITSELF },
  { part: "topics", keep: 20, how: "ask again with a smaller limit" },
];

export const listTopicsTool = defineTool({
  name: "list_topics",
  title: "List topics",
  description:
    "What the library is about: topics built from its papers, with size, growth and example papers. Give a query to find some; inspect_topic tells more of one.",
  scopes: TOOL_SCOPES.list_topics,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, signal }) {
    const structured = await listTopics(library, args, signal);
    return { structured, lines: (longest) => topicListLines(structured, longest), concise: true };
  },
});
