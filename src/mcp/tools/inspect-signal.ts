import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { inspectSignal, type SignalView } from "../../retrieval/views.ts";
import type { Fold } from "../budget.ts";
import { withFewAuthors } from "../found-papers.ts";
import { dotted, entries, id, link, names, paperName, plain } from "../render.ts";
import { signalLine } from "../render-signal.ts";
import { Id, PaperName, Shortened, SignalFacts } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({ signal_id: Id.describe("From search_signals, get_paper or a citation") });

const History = z.array(z.looseObject({ observed_at: z.string(), value: z.number().nullable() }));

const Output = z.looseObject({
  signal: SignalFacts.extend({ history: History }),
  papers: z.array(PaperName),
  agrees: z.array(SignalFacts),
  disagrees: z.array(SignalFacts),
  shortened: Shortened,
});

const ITSELF = "inspect_signal has it whole";
const ITS_PAPERS = "the others are found by search_papers";

const FOLDS: readonly Fold[] = [
  ...["agrees", "disagrees"].flatMap((part) => [
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
  { part: "signal.topics", keep: 20, how: "search_signals finds by each topic" },
];

export const inspectSignalTool = defineTool({
  name: "inspect_signal",
  title: "Inspect a signal",
  description:
    "One signal with its history and source, the papers it is about, and which other signals about them agree or disagree with it.",
  scopes: TOOL_SCOPES.inspect_signal,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, signal }) {
    const view = await inspectSignal(library, args, signal);
    const structured = { ...view, papers: view.papers.map(withFewAuthors) };
    return { structured, lines: (longest) => lines(view, longest) };
  },
});

function lines({ signal, papers, agrees, disagrees }: SignalView, longest: number): string[] {
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  const listed = (signals: SignalView["agrees"]) => signals.map((other) => `- ${signalLine(other, longest)}`);
  return [
    signalLine(signal, longest),
    ...(signal.source.license === null ? [] : [`License of the source: ${plain(signal.source.license)}`]),
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
    ...section("Signals that agree", listed(agrees)),
    ...section("Signals that disagree", listed(disagrees)),
  ];
}
