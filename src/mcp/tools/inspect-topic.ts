import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { topicCharts } from "../../charts/of-views.ts";
import { pictureOf } from "../../charts/picture.ts";
import { TimeScope } from "../../canvas/time-scope.ts";
import { SourceContext } from "../../retrieval/source-context.ts";
import { inspectTopic } from "../../topics/inspect.ts";
import type { Fold } from "../budget.ts";
import { withFewAuthors } from "../found-papers.ts";
import { topicLines } from "../render-topic.ts";
import { Chart, Citation, Degraded, Judgment, Momentum, PaperName, Shortened } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  topic: z.string().trim().min(1).max(500).describe("A topic_id or label from list_topics, or free text"),
  time_scope: TimeScope.default("all").describe("Years of publication to count; from and to: 2023 or 2023-05-31"),
  chart: Chart,
});

const Numbers = z.array(z.number());
const Named = z.array(z.looseObject({ name: z.string(), papers: z.number() }));

const Output = z.looseObject({
  state: z.enum(["topic", "free_text", "nothing"]),
  title: z.string(),
  topic: z.looseObject({ topic_id: z.string(), label: z.string() }).nullable(),
  counted: z.looseObject({ papers: z.string(), signals: z.string() }).describe("what every figure is counted from"),
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

const WHOLE = "get_paper and inspect_signal have it whole";

const FOLDS: readonly Fold[] = [
  { part: "source_context.signal_ids", keep: 50, how: "the source_context still narrows a call to the papers" },
  { part: "citations[].title", keep: 150, how: WHOLE },
  { part: "counter_evidence[].text", keep: 400, how: WHOLE },
  { part: "top_papers[].title", keep: 200, how: WHOLE },
  { part: "citations[].url", keep: 0, how: WHOLE },
  { part: "top_papers[].url", keep: 0, how: WHOLE },
  { part: "venues[].name", keep: 100, how: "search_papers with facets has them" },
  { part: "groups[].people", keep: 2, how: "get_paper has all authors" },
  { part: "source_context.paper_ids", keep: 20, how: "ask with a narrower time_scope" },
  { part: "papers_per_year", keep: 40, last: true, how: "ask with a time_scope for earlier years" },
  { part: "counter_evidence", keep: 3, how: "search_signals with polarity against has all" },
  { part: "top_papers", keep: 6, how: "search_papers with sort finds more" },
];

export const inspectTopicTool = defineTool({
  name: "inspect_topic",
  title: "Inspect a topic",
  description:
    "One topic as a set of papers over time: papers a year, momentum against the library, code, awards, reviews, venues, people, top papers, signals by kind, judgment and what is open. Figures are counted from the papers named in counted.",
  scopes: TOOL_SCOPES.inspect_topic,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, signal, reportProgress }) {
    await reportProgress(0, 1, "Counting");
    const view = await inspectTopic(library, args, signal);
    const dimensions = view.judgment.dimensions.map(({ formula: _formula, ...dimension }) => dimension);
    const structured = {
      ...view,
      top_papers: view.top_papers.map(withFewAuthors),
      judgment: { ...view.judgment, dimensions },
    };
    const picture = args.chart ? await pictureOf(view.title, topicCharts(view)) : undefined;
    return { structured, lines: (longest) => topicLines(view, longest), picture };
  },
});
