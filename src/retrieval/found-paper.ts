import { namedPaper, type NamedPaper, type Paper, type SignalCounts } from "../documents/paper.ts";
import type { FusedHit, LegRank } from "./fusion.ts";
import { snippet, type Snippet, type SnippetPassage } from "./snippet.ts";
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
  /** `passage`: of the best passage of its full text, where the search found one. */
  scores: { fused: number; lexical: LegRank | null; semantic: LegRank | null; passage?: LegRank };
}

/** The fields that a search reads: what ranks papers, tells whether they are relevant, and shows them. */
export const READ_FIELDS = [
  "paper_id",
  "title",
  "abstract",
  "authors",
  "year",
  "published_at",
  "venue",
  "url",
  "citation_count",
  "signal_counts",
  "retracted",
] as const satisfies readonly (keyof Paper)[];
export type ReadPaper = Pick<Paper, (typeof READ_FIELDS)[number]>;

/** `stems`: the words that the snippet is chosen by and marks; `passage`: the one that the paper was found by. */
export function foundPaper(
  paper: ReadPaper,
  hit: FusedHit,
  rank: number,
  stems: ReadonlySet<string>,
  detail: "concise" | "full",
  passage?: SnippetPassage,
): FoundPaper {
  return {
    rank,
    ...namedPaper(paper),
    has_abstract: paper.abstract !== null,
    snippet: snippet(paper, stems, passage),
    ...(detail === "full" ? { abstract: paper.abstract } : {}),
    citation_count: paper.citation_count,
    signal_counts: paper.signal_counts,
    ...(hit.weak ? { weak_match: true } : {}),
    scores: {
      fused: rounded(hit.score, 4),
      lexical: leg(hit.lexical),
      semantic: leg(hit.semantic),
      ...(hit.passage ? { passage: leg(hit.passage)! } : {}),
    },
  };
}

function leg(rank: LegRank | null): LegRank | null {
  return rank && { rank: rank.rank, score: rounded(rank.score, 4) };
}
