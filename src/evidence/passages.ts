import type { PaperView, Passage } from "../documents/passage.ts";
import { fullTextOf, hasPassages } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import { bestPassages, isQuotable } from "./best-passages.ts";
import type { EvidencePaper } from "./evidence-paper.ts";

/**
 * The papers of the evidence, and behind them views of the same papers through passages of their full texts: for a paper that the question is about, all of its running
 * text, for the others the passages that answer the question best. A view has the passage in place of the abstract, so that whatever reads abstracts reads it;
 * its quotes become citations of kind `passage`. `compare`: in meaning too, where passages are chosen. Costs nothing where the index has no full texts, else two round trips.
 */
export async function withPassages(
  library: Library,
  { question, papers, compare }: { question: string; papers: readonly EvidencePaper[]; compare: boolean },
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  if (papers.length === 0 || !(await hasPassages(library))) return [...papers];
  const anchor = papers.find((paper) => paper.anchor);
  const others = papers.filter((paper) => paper !== anchor);
  const [own, found] = await Promise.all([
    anchor === undefined ? null : fullTextOf(library, anchor.paper.paper_id, signal),
    others.length === 0 ? [] : ofPapers(library, { question, compare }, others, signal),
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

/** How many passages of the papers read are drawn in, the best: with twice as many as many questions of QASPER are answered by a sentence that people highlighted. */
const DRAWN = 20;

async function ofPapers(
  library: Library,
  asked: { question: string; compare: boolean },
  papers: readonly EvidencePaper[],
  signal?: AbortSignal,
): Promise<Passage[]> {
  const filters = { paper_ids: papers.map(({ paper }) => paper.paper_id) };
  return (await bestPassages(library, { ...asked, filters }, signal)).slice(0, DRAWN);
}
