import { z } from "zod";
import type { PaperFilters } from "../engine/filters.ts";
import type { FoundPaper } from "../retrieval/found-paper.ts";
import { placeOf } from "../retrieval/snippet.ts";
import type { Degradation } from "../retrieval/library.ts";
import type { Cut } from "./budget.ts";
import { degradedLines, dotted, entries, id, link, names, paperName, plain } from "./render.ts";
import { Kinds, Names, Venues, Year } from "./shapes.ts";

/** What narrows a search over papers. */
export const Filters = z
  .strictObject({
    year_from: Year.optional(),
    year_to: Year.optional(),
    venues: Venues.optional(),
    categories: Names.optional(),
    authors: Names.optional(),
    has_code: z.boolean().optional(),
    min_citations: z.int().min(0).max(10_000_000).optional(),
    signal_kinds: Kinds.optional().describe("Only papers with a signal of one of these kinds"),
  })
  .refine(({ year_from: from, year_to: to }) => from === undefined || to === undefined || from <= to, {
    path: ["year_to"],
    message: "must not be before year_from",
  });

/** Authors shown of a paper in a concise result. */
const AUTHORS_SHOWN = 5;

/** A paper with the first of its authors and how many there are. */
export function withFewAuthors<Paper extends { authors: string[] }>(paper: Paper): Paper & { author_count?: number } {
  if (paper.authors.length <= AUTHORS_SHOWN) return paper;
  return { ...paper, authors: paper.authors.slice(0, AUTHORS_SHOWN), author_count: paper.authors.length };
}

/** A paper with as much of its facts as the budget for one text allows. `concise`: the few authors of the structured content. */
export function paperLines(paper: FoundPaper, maxLength: number, concise: boolean): string[] {
  const { lexical, semantic, passage, fused } = paper.scores;
  const signals = Object.entries(paper.signal_counts).map(([kind, count]) => `${kind} ${count}`);
  const head = `${paper.rank}. ${dotted(paperName(paper, maxLength), id(paper.paper_id), link(paper.url))}`;
  const maxAuthors = concise ? AUTHORS_SHOWN : entries(maxLength);
  const facts = dotted(
    names(paper.authors, maxLength <= 80 ? 1 : maxLength <= 240 ? Math.min(3, maxAuthors) : maxAuthors),
    paper.citation_count === null ? null : `cited ${paper.citation_count}`,
    signals.length > 0 && `signals: ${signals.join(", ")}`,
    maxLength >= 240 &&
      `score ${fused} (lexical ${lexical?.rank ?? "–"}, semantic ${semantic?.rank ?? "–"}${passage ? `, passage ${passage.rank}` : ""})`,
  );
  if (maxLength <= 40) return [head];
  if (maxLength <= 80) return [head, `   ${facts}`];
  const place = placeOf(paper.snippet);
  const text = `${plain(paper.snippet.text, maxLength)}${place === null ? "" : ` (${plain(place, maxLength)})`}`;
  const snippet = paper.snippet.field === "title" ? "(no abstract)" : text;
  const abstract = paper.abstract ? plain(paper.abstract, maxLength) : null;
  return [
    head,
    `   ${facts}`,
    ...(abstract === null || place !== null ? [`   ${snippet}`] : []),
    ...(abstract === null ? [] : [`   ${abstract}`]),
  ];
}

/** What was unavailable for a list of papers, and its filters. */
export function noteLines(degraded: readonly Degradation[], filters: PaperFilters): string[] {
  return [
    ...degradedLines(degraded),
    ...(Object.keys(filters).length > 0 ? [`Filters: ${plain(JSON.stringify(filters), 1_000)}`] : []),
  ];
}

const WHOLE_PAPER = "get_paper has all of it";
const FEWER = "ask again with a smaller limit";

/** What is cut of a list of papers that is too large. */
export const PAPER_LIST_CUTS: readonly Cut[] = [
  { part: "papers[].authors", keep: 20, how: WHOLE_PAPER },
  ...[4_000, 2_000, 1_000, 500].map((keep) => ({ part: "papers[].abstract", keep, how: WHOLE_PAPER })),
  { part: "papers[].authors", keep: 3, how: WHOLE_PAPER },
  ...["venues", "categories", "authors"].map((name) => ({
    part: `applied_filters.${name}`,
    keep: 3,
    how: "they are the ones you sent",
  })),
  { part: "papers[].title", keep: 300, how: WHOLE_PAPER },
  { part: "papers[].url", keep: 0, how: WHOLE_PAPER },
  ...[25, 10, 5, 2].flatMap((keep) => [
    { part: "source_context.paper_ids", keep, how: FEWER },
    { part: "papers", keep, how: FEWER, drops: "next_cursor" },
  ]),
];
