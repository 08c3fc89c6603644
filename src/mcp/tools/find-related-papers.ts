import { z } from "zod";
import { TOOL_SCOPES } from "../../access/scopes.ts";
import { relatedPapers, type RelatedResult } from "../../retrieval/related.ts";
import { SourceContext } from "../../retrieval/source-context.ts";
import { noteLines, PAPER_LIST_FOLDS, paperLines, withFewAuthors } from "../found-papers.ts";
import { counted, id, plain } from "../render.ts";
import { Degraded, FoundPaper, Id, Limit, Shortened, Total } from "../shapes.ts";
import { defineTool, READ_ONLY } from "../tool.ts";
import { Filters } from "./search-papers.ts";

const Input = z.strictObject({
  paper_id: Id.describe("Any id of a paper, or its URL"),
  limit: Limit,
  filters: Filters.optional(),
});

const Output = z.looseObject({
  paper: z.looseObject({ paper_id: z.string(), title: z.string() }),
  papers: z.array(FoundPaper),
  total: Total,
  applied_filters: z.looseObject({}),
  degraded: Degraded,
  source_context: SourceContext,
  shortened: Shortened,
});

export const findRelatedPapersTool = defineTool({
  name: "find_related_papers",
  title: "Find related papers",
  description: "Papers nearest to one that is known, by meaning and title; filters narrow them. Use it to widen a reading list.",
  scopes: TOOL_SCOPES.find_related_papers,
  input: Input,
  output: Output,
  annotations: READ_ONLY,
  folds: PAPER_LIST_FOLDS,
  async handler(args, { library, signal }) {
    const found = await relatedPapers(library, { ...args, filters: args.filters ?? {} }, signal);
    return {
      structured: { ...found, papers: found.papers.map(withFewAuthors) },
      lines: (longest) => lines(found, longest),
      concise: true,
    };
  },
});

function lines({ paper, papers, total, ...found }: RelatedResult, longest: number): string[] {
  return [
    `${total.relation === "gte" ? "At least " : ""}${counted(total.value, "paper")} related to “${plain(paper.title, longest)}” (${id(paper.paper_id)}), ${papers.length} shown.`,
    ...noteLines(found.degraded, found.applied_filters),
    "",
    ...papers.flatMap((other) => paperLines(other, longest, true)),
  ];
}
