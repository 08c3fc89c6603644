import { namedPaper, type NamedPaper, type Paper, type SignalCounts } from "../documents/paper.ts";
import type { FusedHit, LegRank } from "./fusion.ts";
import { snippet, type Snippet } from "./snippet.ts";
import { rounded } from "../shared/rounding.ts";

/** A paper as lists of results show it. */
export interface FoundPaper extends NamedPaper {
  rank: number;
  /** False where only the title could be searched. */
  has_abstract: boolean;
  snippet: Snippet;
  abstract?: string | null;
  citation_count: number | null;
  signal_counts: SignalCounts;
  /** Present where the paper is among the `weak_matches`. */
  weak_match?: true;
  scores: { fused: number; lexical: LegRank | null; semantic: LegRank | null };
}

/** `stems`: the words that the snippet is chosen by and marks. */
export function foundPaper(
  paper: Paper,
  hit: FusedHit,
  rank: number,
  stems: ReadonlySet<string>,
  detail: "concise" | "full",
): FoundPaper {
  return {
    rank,
    ...namedPaper(paper),
    has_abstract: paper.abstract !== null,
    snippet: snippet(paper, stems),
    ...(detail === "full" ? { abstract: paper.abstract } : {}),
    citation_count: paper.citation_count,
    signal_counts: paper.signal_counts,
    ...(hit.weak ? { weak_match: true } : {}),
    scores: { fused: rounded(hit.score, 4), lexical: leg(hit.lexical), semantic: leg(hit.semantic) },
  };
}

function leg(rank: LegRank | null): LegRank | null {
  return rank && { rank: rank.rank, score: rounded(rank.score, 4) };
}
