import type { Paper } from "../documents/paper.ts";
import { foldText, titleKey } from "../documents/text.ts";
import type { EvidencePaper } from "./summarizer.ts";

/** A version of a paper that another one stands for. */
export interface Folded {
  paper: Paper;
  into: string;
}

const PREPRINT = /arxiv|preprint|rxiv|ssrn|submission/iu;

/**
 * Folds versions of one paper (a preprint and what was published, entries of two lists) into the best of them, where the best-ranked stood: the
 * one with an abstract, then the published one. Versions have the same title and an author in common. If one of them was retracted, the
 * paper counts as retracted.
 */
export function foldTwins(candidates: readonly EvidencePaper[]): { papers: EvidencePaper[]; folded: Folded[] } {
  const groups: EvidencePaper[][] = [];
  const byTitle = new Map<string, EvidencePaper[][]>();
  for (const candidate of candidates) {
    const key = titleKey(candidate.paper.title);
    const titled = byTitle.get(key) ?? [];
    const group = titled.find(([first]) => commonAuthors(first.paper, candidate.paper) > 0);
    if (group) group.push(candidate);
    else {
      groups.push([candidate]);
      byTitle.set(key, [...titled, groups.at(-1)!]);
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
  const [fewer, more] = [a, b].map(({ authors }) => new Set(authors.map(familyName))).sort((x, y) => x.size - y.size);
  return fewer.size === 0 ? 0 : fewer.intersection(more).size / fewer.size;
}

/** Whether its venue publishes without review, or took it in to be reviewed. */
export function isPreprint({ venue }: Pick<Paper, "venue">): boolean {
  return venue !== null && PREPRINT.test(venue);
}

function rank({ paper, anchor }: EvidencePaper): number {
  return (anchor ? 4 : 0) + (paper.abstract === null ? 0 : 2) + (paper.venue !== null && !isPreprint(paper) ? 1 : 0);
}

function familyName(author: string): string {
  const name = author.includes(",") ? author.split(",")[0] : author.trim().split(" ").at(-1)!;
  return foldText(name);
}
