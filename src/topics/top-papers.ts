import type { CitationBook } from "../citations/book.ts";
import { namedPaper, type NamedPaper, type Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { meansByPaper } from "./figures.ts";
import { dot } from "./vectors.ts";
import { rounded } from "../shared/rounding.ts";

export type TopOrder = "central" | "most_cited" | "newest" | "best_reviewed" | "awarded" | "most_evidence";

/** Where a paper stands in one order. */
export interface Place {
  by: TopOrder;
  rank: number;
  /** What the order goes by, in `unit`. */
  value: number | string | null;
  unit: string;
}

/** A paper that is among the first in at least one order. */
export interface TopPaper extends NamedPaper {
  places: Place[];
  citations: number[];
}

interface Candidate {
  paper: Paper;
  value: number | string | null;
  unit: string;
  /** Signals that the place rests on. */
  signals: Signal[];
}

const FIRST = 3;

/**
 * The first papers in several orders, each paper once, with all its places; retracted ones are left out. `papers`: nearest first. A paper without
 * what an order goes by has no place in it. What a place rests on is cited in `book`. Pure but for the book.
 */
export function topPapers(
  papers: readonly Paper[],
  signals: readonly Signal[],
  nearness: { vector: Float32Array | null; vectors: ReadonlyMap<string, Float32Array> },
  book: CitationBook,
): TopPaper[] {
  const sound = papers.filter(({ retracted }) => !retracted);
  const tops = new Map<string, TopPaper>();
  for (const [by, candidates] of Object.entries(orders(sound, signals, nearness)) as [TopOrder, Candidate[]][]) {
    for (const [index, { paper, value, unit, signals: cited }] of candidates.slice(0, FIRST).entries()) {
      const top = tops.get(paper.paper_id) ?? { ...namedPaper(paper), places: [], citations: [] };
      tops.set(paper.paper_id, top);
      top.places.push({ by, rank: index + 1, value, unit });
      top.citations = [...new Set([...top.citations, ...cited.map((signal) => book.signal(signal))])];
    }
  }
  return [...tops.values()];
}

function orders(
  papers: readonly Paper[],
  signals: readonly Signal[],
  { vector, vectors }: { vector: Float32Array | null; vectors: ReadonlyMap<string, Float32Array> },
): Record<TopOrder, Candidate[]> {
  const about = new Map<string, Signal[]>();
  for (const signal of signals) for (const id of signal.paper_ids) about.set(id, [...(about.get(id) ?? []), signal]);
  const of = ({ paper_id: id }: Paper, kind: Signal["kind"]) => (about.get(id) ?? []).filter((signal) => signal.kind === kind);
  const valued = (unit: string, candidateOf: (paper: Paper) => Omit<Candidate, "paper" | "unit"> | null) =>
    papers
      .flatMap((paper) => {
        const candidate = candidateOf(paper);
        return candidate ? [{ paper, unit, ...candidate }] : [];
      })
      .sort((a, b) => descending(a.value, b.value));
  const cosineWith = ({ paper_id: id }: Paper) => {
    const own = vectors.get(id);
    return vector && own ? rounded(dot(vector, own), 3) : null;
  };
  const rating = reviewUnit(signals);
  const means = meansByPaper(signals.filter(({ kind, unit }) => kind === "review" && unit === rating));
  return {
    central: papers.slice(0, FIRST).map((paper) => ({ paper, value: cosineWith(paper), unit: "cosine", signals: [] })),
    most_cited: valued("citation count", (paper) =>
      paper.citation_count ? { value: paper.citation_count, signals: of(paper, "citation").slice(0, 1) } : null,
    ),
    newest: valued("published", (paper) => {
      const value = paper.published_at ?? (paper.year === null ? null : String(paper.year));
      return value === null ? null : { value, signals: [] };
    }),
    best_reviewed: valued(`mean of reviews, ${rating ?? "no unit"}`, (paper) => {
      const value = means.get(paper.paper_id);
      const reviews = of(paper, "review").filter(({ unit }) => unit === rating);
      return value === undefined ? null : { value: rounded(value, 2), signals: reviews.slice(0, 1) };
    }),
    awarded: valued("awards", (paper) => {
      const awards = of(paper, "award");
      return awards.length === 0 ? null : { value: awards.length, signals: awards.slice(0, 2) };
    }),
    most_evidence: valued("kinds of supporting signals", (paper) => {
      const supporting = (about.get(paper.paper_id) ?? []).filter(({ polarity }) => polarity === "supports");
      const kinds = new Set(supporting.map(({ kind }) => kind));
      return kinds.size < 2 ? null : { value: kinds.size, signals: supporting.slice(0, 1) };
    }),
  };
}

/** The unit that most reviews have: values of different scales are not compared. */
function reviewUnit(signals: readonly Signal[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { kind, unit, value } of signals)
    if (kind === "review" && value !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Greatest first; equals keep their order, which is nearest first. */
function descending(a: Candidate["value"], b: Candidate["value"]): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? 1 : -1;
}
