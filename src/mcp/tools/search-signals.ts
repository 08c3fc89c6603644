import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { firstDay, lastDay } from "../../documents/dates.ts";
import { yearOrDay } from "../../documents/fields.ts";
import { POLARITIES } from "../../documents/signal-kinds.ts";
import { searchSignals, type SignalSearchResult } from "../../retrieval/search-signals.ts";
import { Narrowing } from "../../retrieval/source-context.ts";
import { isTopicId, topicPaperIds } from "../../topics/ground.ts";
import { counted, id, plain } from "../render.ts";
import type { Fold } from "../budget.ts";
import { signalLine } from "../render-signal.ts";
import { Cursor, Degraded, Id, Kinds, Limit, Query, Scores, Shortened, SignalFacts, Total } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  query: Query.optional().describe("Left out: all that pass the other arguments, newest first"),
  kinds: Kinds.optional(),
  paper_id: Id.optional().describe("Any spelling of any id of a paper"),
  topic: z.string().trim().min(1).max(300).optional().describe("A topic that signals name, or a topic_id: about its papers"),
  polarity: z.enum(POLARITIES).optional(),
  source: z.string().trim().min(1).max(200).optional().describe("Exact name of a source"),
  since: yearOrDay.optional().describe("Observed on or after this day, 2023-05-31, or year, 2023"),
  source_context: Narrowing.optional().describe("Of an earlier result: only its signals, or those about its papers"),
  until: yearOrDay.optional().describe("Observed on or before this day or year"),
  limit: Limit,
  cursor: Cursor.optional(),
});

const Output = z.looseObject({
  signals: z.array(SignalFacts.extend({ rank: z.number(), scores: Scores.nullable() })),
  total: Total,
  next_cursor: z.string().optional(),
  degraded: Degraded,
  shortened: Shortened,
});

const ITSELF = "inspect_signal has the whole of it";

const FOLDS: readonly Fold[] = [
  { part: "signals[].paper_ids", keep: 10, how: ITSELF },
  { part: "signals[].topics", keep: 5, how: ITSELF },
  { part: "signals[].statement", keep: 500, how: ITSELF },
  { part: "signals[].paper_ids", keep: 3, how: ITSELF },
  ...[25, 10, 5].map((keep) => ({ part: "signals", keep, how: "ask again with a smaller limit", drops: "next_cursor" })),
];

export const searchSignalsTool = defineTool({
  name: "search_signals",
  title: "Search signals",
  description:
    "Find signals: dated, sourced evidence about papers and topics, such as code, adoption, awards, reproductions, patents or retractions.",
  scopes: TOOL_SCOPES.search_signals,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, key, signal }) {
    const { topic, since, until, ...others } = args;
    const days = { since: since && firstDay(since), until: until && lastDay(until) };
    const ofTopic = topic !== undefined && isTopicId(topic) ? await topicPaperIds(library, topic, signal) : null;
    const about = ofTopic === null ? { topic } : { paper_ids: ofTopic.ids };
    const found = await searchSignals(library, { ...others, ...days, ...about, owner: key.key_id }, signal);
    const structured = ofTopic?.degraded ? { ...found, degraded: [...found.degraded, ofTopic.degraded] } : found;
    return { structured, lines: (longest) => lines(structured, longest), concise: true };
  },
});

function lines({ signals, total, degraded, next_cursor: next }: SignalSearchResult, longest: number): string[] {
  return [
    `${total.relation === "gte" ? "At least " : ""}${counted(total.value, "signal")}, ${signals.length} shown.`,
    ...degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`),
    "",
    ...signals.map((signal) => `${signal.rank}. ${signalLine(signal, longest)}${aboutPapers(signal.paper_ids)}`),
    ...(next === undefined ? [] : [`More: the same arguments with cursor ${id(next)}`]),
  ];
}

function aboutPapers(paperIds: readonly string[]): string {
  if (paperIds.length === 0) return "";
  const rest = paperIds.length > 3 ? ` and ${paperIds.length - 3} more` : "";
  return ` · papers: ${paperIds.slice(0, 3).map(id).join(", ")}${rest}`;
}
