import type { PaperView } from "../documents/passage.ts";
import { fullTextOf, hasPassages } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import { bestPassages, isQuotable, type FoundPassage } from "./best-passages.ts";
import type { EvidencePaper } from "./evidence-paper.ts";

/**
 * The papers of the evidence, and behind them views of the same papers through passages of their full texts: for a paper that the question is about, all of its running
 * text, for the others the passages that answer the question best. A view has the passage in place of the abstract, so that whatever reads abstracts reads it;
 * its quotes become citations of kind `passage`. `compare`: in meaning too, where passages of all papers are chosen. Costs nothing where the index has no full texts, else two round trips.
 */
export async function withPassages(
  library: Library,
  { question, papers, compare }: { question: string; papers: readonly EvidencePaper[]; compare: boolean },
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  if (papers.length === 0 || !(await hasPassages(library))) return [...papers];
  const anchor = papers.find((paper) => paper.anchor);
  const others = papers.filter((paper) => paper !== anchor);
  const filters = { paper_ids: others.map(({ paper }) => paper.paper_id) };
  const asked = { question, filters, compare: compare && anchor === undefined };
  const [own, found] = await Promise.all([
    anchor === undefined ? null : fullTextOf(library, anchor.paper.paper_id, signal),
    others.length === 0 ? [] : bestPassages(library, asked, signal),
  ]);
  const whole = (own?.passages ?? []).filter(isQuotable).map((passage): FoundPassage => ({ passage }));
  const byPaper = new Map(papers.map((paper) => [paper.paper.paper_id, paper]));
  const read = found.filter(({ compared }) => compared?.length !== 0);
  const views = [...whole, ...read].flatMap(({ passage, compared }): EvidencePaper[] => {
    const item = byPaper.get(passage.paper_id);
    if (item === undefined) return [];
    const paper: PaperView = { ...item.paper, abstract: passage.content, passage };
    return [{ ...item, paper, ...(compared === undefined ? {} : { compared }) }];
  });
  return [...papers, ...views];
}
