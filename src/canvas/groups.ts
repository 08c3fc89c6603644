import type { Paper } from "../documents/paper.ts";

/** Groups of authors that share nobody with one another; papers without authors tell of none. */
export function groupCount(papers: readonly Pick<Paper, "authors">[]): number {
  const groups: Set<string>[] = [];
  for (const { authors } of papers.filter((paper) => paper.authors.length > 0)) {
    const touching = groups.filter((group) => authors.some((author) => group.has(author)));
    const merged = new Set(authors);
    for (const group of touching) for (const author of group) merged.add(author);
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.length;
}
