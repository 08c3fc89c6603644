import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { PAPER_SORTS, searchPapers, type PaperSearchResult } from "../../retrieval/retrieve.ts";
import { RETRIEVALS } from "../../retrieval/search.ts";
import { contextPapers, Narrowing, SourceContext } from "../../retrieval/source-context.ts";
import { noteLines, PAPER_LIST_FOLDS, paperLines, withFewAuthors } from "../found-papers.ts";
import { counted, id, plain } from "../render.ts";
import { Cursor, Degraded, Detail, FoundPaper, Kinds, Limit, Names, Query, Shortened, Total, Year } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";

/** What narrows a search over papers. */
export const Filters = z
  .strictObject({
    year_from: Year.optional(),
    year_to: Year.optional(),
    venues: Names.optional(),
    categories: Names.optional(),
    authors: Names.optional(),
    has_code: z.boolean().optional(),
    min_citations: z.int().min(0).max(10_000_000).optional(),
    signal_kinds: Kinds.optional().describe("papers with a signal of any of these kinds"),
  })
  .refine(({ year_from: from, year_to: to }) => from === undefined || to === undefined || from <= to, {
    path: ["year_to"],
    message: "must not lie before year_from",
  });

const Input = z.strictObject({
  query: Query.describe("Words or a question; an id, a DOI or an exact title puts that paper first"),
  limit: Limit,
  cursor: Cursor.optional().describe("next_cursor of the page before, with the same other arguments"),
  retrieval: z.enum(RETRIEVALS).default("hybrid"),
  filters: Filters.optional(),
  sort: z.enum(PAPER_SORTS).default("relevance").describe("newest and most_cited order the 100 best matches"),
  facets: z.boolean().default(false),
  source_context: Narrowing.optional().describe("Of an earlier result: only its papers"),
  detail: Detail,
});

const Facet = z.array(z.looseObject({ value: z.string(), count: z.number() }));

const Output = z.looseObject({
  papers: z.array(FoundPaper),
  total: Total,
  applied_filters: z.looseObject({}),
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
    "Find research papers by meaning and words, with filters and pages. Use it for lists of papers; for an answer with sources use search_signal_canvas.",
  scopes: TOOL_SCOPES.search_papers,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: PAPER_LIST_FOLDS,
  async handler(args, { library, key, signal }) {
    const { source_context: context, filters: asked = {}, ...request } = args;
    const filters = { ...asked, ...contextPapers(context) };
    const searched = await searchPapers(library, { ...request, filters, owner: key.key_id }, signal);
    const found = { ...searched, applied_filters: asked };
    const concise = args.detail === "concise";
    return {
      structured: concise ? { ...found, papers: found.papers.map(withFewAuthors) } : found,
      lines: (longest) => lines(args.query, found, longest, concise),
      concise,
    };
  },
});

function lines(query: string, found: PaperSearchResult, longest: number, concise: boolean): string[] {
  const { papers, total } = found;
  const range = papers.length === 0 ? "none shown" : `ranks ${papers[0].rank} to ${papers.at(-1)?.rank} shown`;
  return [
    `${total.relation === "gte" ? "At least " : ""}${counted(total.value, "paper")} for “${plain(query, longest)}”, ${range}.`,
    ...noteLines(found.degraded, found.applied_filters),
    "",
    ...papers.flatMap((paper) => paperLines(paper, longest, concise)),
    ...Object.entries(found.facets ?? {}).map(
      ([field, values]) => `Facet ${field}: ${values.map(({ value, count }) => `${plain(value, 80)} ${count}`).join(", ")}`,
    ),
    ...(found.next_cursor === undefined ? [] : [`More: the same arguments with cursor ${id(found.next_cursor)}`]),
  ];
}
