import { passageSeen } from "../documents/passage.ts";
import type { RankedPassage } from "./extractive/ranked-passages.ts";
import type { EvidencePassage } from "./schema.ts";

/** The most passages that a result carries. */
const MAX_PASSAGES = 20;

/** The best passages as a result carries them. Each quote is cut from the stored abstract or passage, so it stands at its offsets. */
export function evidencePassages(ranked: readonly RankedPassage[]): EvidencePassage[] {
  return ranked.slice(0, MAX_PASSAGES).map(({ paper: { paper }, start, end }, index) => {
    const passage = passageSeen(paper);
    return {
      rank: index + 1,
      paper_id: paper.paper_id,
      title: paper.title,
      year: paper.year,
      url: paper.url,
      ...(passage === null
        ? { field: "abstract" as const }
        : { field: "text" as const, passage_id: passage.passage_id, section: passage.section, page: passage.page }),
      quote: (paper.abstract ?? "").slice(start, end),
      start,
      end,
    };
  });
}
