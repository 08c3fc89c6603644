import { z } from "zod";
import { missingScopes } from "../../access/scopes.ts";
import { dimensionsChart } from "../../charts/dimensions.ts";
import { topicCharts } from "../../charts/of-views.ts";
import { pictureOf } from "../../charts/picture.ts";
import { Citation, Numbers } from "../../citations/citation.ts";
import { TimeScope } from "../../evidence/time-scope.ts";
import { INTERVAL_PERCENT } from "../../judgment/shown.ts";
import { SourceContext } from "../../retrieval/source-context.ts";
import { inspectTopic } from "../../topics/inspect.ts";
import { listTopics, TOPIC_SORTS } from "../../topics/list.ts";
import { topicLines, topicListLines } from "../../topics/render.ts";
import { PublicError } from "../../errors.ts";
import { refuseGiven } from "../arguments.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import type { ToolContext } from "../context.ts";
import { withFewAuthors } from "../found-papers.ts";
import { Chart, Counts, Degraded, Judgment, Limit, Momentum, PaperName, Query, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  topic: z.string().trim().min(1).max(500).optional().describe("A topic_id, a label or free text; leave out for the list"),
  time_scope: TimeScope.optional().describe("For a topic: years of publication (default all); from and to as 2023 or 2023-05-31"),
  chart: Chart,
  query: Query.optional().describe("For the list: keywords or a question"),
  sort: z.enum(TOPIC_SORTS).optional().describe("For the list; default: relevance to query, else size"),
  limit: Limit,
});

const Named = z.array(z.looseObject({ name: z.string(), papers: z.number() }));

const Listed = z.looseObject({
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

const Viewed = z.looseObject({
  state: z.enum(["topic", "free_text", "nothing"]),
  title: z.string(),
  topic: z.looseObject({ topic_id: z.string(), label: z.string() }).nullable(),
  counted: z.looseObject({ papers: z.string(), signals: z.string() }).describe("what all figures are counted from"),
  paper_count: z.number(),
  signal_count: z.number(),
  papers_per_year: z.array(z.looseObject({ year: z.number(), papers: z.number(), library: z.number() })),
  without_year: z.number(),
  momentum: Momentum,
  shares: z.array(
    z.looseObject({
      name: z.string(),
      papers: z.number(),
      of: z.number(),
      share: z.number().nullable(),
      counted: z.string(),
    }),
  ),
  reviews: z.array(
    z.looseObject({
      unit: z.string(),
      papers: z.number(),
      reviews: z.number(),
      lower_quartile: z.number(),
      median: z.number(),
      upper_quartile: z.number(),
    }),
  ),
  venues: Named,
  people: Named,
  groups: z.array(z.looseObject({ people: z.array(z.string()), size: z.number(), papers: z.number() })),
  top_papers: z.array(
    PaperName.extend({
      places: z.array(
        z.looseObject({
          by: z.string(),
          rank: z.number(),
          value: z.union([z.number(), z.string()]).nullable(),
          unit: z.string(),
        }),
      ),
      citations: Numbers,
    }),
  ),
  signals_by_kind: z.record(
    z.string(),
    z.looseObject({
      signals: z.number(),
      papers: z.number(),
      supports: z.number(),
      against: z.number(),
      neutral: z.number(),
      first: z.string(),
      last: z.string(),
      latest: z.looseObject({ signal_id: z.string(), title: z.string(), observed_at: z.string(), citations: Numbers }),
    }),
  ),
  judgment: Judgment,
  counter_evidence: z.array(z.looseObject({ text: z.string(), citations: Numbers })),
  gaps: z.array(z.string()),
  near_topics: z.array(z.looseObject({ topic_id: z.string(), label: z.string(), papers: z.number(), cosine: z.number() })),
  citations: z.array(Citation),
  degraded: Degraded,
  source_context: SourceContext,
  shortened: Shortened,
});

const ITSELF = "the topic has more of them";

const CUTS: readonly Cut[] = [
  { part: "topics[].examples[].title", keep: 200, how: IN_FULL.record },
  { part: "topics[].terms", keep: 6, how: ITSELF },
  { part: "topics[].examples", keep: 2, how: ITSELF },
  { part: "topics[].papers_per_year", keep: 0, how: ITSELF },
  { part: "topics", keep: 20, how: "ask again with a smaller limit" },
  { part: "source_context.signal_ids", keep: 50, how: "the source_context still narrows a call to the papers" },
  { part: "citations[].title", keep: 150, how: IN_FULL.record },
  { part: "counter_evidence[].text", keep: 400, how: IN_FULL.record },
  { part: "top_papers[].title", keep: 200, how: IN_FULL.record },
  { part: "citations[].url", keep: 0, how: IN_FULL.record },
  { part: "top_papers[].url", keep: 0, how: IN_FULL.record },
  { part: "venues[].name", keep: 100, how: "search_papers with facets has them" },
  { part: "groups[].people", keep: 2, how: "get_paper has all authors" },
  { part: "source_context.paper_ids", keep: 20, how: "ask with a narrower time_scope" },
  { part: "papers_per_year", keep: 40, last: true, how: "ask with a time_scope for earlier years" },
  { part: "counter_evidence", keep: 3, how: "search_signals with polarity against has all" },
  { part: "top_papers", keep: 6, how: "search_papers with sort finds more" },
];

export const getTopicsTool = defineTool({
  name: "get_topics",
  title: "Get topics",
  description:
    "List the library's topics with size, growth and example papers; or examine one topic: papers per year, momentum, code, reviews, venues, people, top papers, signals by kind, judgment and open questions.",
  scopes: ["papers:read"],
  input: Input,
  output: z.union([Viewed, Listed]),
  annotations: READ_ONLY,
  cuts: CUTS,
  async handler({ topic, time_scope, chart, ...listing }, context) {
    if (topic === undefined) {
      refuseGiven({ time_scope, chart }, ["time_scope", "chart"], "can only be used with topic");
      const found = await listTopics(context.library, listing, context.signal);
      return { structured: found, lines: (maxLength: number) => topicListLines(found, maxLength), concise: true };
    }
    refuseGiven(listing, ["query", "sort"], "cannot be combined with topic");
    checkScope(context);
    return viewOf({ topic, time_scope: time_scope ?? "all" }, chart, context);
  },
});

async function viewOf(
  request: Parameters<typeof inspectTopic>[1],
  chart: boolean,
  { library, signal, reportProgress }: ToolContext,
) {
  await reportProgress(0, 1, "Counting");
  const view = await inspectTopic(library, request, signal);
  const dimensions = view.judgment.dimensions.map(({ formula: _formula, ...dimension }) => dimension);
  const structured = {
    ...view,
    top_papers: view.top_papers.map(withFewAuthors),
    judgment: { ...view.judgment, dimensions },
  };
  const charts = () => [...topicCharts(view), dimensionsChart(view.judgment.dimensions, INTERVAL_PERCENT)];
  const picture = chart ? await pictureOf(view.title, charts()) : undefined;
  return { structured, lines: (maxLength: number) => topicLines(view, maxLength), picture };
}

/** The list shows papers alone; one topic shows signals too. */
function checkScope({ key }: ToolContext): void {
  const missing = missingScopes(["signals:read"], key.scopes);
  if (missing.length === 0) return;
  throw new PublicError("invalid_argument", { field: "topic", message: `topic requires a key with ${missing.join(" and ")}.` });
}
