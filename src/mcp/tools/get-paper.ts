import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { getPaper, type PaperView } from "../../canvas/paper-view.ts";
import { paperCharts } from "../../charts/of-views.ts";
import { pictureOf } from "../../charts/picture.ts";
import type { Fold } from "../budget.ts";
import { citationLines, judgmentLines } from "../render-judgment.ts";
import { dotted, entries, id, link, names, paperName, plain } from "../render.ts";
import { signalLine } from "../render-signal.ts";
import { Chart, Citation, Counts, Id, Judgment, PaperName, Shortened, SignalFacts } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

const Input = z.strictObject({
  paper_id: Id.describe("A paper_id, or a DOI, arXiv, ACL, OpenReview or OpenAlex id in any usual spelling, or its URL"),
  chart: Chart,
});

const Output = z.looseObject({
  paper: PaperName.extend({
    abstract: z.string().nullable(),
    published_at: z.string().nullable(),
    categories: z.array(z.string()),
    keywords: z.array(z.string()),
    ids: z.looseObject({}),
    pdf_url: z.string().nullable(),
    citation_count: z.number().nullable(),
    has_code: z.boolean(),
    signal_counts: Counts,
  }),
  provenance: z.record(z.string(), z.array(z.string())).describe("for each field, the sources that its value comes from"),
  versions: z.array(PaperName).describe("other records of the same paper; the judgment counts what is known of them"),
  signals: z.array(SignalFacts),
  total_signals: z.number(),
  aliases: z.array(z.string()),
  judgment: Judgment,
  citations: z.array(Citation),
  shortened: Shortened,
});

const ELSEWHERE = "its url leads to the whole record";
const BY_SEARCH = "search_signals with this paper_id pages through all";

const FOLDS: readonly Fold[] = [
  { part: "signals[].history", keep: 5, last: true, how: "inspect_signal has more" },
  { part: "paper.authors", keep: 200, how: ELSEWHERE },
  { part: "signals[].paper_ids", keep: 5, how: "inspect_signal has more" },
  { part: "signals[].topics", keep: 5, how: "inspect_signal has more" },
  { part: "signals", keep: 100, how: BY_SEARCH },
  { part: "aliases", keep: 50, how: ELSEWHERE },
  { part: "versions[].authors", keep: 10, how: "get_paper of the version has all" },
  { part: "signals", keep: 30, how: BY_SEARCH },
  { part: "paper.authors", keep: 50, how: ELSEWHERE },
  ...["aliases", "paper.aliases", "paper.keywords", "paper.categories", "paper.authors", "paper.sources"].map((part) => ({
    part,
    keep: 5,
    how: ELSEWHERE,
  })),
  { part: "signals[].statement", keep: 500, how: "inspect_signal has it whole" },
  { part: "signals", keep: 5, how: BY_SEARCH },
  { part: "citations[].title", keep: 200, how: "get_paper and inspect_signal have it whole" },
  { part: "signals[].source.url", keep: 0, how: "inspect_signal has it" },
  { part: "signals[].title", keep: 200, how: "inspect_signal has it whole" },
  { part: "signals", keep: 1, how: BY_SEARCH },
  { part: "paper.title", keep: 500, how: ELSEWHERE },
];

export const getPaperTool = defineTool({
  name: "get_paper",
  title: "Get a paper",
  description:
    "Everything known of one paper: its record with the abstract, its signals, its other ids and how ready it is to build on.",
  scopes: TOOL_SCOPES.get_paper,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: FOLDS,
  async handler(args, { library, signal }) {
    const structured = await getPaper(library, args, signal);
    const picture = args.chart ? await pictureOf(structured.paper.title, paperCharts(structured)) : undefined;
    return { structured, lines: (longest) => lines(structured, longest), picture };
  },
});

function lines(
  { paper, versions, signals, total_signals: total, aliases, judgment, citations }: PaperView,
  longest: number,
): string[] {
  const words = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${label}: ${names(list, entries(longest))}`];
  return [
    `# ${paperName(paper, longest)}`,
    dotted(id(paper.paper_id), link(paper.url), link(paper.pdf_url)),
    ...words("Authors", paper.authors),
    dotted(
      paper.published_at !== null && `published ${paper.published_at}`,
      paper.citation_count !== null && `cited ${paper.citation_count}`,
      paper.has_code && "has code",
    ),
    ...words("Categories", paper.categories),
    ...words("Keywords", paper.keywords),
    `Ids: ${aliases.slice(0, entries(longest)).map(id).join(", ")}`,
    ...versions.map((version) => `Also on record: ${dotted(paperName(version, longest), id(version.paper_id))}`),
    ...paper.sources.map((source) => `Record from: ${dotted(plain(source.name), link(source.url), plain(source.license ?? ""))}`),
    "",
    paper.abstract === null ? "No abstract is known." : plain(paper.abstract, longest),
    "",
    `## Signals: ${total}${total > signals.length ? `, the newest ${signals.length} shown` : ""}`,
    ...signals.map((signal) => `- ${signalLine(signal, longest)}`),
    "",
    ...judgmentLines(judgment, longest),
    "",
    ...citationLines(citations, longest),
  ];
}
