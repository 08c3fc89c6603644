import { contentHash } from "../documents/hash.ts";

/** Groups with fewer of their papers in common (of all that are in either) are different topics. */
const MIN_OVERLAP = 0.25;

/**
 * An id for each group of papers: that of the old topic with which it has most in common, else a new one made from its papers. Pairs are taken
 * from the greatest overlap down, so that an id stays with the group that holds most of what it stood for, and stands once. Overlap is the Jaccard
 * index over the papers that were there before and still are.
 */
export function topicIds(groups: readonly (readonly string[])[], before: ReadonlyMap<string, readonly string[]>): string[] {
  const oldHome = new Map([...before].flatMap(([id, papers]) => papers.map((paper): [string, string] => [paper, id])));
  const kept = groups.map((papers) => papers.filter((paper) => oldHome.has(paper)));
  const stayed = new Map<string, number>();
  for (const paper of kept.flat()) stayed.set(oldHome.get(paper)!, (stayed.get(oldHome.get(paper)!) ?? 0) + 1);

  const pairs = kept.flatMap((papers, group) => {
    const shared = new Map<string, number>();
    for (const paper of papers) shared.set(oldHome.get(paper)!, (shared.get(oldHome.get(paper)!) ?? 0) + 1);
    return [...shared].map(([id, count]) => ({ group, id, overlap: count / (papers.length + stayed.get(id)! - count) }));
  });
  pairs.sort((a, b) => b.overlap - a.overlap || a.group - b.group || (a.id < b.id ? -1 : 1));

  const ids: (string | undefined)[] = groups.map(() => undefined);
  const used = new Set<string>();
  for (const { group, id, overlap } of pairs) {
    if (overlap < MIN_OVERLAP || ids[group] !== undefined || used.has(id)) continue;
    ids[group] = id;
    used.add(id);
  }
  return groups.map((papers, group) => ids[group] ?? minted(papers, new Set([...used, ...before.keys()])));
}

function minted(papers: readonly string[], taken: ReadonlySet<string>): string {
  const sorted = [...papers].sort();
  for (let attempt = 0; ; attempt += 1) {
    const id = `topic:${contentHash([sorted, attempt]).slice(0, 12)}`;
    if (!taken.has(id)) return id;
  }
}
