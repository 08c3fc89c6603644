import type { RankedPassage } from "./extractive/ranked-passages.ts";
import type { EvidencePassage } from "./schema.ts";

/** The most passages that a result carries. */
const MOST = 20;

/** The best passages as a result carries them. Each quote is cut from the stored abstract, so it stands at its offsets. */
export function evidencePassages(ranked: readonly RankedPassage[]): EvidencePassage[] {
  return ranked.slice(0, MOST).map(({ paper: { paper }, start, end }, index) => ({
    rank: index + 1,
    paper_id: paper.paper_id,
    title: paper.title,
    year: paper.year,
    url: paper.url,
    field: "abstract",
    quote: (paper.abstract ?? "").slice(start, end),
    start,
    end,
  }));
}
