import type { PaperView, Passage, PassageKind } from "../documents/passage.ts";
import type { PassageForm } from "../documents/full-text.ts";
import { fullTextOf, hasPassages } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import type { EvidencePaper } from "./evidence-paper.ts";

/** How many passages of the papers read are drawn in, the best by the question's words. */
const DRAWN = 40;
/** They are looked for somewhat deeper, as captions and tables are passed over. */
const DEPTH = 80;
/** A paper's running text: what stands in captions, tables, footnotes and quotations is not what the paper says in so many words. */
const RUNNING: ReadonlySet<PassageForm | null> = new Set(["paragraph", "list_item", "box"]);
/** Thanks, and what is read as the paper's abstract already. */
const LEFT_OUT: ReadonlySet<PassageKind> = new Set(["abstract", "acknowledgement", "funding", "caption", "table", "whole"]);

/**
 * The papers of the evidence, and behind them views of the same papers through passages of their full texts: for a paper that the question is about, all of its running
 * text, for the others the passages that hold most of the question's words. A view has the passage in place of the abstract, so that whatever reads abstracts reads it;
 * its quotes become citations of kind `passage`. Costs nothing where the index has no full texts, else two round trips.
 */
export async function withPassages(
  library: Library,
  { question, papers }: { question: string; papers: readonly EvidencePaper[] },
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  if (papers.length === 0 || !(await hasPassages(library))) return [...papers];
  const anchor = papers.find((paper) => paper.anchor);
  const others = papers.filter((paper) => paper !== anchor);
  const [own, found] = await Promise.all([
    anchor === undefined ? null : fullTextOf(library, anchor.paper.paper_id, signal),
    others.length === 0 ? [] : bestPassages(library, question, others, signal),
  ]);
  const passages = [...(own?.passages ?? []), ...found].filter(isQuotable);
  const byPaper = new Map(papers.map((paper) => [paper.paper.paper_id, paper]));
  const views = passages.flatMap((passage): EvidencePaper[] => {
    const item = byPaper.get(passage.paper_id);
    if (item === undefined) return [];
    const paper: PaperView = { ...item.paper, abstract: passage.content, passage };
    return [{ ...item, paper }];
  });
  return [...papers, ...views];
}

async function bestPassages(
  library: Library,
  question: string,
  papers: readonly EvidencePaper[],
  signal?: AbortSignal,
): Promise<Passage[]> {
  const filters = { paper_ids: papers.map(({ paper }) => paper.paper_id) };
  const { lexical } = await library.engine.passages.search({ text: question, filters, depth: DEPTH }, { signal });
  const ids = lexical!.hits.map(({ id }) => id);
  const stored = await library.engine.passages.get(ids, { signal });
  return ids
    .flatMap((id) => stored.get(id) ?? [])
    .filter(isQuotable)
    .slice(0, DRAWN);
}

function isQuotable({ kind, form }: Passage): boolean {
  return RUNNING.has(form) && !LEFT_OUT.has(kind);
}
