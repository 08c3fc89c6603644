import { z } from "zod";
import { firstDay, lastDay } from "../../documents/dates.ts";
import { yearOrDay } from "../../documents/fields.ts";
import { POLARITIES } from "../../documents/signal-kinds.ts";
import { searchSignals, type SignalSearchResult } from "../../retrieval/search-signals.ts";
import { isTopicId, topicPaperIds } from "../../topics/ground.ts";
import { refuseGiven } from "../arguments.ts";
import { counted, degradedLines, id } from "../render.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { signalLine } from "../render-signal.ts";
import { SIGNAL_CUTS, signalAnswer, SignalViewed } from "../signal-view.ts";
import { Cursor, Degraded, EarlierContext, Id, Kinds, Limit, Query, Scores, Shortened, SignalFacts, Total } from "../shapes.ts";
import { defineTool, READ_ONLY, SEARCH_DEADLINE_MS } from "../tool.ts";

const Input = z.strictObject({
  signal_id: Id.optional().describe("Returns this one signal in full; leave the other arguments out"),
  query: Query.optional().describe("Leave out for all matches of the other arguments, newest first"),
  kinds: Kinds.optional(),
  paper_id: Id.optional().describe("Any ID of a paper, or its URL"),
  topic: z.string().trim().min(1).max(300).optional().describe("A topic that signals name, or a topic_id"),
  polarity: z.enum(POLARITIES).optional(),
  source: z.string().trim().min(1).max(200).optional().describe("Exact name of a source"),
  since: yearOrDay.optional().describe("Observed from: 2023 or 2023-05-31"),
  until: yearOrDay.optional().describe("Observed until"),
  source_context: EarlierContext.optional().describe("From an earlier result: its signals, or signals about its papers"),
  limit: Limit,
  cursor: Cursor.optional(),
});

const Found = z.looseObject({
  signals: z.array(SignalFacts.extend({ rank: z.number(), scores: Scores.nullable() })),
  total: Total,
  next_cursor: z.string().optional(),
  degraded: Degraded,
  shortened: Shortened,
});

const CUTS: readonly Cut[] = [
  { part: "signals[].paper_ids", keep: 10, how: IN_FULL.signal },
  { part: "signals[].topics", keep: 5, how: IN_FULL.signal },
  { part: "signals[].statement", keep: 500, how: IN_FULL.signal },
  { part: "signals[].paper_ids", keep: 3, how: IN_FULL.signal },
  ...[25, 10, 5].map((keep) => ({ part: "signals", keep, how: "ask again with a smaller limit", drops: "next_cursor" })),
  ...SIGNAL_CUTS,
];

const SEARCH_ARGUMENTS = [
  "query",
  "kinds",
  "paper_id",
  "topic",
  "polarity",
  "source",
  "since",
  "until",
  "source_context",
  "cursor",
] as const;

export const searchSignalsTool = defineTool({
  name: "search_signals",
  title: "Search signals",
  description:
    "Search signals: dated, sourced evidence about papers and topics, such as code, adoption, awards, reproductions or retractions. With signal_id: one signal with its history, source, papers, and the signals that agree or disagree.",
  scopes: ["signals:read"],
  input: Input,
  output: z.union([Found, SignalViewed]),
  annotations: READ_ONLY,
  deadlineMs: SEARCH_DEADLINE_MS,
  cuts: CUTS,
  async handler({ signal_id: id, ...args }, context) {
    if (id !== undefined) {
      refuseGiven(args, SEARCH_ARGUMENTS, "cannot be combined with signal_id");
      return signalAnswer(id, context);
    }
    const { library, key, signal } = context;
    const { topic, since, until, ...others } = args;
    const days = { since: since && firstDay(since), until: until && lastDay(until) };
    const ofTopic = topic !== undefined && isTopicId(topic) ? await topicPaperIds(library, topic, signal) : null;
    const about = ofTopic === null ? { topic } : { paper_ids: ofTopic.ids };
    const found = await searchSignals(library, { ...others, ...days, ...about, owner: key.key_id }, signal);
    const structured = ofTopic?.degraded ? { ...found, degraded: [...found.degraded, ofTopic.degraded] } : found;
    return { structured, lines: (maxLength: number) => lines(structured, maxLength), concise: true };
  },
});

function lines({ signals, total, degraded, next_cursor: next }: SignalSearchResult, maxLength: number): string[] {
  return [
    `${total.relation === "gte" ? "At least " : ""}${counted(total.value, "signal")}, ${signals.length} shown.`,
    ...degradedLines(degraded),
    "",
    ...signals.map((signal) => `${signal.rank}. ${signalLine(signal, maxLength)}${aboutPapers(signal.paper_ids)}`),
    ...(next === undefined ? [] : [`Next page: the same arguments with cursor ${id(next)}`]),
  ];
}

function aboutPapers(paperIds: readonly string[]): string {
  if (paperIds.length === 0) return "";
  const rest = paperIds.length > 3 ? ` and ${paperIds.length - 3} more` : "";
  return ` · papers: ${paperIds.slice(0, 3).map(id).join(", ")}${rest}`;
}
