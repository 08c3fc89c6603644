import { z } from "zod";
import { PAPER_SORTS, searchPapers, type PaperSearchResult } from "../../retrieval/retrieve.ts";
import { RETRIEVALS } from "../../retrieval/search.ts";
import { contextPapers, SourceContext } from "../../retrieval/source-context.ts";
import { Filters, noteLines, PAPER_LIST_CUTS, paperLines, withFewAuthors } from "../found-papers.ts";
import { counted, id, plain } from "../render.ts";
import { Cursor, Degraded, Detail, EarlierContext, FoundPaper, Limit, Query, Shortened, Total } from "../shapes.ts";
import { defineTool, READ_ONLY, SEARCH_DEADLINE_MS } from "../tool.ts";

const Input = z.strictObject({
  query: Query.describe(
    'Keywords, a question, an ID, a title or an author. Understands "a phrase", -word, author:, venue:, category:, year:2020-2023',
  ),
  limit: Limit,
  cursor: Cursor.optional().describe("next_cursor of the previous page; keep the other arguments"),
  retrieval: z.enum(RETRIEVALS).default("hybrid"),
  filters: Filters.optional(),
  sort: z.enum(PAPER_SORTS).default("relevance").describe("newest and most_cited sort the 100 best matches"),
  facets: z.boolean().default(false),
  source_context: EarlierContext.optional().describe("From an earlier result: searches only its papers"),
  detail: Detail,
});

const Facet = z.array(z.looseObject({ value: z.string(), count: z.number() }));

const Output = z.looseObject({
  papers: z.array(FoundPaper),
  total: Total,
  weak_matches: z.number().optional(),
  applied_filters: z.looseObject({}),
  corrected_query: z.string().optional(),
  facets: z.record(z.string(), Facet).optional(),
  next_cursor: z.string().optional(),
  degraded: Degraded,
  source_context: SourceContext,
  shortened: Shortened,
});

export const searchPapersTool = defineTool({
  name: "search_papers",
  title: "Search papers",
  description:
    "Search research papers by meaning and keywords, with filters and paging. Returns a list of papers; for an answer with sources use search_signal_canvas.",
  scopes: ["papers:read"],
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  deadlineMs: SEARCH_DEADLINE_MS,
  cuts: PAPER_LIST_CUTS,
  async handler(args, { library, key, signal }) {
    const { source_context: context, filters: asked = {}, ...request } = args;
    const filters = { ...asked, ...contextPapers(context) };
    const searched = await searchPapers(library, { ...request, filters, owner: key.key_id }, signal);
    const { paper_ids: _, ...applied } = searched.applied_filters;
    const found = { ...searched, applied_filters: applied };
    const concise = args.detail === "concise";
    return {
      structured: concise ? { ...found, papers: found.papers.map(withFewAuthors) } : found,
      lines: (maxLength) => lines(args.query, found, maxLength, concise),
      concise,
    };
  },
});

function lines(query: string, found: PaperSearchResult, maxLength: number, concise: boolean): string[] {
  const { papers, total, weak_matches: weak = 0 } = found;
  const [first, last] = [papers.at(0), papers.at(-1)];
  const range = first && last ? `ranks ${first.rank} to ${last.rank} shown` : "none shown";
  return [
    `${total.relation === "gte" ? "At least " : ""}${counted(total.value, found.weak_matches === undefined ? "paper" : "relevant paper")} for “${plain(found.corrected_query ?? query, maxLength)}”, ${range}.`,
    ...(found.corrected_query === undefined
      ? []
      : [`Nothing has all words of “${plain(query, maxLength)}”; showing results for the closest spelling.`]),
    ...(weak > 0 ? [`${counted(weak, "further paper")} only loosely related (weak_matches).`] : []),
    ...noteLines(found.degraded, found.applied_filters),
    "",
    ...papers.flatMap((paper) => paperLines(paper, maxLength, concise)),
    ...Object.entries(found.facets ?? {}).map(
      ([field, values]) => `Facet ${field}: ${values.map(({ value, count }) => `${plain(value, 80)} ${count}`).join(", ")}`,
    ),
    ...(found.next_cursor === undefined ? [] : [`Next page: the same arguments with cursor ${id(found.next_cursor)}`]),
  ];
}
