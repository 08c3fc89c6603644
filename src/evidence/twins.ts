import { surnameKey } from "../documents/names.ts";
import type { Paper } from "../documents/paper.ts";
import { titleKey } from "../documents/text.ts";
import type { EvidencePaper } from "./evidence-paper.ts";

/** A version of a paper that another one stands for. */
export interface Folded {
  paper: Paper;
  into: string;
}

/** Versions of one paper, in the order of their ranks. */
type Versions = [EvidencePaper, ...EvidencePaper[]];

const PREPRINT = /arxiv|preprint|rxiv|ssrn|submission/iu;

/**
 * Folds versions of one paper (a preprint and what was published, entries of two lists) into the best of them, where the best-ranked stood: the
 * one with an abstract, then the published one. Versions have the same title and an author in common. If one of them was retracted, the
 * paper counts as retracted.
 */
export function foldTwins(candidates: readonly EvidencePaper[]): { papers: EvidencePaper[]; folded: Folded[] } {
  const groups: Versions[] = [];
  const byTitle = new Map<string, Versions[]>();
  for (const candidate of candidates) {
    const key = titleKey(candidate.paper.title);
    const titled = byTitle.get(key) ?? [];
    const group = titled.find(([first]) => commonAuthors(first.paper, candidate.paper) > 0);
    if (group) group.push(candidate);
    else {
      const versions: Versions = [candidate];
      groups.push(versions);
      byTitle.set(key, [...titled, versions]);
    }
  }
  const folded: Folded[] = [];
  const papers = groups.map((group) => {
    if (group.length === 1) return group[0];
    const best = group.reduce((a, b) => (rank(b) > rank(a) ? b : a));
    for (const { paper } of group) if (paper !== best.paper) folded.push({ paper, into: best.paper.paper_id });
    const retracted = group.some(({ paper }) => paper.retracted);
    return {
      ...best,
      score: Math.max(...group.map(({ score }) => score)),
      anchor: group.some(({ anchor }) => anchor),
      paper: retracted === best.paper.retracted ? best.paper : { ...best.paper, retracted },
    };
  });
  return { papers, folded };
}

/** Whether two records are versions of one paper. */
export function areTwins(a: Paper, b: Paper): boolean {
  if (titleKey(a.title) !== titleKey(b.title)) return false;
  return commonAuthors(a, b) > 0;
}

/** The share of the shorter list of authors that stands in the other too, by family names: 0 to 1. */
export function commonAuthors(a: Pick<Paper, "authors">, b: Pick<Paper, "authors">): number {
  const [one, other] = [new Set(a.authors.map(surnameKey)), new Set(b.authors.map(surnameKey))];
  const fewer = Math.min(one.size, other.size);
  return fewer === 0 ? 0 : one.intersection(other).size / fewer;
}

/** Whether its venue publishes without review, or took it in to be reviewed. */
export function isPreprint({ venue }: Pick<Paper, "venue">): boolean {
  return venue !== null && PREPRINT.test(venue);
}

function rank({ paper, anchor }: EvidencePaper): number {
  return (anchor ? 4 : 0) + (paper.abstract === null ? 0 : 2) + (paper.venue !== null && !isPreprint(paper) ? 1 : 0);
}
