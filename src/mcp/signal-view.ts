import { z } from "zod";
import { inspectSignal, type SignalView } from "../retrieval/views.ts";
import { topicsOfPapers } from "../topics/nearest.ts";
import { IN_FULL, type Cut } from "./budget.ts";
import type { ToolContext } from "./context.ts";
import { withFewAuthors } from "./found-papers.ts";
import { counted, dotted, entries, id, link, names, paperName, plain } from "./render.ts";
import { signalLine } from "./render-signal.ts";
import { PaperName, Shortened, SignalFacts } from "./shapes.ts";
import { thousands } from "../shared/thousands.ts";

/* One signal in full. */

const History = z.array(z.looseObject({ observed_at: z.string(), value: z.number().nullable() }));

export const SignalViewed = z.looseObject({
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
    .describe("topics its papers belong to"),
  agrees: z.array(SignalFacts),
  total_agrees: z.number(),
  disagrees: z.array(SignalFacts),
  total_disagrees: z.number(),
  shortened: Shortened,
});

const ITS_PAPERS = "search_papers finds the others";

/** What is cut of a signal that is too large. */
export const SIGNAL_CUTS: readonly Cut[] = [
  ...["agrees", "disagrees"].flatMap((part) => [
    { part: `${part}[].history`, keep: 5, last: true, how: IN_FULL.signal },
    { part: `${part}[].paper_ids`, keep: 3, how: IN_FULL.signal },
    { part: `${part}[].topics`, keep: 3, how: IN_FULL.signal },
    { part: `${part}[].statement`, keep: 300, how: IN_FULL.signal },
  ]),
  { part: "signal.paper_ids", keep: 50, how: ITS_PAPERS },
  { part: "signal.history", keep: 200, last: true, how: "the latest are shown" },
  { part: "papers[].title", keep: 200, how: IN_FULL.paper },
  ...[20, 5, 2].flatMap((keep) => [
    { part: "papers", keep, how: "get_paper has each of the paper_ids" },
    { part: "agrees", keep, how: "search_signals with a paper_id lists all of them" },
    { part: "disagrees", keep, how: "search_signals with a paper_id lists all of them" },
  ]),
  { part: "signal.paper_ids", keep: 20, how: ITS_PAPERS },
  { part: "signal.history", keep: 50, last: true, how: "the latest are shown" },
  { part: "signal.topics", keep: 20, how: "search_signals finds signals by topic" },
];

/** How many of a signal's papers its topics are read from. */
const MAX_PAPERS = 50;

/** A signal with its papers, their topics, and the signals that agree or disagree. Throws `not_found`. */
export async function signalAnswer(signalId: string, { library, signal }: ToolContext) {
  const view = await inspectSignal(library, { signal_id: signalId }, signal);
  const topics = await topicsOfPapers(library, view.signal.paper_ids.slice(0, MAX_PAPERS), signal);
  const structured = { ...view, papers: view.papers.map(withFewAuthors), topics };
  return { structured, lines: (maxLength: number) => lines({ ...view, topics }, maxLength) };
}

type WithTopics = SignalView & { topics: Awaited<ReturnType<typeof topicsOfPapers>> };

function lines({ signal, provenance, papers, topics, ...related }: WithTopics, maxLength: number): string[] {
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines]);
  const listed = (signals: SignalView["agrees"]) => signals.map((other) => `- ${signalLine(other, maxLength)}`);
  return [
    signalLine(signal, maxLength),
    ...(signal.source.license === null ? [] : [`Source license: ${plain(signal.source.license)}`]),
    `Observed ${counted(provenance.observations, "time")}, ${provenance.first_observed} to ${provenance.last_observed}; loaded ${provenance.ingested_at} by ingest run ${id(provenance.run_id)}.`,
    ...(signal.topics.length === 0 ? [] : [`Topics: ${names(signal.topics, entries(maxLength))}`]),
    ...section(
      "Earlier observations",
      signal.history
        .slice(-Math.min(signal.history.length, entries(maxLength)))
        .map(({ observed_at: day, value }) => `- ${day}: ${value ?? "no value"}`),
    ),
    ...section(
      "Papers",
      papers.map(
        (paper) => `- ${dotted(paperName(paper, maxLength), names(paper.authors, 5), id(paper.paper_id), link(paper.url))}`,
      ),
    ),
    ...section(
      "Topics of these papers",
      topics.map(
        ({ topic_id: topicId, label, papers_here: here }) =>
          `- ${dotted(plain(label, maxLength), counted(here, "paper"), id(topicId))}`,
      ),
    ),
    ...section(heading("agree", related.agrees, related.total_agrees), listed(related.agrees)),
    ...section(heading("disagree", related.disagrees, related.total_disagrees), listed(related.disagrees)),
  ];
}

function heading(verb: string, shown: readonly unknown[], total: number): string {
  return `Signals that ${verb}${total > shown.length ? `, ${shown.length} of ${thousands(total)}` : ""}`;
}
