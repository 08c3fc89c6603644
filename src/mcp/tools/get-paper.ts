import { z } from "zod";
import { getPaper, type PaperView } from "../../answers/paper-view.ts";
import { dimensionsChart } from "../../charts/dimensions.ts";
import { paperKindsChart } from "../../charts/of-views.ts";
import { pictureOf } from "../../charts/picture.ts";
import { Citation } from "../../citations/citation.ts";
import { IN_FULL, type Cut } from "../budget.ts";
import { citationLines, judgmentLines } from "../../answers/render/judgment.ts";
import { INTERVAL_PERCENT } from "../../judgment/shown.ts";
import { relatedPapers, type RelatedResult } from "../../retrieval/related.ts";
import { SourceContext } from "../../retrieval/source-context.ts";
import { refuseGiven } from "../arguments.ts";
import { OUTLINE } from "../json-schema.ts";
import { Filters, noteLines, paperLines, withFewAuthors } from "../found-papers.ts";
import { dotted, entries, id, link, names, paperName, plain } from "../render.ts";
import { signalLine } from "../render-signal.ts";
import { Chart, Counts, Degraded, FoundPaper, Id, Judgment, PaperName, Shortened, SignalFacts, Total } from "../shapes.ts";
import { defineTool, READ_ONLY, SEARCH_DEADLINE_MS } from "../tool.ts";
import { thousands } from "../../shared/thousands.ts";

const Input = z.strictObject({
  paper_id: Id.describe("A paper_id, DOI, arXiv, ACL, OpenReview or OpenAlex ID in any usual form, or a URL"),
  related: z.int().min(0).max(50).default(0).describe("How many related papers to add"),
  filters: Filters.meta(OUTLINE).optional().describe("For the related papers: as in search_papers"),
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
  provenance: z.record(z.string(), z.array(z.string())).describe("the sources of each field's value"),
  versions: z.array(PaperName).describe("other records of the same paper; the judgment counts their evidence too"),
  signals: z.array(SignalFacts),
  total_signals: z.number(),
  aliases: z.array(z.string()),
  judgment: Judgment,
  citations: z.array(Citation),
  related: z
    .looseObject({
      papers: z.array(FoundPaper),
      total: Total,
      applied_filters: z.looseObject({}),
      source_context: SourceContext,
    })
    .optional(),
  degraded: Degraded.optional().describe("of the related papers"),
  shortened: Shortened,
});

const ELSEWHERE = "the page at its url has the full record";
const BY_SEARCH = "search_signals with this paper_id lists all of them";

const CUTS: readonly Cut[] = [
  { part: "related.papers[].authors", keep: 3, how: "get_paper of each has all" },
  { part: "related.papers[].title", keep: 200, how: "get_paper of each has it in full" },
  { part: "related.applied_filters", keep: 0, how: "they are the ones you sent" },
  { part: "related.source_context", keep: 0, how: "search_papers gives one" },
  ...[25, 10, 3, 0].map((keep) => ({ part: "related.papers", keep, how: "ask again with a smaller related, without chart" })),
  { part: "signals[].history", keep: 5, last: true, how: "search_signals with its signal_id has more" },
  { part: "paper.authors", keep: 200, how: ELSEWHERE },
  { part: "signals[].paper_ids", keep: 5, how: "search_signals with its signal_id has more" },
  { part: "signals[].topics", keep: 5, how: "search_signals with its signal_id has more" },
  { part: "signals", keep: 100, how: BY_SEARCH },
  { part: "aliases", keep: 50, how: ELSEWHERE },
  { part: "affiliations", keep: 20, how: ELSEWHERE },
  { part: "versions[].authors", keep: 10, how: "get_paper of the version has all" },
  { part: "signals", keep: 30, how: BY_SEARCH },
  { part: "paper.authors", keep: 50, how: ELSEWHERE },
  ...["aliases", "paper.aliases", "paper.keywords", "paper.categories", "paper.authors", "paper.sources"].map((part) => ({
    part,
    keep: 5,
    how: ELSEWHERE,
  })),
  { part: "signals[].statement", keep: 500, how: IN_FULL.signal },
  { part: "signals", keep: 5, how: BY_SEARCH },
  { part: "citations[].title", keep: 200, how: IN_FULL.record },
  { part: "signals[].source.url", keep: 0, how: "search_signals with its signal_id has it" },
  { part: "signals[].title", keep: 200, how: IN_FULL.signal },
  { part: "signals", keep: 1, how: BY_SEARCH },
  { part: "paper.title", keep: 500, how: ELSEWHERE },
  ...["paper.keywords", "paper.categories"].map((part) => ({ part, keep: 1, how: ELSEWHERE })),
];

export const getPaperTool = defineTool({
  name: "get_paper",
  title: "Get a paper",
  description:
    "Everything known about one paper: its record with the abstract, its signals, its other IDs, and a judgment of how ready it is to build on. With related: also the most similar papers.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  deadlineMs: SEARCH_DEADLINE_MS,
  cuts: CUTS,
  async handler({ related: limit, filters, ...args }, { library, signal }) {
    if (limit === 0) refuseGiven({ filters }, ["filters"], "can only be used with related");
    const [view, found] = await Promise.all([
      getPaper(library, args, signal),
      limit === 0 ? undefined : relatedPapers(library, { ...args, limit, filters: filters ?? {} }, signal),
    ]);
    const charts = () => [paperKindsChart(view.signals), dimensionsChart(view.judgment.dimensions, INTERVAL_PERCENT)];
    const picture = args.chart ? await pictureOf(view.paper.title, charts()) : undefined;
    return {
      structured: { ...view, ...(found && relatedFacts(found)) },
      lines: (maxLength) => [...lines(view, maxLength), ...(found === undefined ? [] : ["", ...relatedLines(found, maxLength)])],
      picture,
    };
  },
});

function relatedFacts({ papers, total, applied_filters, source_context, degraded }: RelatedResult) {
  return { related: { papers: papers.map(withFewAuthors), total, applied_filters, source_context }, degraded };
}

function relatedLines({ papers, total, degraded, applied_filters: filters }: RelatedResult, maxLength: number): string[] {
  return [
    `## Related papers: ${total.relation === "gte" ? "at least " : ""}${total.value}, ${papers.length} shown`,
    ...noteLines(degraded, filters),
    ...papers.flatMap((paper) => paperLines(paper, maxLength, true)),
  ];
}

function lines(
  { paper, affiliations, versions, signals, total_signals: total, aliases, judgment, citations }: PaperView,
  maxLength: number,
): string[] {
  const words = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${label}: ${names(list, entries(maxLength))}`];
  return [
    `# ${paperName(paper, maxLength)}`,
    dotted(id(paper.paper_id), link(paper.url), link(paper.pdf_url)),
    ...words("Authors", paper.authors),
    ...words("Affiliations", affiliations),
    dotted(
      paper.published_at !== null && `published ${paper.published_at}`,
      paper.citation_count !== null && `cited ${paper.citation_count}`,
      paper.has_code && "has code",
    ),
    ...words("Categories", paper.categories),
    ...words("Keywords", paper.keywords),
    `Ids: ${aliases.slice(0, entries(maxLength)).map(id).join(", ")}`,
    ...versions.map((version) => `Other version: ${dotted(paperName(version, maxLength), id(version.paper_id))}`),
    ...paper.sources.map((source) => `Record from: ${dotted(plain(source.name), link(source.url), plain(source.license ?? ""))}`),
    "",
    paper.abstract === null ? "No abstract." : plain(paper.abstract, maxLength),
    "",
    `## Signals: ${thousands(total)}${total > signals.length ? `, newest ${signals.length} shown` : ""}`,
    ...signals.map((signal) => `- ${signalLine(signal, maxLength)}`),
    "",
    ...judgmentLines(judgment, maxLength),
    "",
    ...citationLines(citations, maxLength),
  ];
}
