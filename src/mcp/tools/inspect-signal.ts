import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { inspectSignal, type SignalView } from "../../retrieval/views.ts";
import { topicsOfPapers } from "../../topics/nearest.ts";
import type { Fold } from "../budget.ts";
import { withFewAuthors } from "../found-papers.ts";
import { counted, dotted, entries, id, link, names, paperName, plain } from "../render.ts";
import { signalLine } from "../render-signal.ts";
import { Id, PaperName, Shortened, SignalFacts } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({ signal_id: Id.describe("From search_signals, get_paper or a citation") });

const History = z.array(z.looseObject({ observed_at: z.string(), value: z.number().nullable() }));

const Output = z.looseObject({
  signal: SignalFacts.extend({ history: History }),
  provenance: z.looseObject({
    first_observed: z.string(),
    last_observed: z.string(),
    observations: z.number(),
    run_id: z.string(),
    ingested_at: z.string(),
  }),
  papers: z.array(PaperName),
  topics: z
    .array(z.looseObject({ topic_id: z.string(), label: z.string(), papers: z.number(), papers_here: z.number() }))
    .describe("built topics that its papers lie in"),
  agrees: z.array(SignalFacts),
  total_agrees: z.number(),
  disagrees: z.array(SignalFacts),
  total_disagrees: z.number(),
  shortened: Shortened,
});

const ITSELF = "inspect_signal has it whole";
const ITS_PAPERS = "the others are found by search_papers";

const FOLDS: readonly Fold[] = [
  ...["agrees", "disagrees"].flatMap((part) => [
    { part: `${part}[].history`, keep: 5, last: true, how: ITSELF },
    { part: `${part}[].paper_ids`, keep: 3, how: ITSELF },
    { part: `${part}[].topics`, keep: 3, how: ITSELF },
    { part: `${part}[].statement`, keep: 300, how: ITSELF },
  ]),
  { part: "signal.paper_ids", keep: 50, how: ITS_PAPERS },
  { part: "signal.history", keep: 200, last: true, how: "the latest are shown" },
  { part: "papers[].title", keep: 200, how: "get_paper has it whole" },
  ...[20, 5, 2].flatMap((keep) => [
    { part: "papers", keep, how: "get_paper has each of the paper_ids" },
    { part: "agrees", keep, how: "search_signals with a paper_id pages through all" },
    { part: "disagrees", keep, how: "search_signals with a paper_id pages through all" },
  ]),
  { part: "signal.paper_ids", keep: 20, how: ITS_PAPERS },
  { part: "signal.history", keep: 50, last: true, how: "the latest are shown" },
  { part: "signal.topics", keep: 20, how: "search_signals finds by each topic" },
];

/** Papers by which a signal's topics are told. */
const MOST_PAPERS = 50;

export const inspectSignalTool = defineTool({
  name: "inspect_signal",
  title: "Inspect a signal",
  description:
    "One signal with its history and source, the papers and topics it is about, and which other signals about them agree or disagree with it.",
  scopes: TOOL_SCOPES.inspect_signal,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, signal }) {
    const view = await inspectSignal(library, args, signal);
    const topics = await topicsOfPapers(library, view.signal.paper_ids.slice(0, MOST_PAPERS), signal);
    const structured = { ...view, papers: view.papers.map(withFewAuthors), topics };
    return { structured, lines: (longest) => lines({ ...view, topics }, longest) };
  },
});

type WithTopics = SignalView & { topics: Awaited<ReturnType<typeof topicsOfPapers>> };

function lines({ signal, provenance, papers, topics, ...related }: WithTopics, longest: number): string[] {
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  const listed = (signals: SignalView["agrees"]) => signals.map((other) => `- ${signalLine(other, longest)}`);
  return [
    signalLine(signal, longest),
    ...(signal.source.license === null ? [] : [`License of the source: ${plain(signal.source.license)}`]),
    `Observed ${counted(provenance.observations, "time")}, ${provenance.first_observed} to ${provenance.last_observed}; loaded ${provenance.ingested_at} by run ${id(provenance.run_id)}.`,
    ...(signal.topics.length === 0 ? [] : [`Topics: ${names(signal.topics, entries(longest))}`]),
    ...section(
      "Earlier observations",
      signal.history
        .slice(-Math.min(signal.history.length, entries(longest)))
        .map(({ observed_at: day, value }) => `- ${day}: ${value ?? "no value"}`),
    ),
    ...section(
      "Papers",
      papers.map(
        (paper) => `- ${dotted(paperName(paper, longest), names(paper.authors, 5), id(paper.paper_id), link(paper.url))}`,
      ),
    ),
    ...section(
      "Topics of these papers",
      topics.map(
        ({ topic_id: topicId, label, papers_here: here }) =>
          `- ${dotted(plain(label, longest), counted(here, "paper"), id(topicId))}`,
      ),
    ),
    ...section(heading("agree", related.agrees, related.total_agrees), listed(related.agrees)),
    ...section(heading("disagree", related.disagrees, related.total_disagrees), listed(related.disagrees)),
  ];
}

function heading(verb: string, shown: readonly unknown[], total: number): string {
  return `Signals that ${verb}${total > shown.length ? `, ${shown.length} of ${total}` : ""}`;
}
