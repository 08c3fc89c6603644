import type { Paper } from "../documents/paper.ts";

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

/** Papers as a table (RFC 4180, UTF-8), a heading first. No cell is taken for a formula by a spreadsheet: one that would be begins with an apostrophe. */
export function csv(papers: readonly Paper[]): string {
  const rows = [COLUMNS.map(([name]) => name), ...papers.map((paper) => COLUMNS.map(([, value]) => cell(value(paper))))];
  return rows.map((row) => `${row.join(",")}\r\n`).join("");
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/u.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
