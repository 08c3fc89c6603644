import type { Paper } from "../documents/paper.ts";
import { csvLine } from "../shared/csv-line.ts";

const COLUMNS: readonly (readonly [string, (paper: Paper) => string | number | boolean | null | undefined])[] = [
  ["paper_id", (paper) => paper.paper_id],
  ["title", (paper) => paper.title],
  ["authors", (paper) => paper.authors.join("; ")],
  ["year", (paper) => paper.year],
  ["published_at", (paper) => paper.published_at],
  ["venue", (paper) => paper.venue],
  ["doi", (paper) => paper.ids.doi],
  ["arxiv", (paper) => paper.ids.arxiv],
  ["url", (paper) => paper.url],
  ["citation_count", (paper) => paper.citation_count],
  ["has_code", (paper) => paper.has_code],
  ["retracted", (paper) => paper.retracted],
  ["abstract", (paper) => paper.abstract],
];

/** Papers as a table (see `csvLine`), a heading first. */
export function csv(papers: readonly Paper[]): string {
  const rows = [COLUMNS.map(([name]) => name), ...papers.map((paper) => COLUMNS.map(([, value]) => value(paper)))];
  return rows.map(csvLine).join("");
}
