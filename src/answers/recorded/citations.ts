import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { LOOK_UP_MS, type Asked } from "./asked.ts";
import { namedRows, nothing, proofsOf, SHOWN_ROWS, type RecordFinding, type RecordRow } from "./found.ts";
import { counted } from "../../shared/thousands.ts";

const WHO_CITES = /^(?:who|which|what|list|papers?|works?)\b.*\b(?:cites?|citing)\b|\bcited\s+by\b/iu;
const NO_LINKS = "The library records how often papers are cited, not which papers cite them.";
const MAX_SIGNALS = 1_000;

/** How often the paper that is named is cited, or the most cited papers of a scope. Who cites whom is not held. */
export async function citationRecords({ library, question, scope, signal_ids, signal }: Asked): Promise<RecordFinding> {
  const { papers, signals } = library.engine;
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const query = `citation counts of ${scope.conditions}, highest first`;
  const missing = [...scope.notApplied, ...(WHO_CITES.test(question) ? [NO_LINKS] : [])];
  if (WHO_CITES.test(question) && scope.named.length === 0) return nothing(NO_LINKS, query);
  const filters = { ...scope.filters, min_citations: Math.max(0, scope.filters.min_citations ?? 0) };
  const [{ documents, total }, all] = await Promise.all([
    papers.list({ filters, sort: "most_cited", limit: SHOWN_ROWS }, call),
    papers.count(scope.filters, call),
  ]);
  if (total === 0) return nothing(whyNothing(all, scope.about), query, missing);
  const kinds = { kinds: ["citation" as const], paper_ids: documents.map(({ paper_id }) => paper_id) };
  const only = signal_ids === undefined ? {} : { signal_ids: [...signal_ids] };
  const stated = await signals.list({ filters: { ...kinds, ...only }, sort: "newest", limit: MAX_SIGNALS }, call);
  const rows = documents.map((paper) => rowOf(paper, stated.documents));
  const [first] = rows;
  if (all > total)
    missing.push(
      `${counted(all - total, "paper")}${scope.about} ${all - total === 1 ? "has" : "have"} no citation count on record.`,
    );
  return {
    lead: {
      text:
        scope.named.length > 0 && first !== undefined
          ? `The library has ${first.value}${scope.about}.`
          : `The library has citation counts for ${counted(total, "paper")}${scope.about}, ${ranked(documents, rows)}.`,
      proofs: proofsOf(rows),
    },
    reason: `From the citation counts on record.${scope.meaning}`,
    rows,
    total,
    query,
    missing,
  };
}

/** The most cited by name; counts of nothing but 0 rank nobody. */
function ranked([first]: readonly Paper[], rows: readonly RecordRow[]): string {
  return first?.citation_count ? `the most cited${namedRows(rows, 0)}` : "all of them 0, so no paper is cited most";
}

/** The signal that states the count proves it; a count from a record of the paper alone is told beside the paper's title. */
function rowOf(paper: Paper, signals: readonly Signal[]): RecordRow {
  const count = paper.citation_count ?? 0;
  const stating = signals.find((item) => item.value === count && item.paper_ids.includes(paper.paper_id));
  return {
    label: paper.title,
    value: counted(count, "citation"),
    paper_id: paper.paper_id,
    proofs: [stating === undefined ? { paper } : { signal: stating }],
  };
}

function whyNothing(papers: number, about: string): string {
  if (papers === 0) return `The library has no papers${about}.`;
  return `The library has ${counted(papers, "paper")}${about}, but no citation count for ${papers === 1 ? "it" : "any of them"}.`;
}
