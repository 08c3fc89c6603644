import type { Paper } from "../documents/paper.ts";

/** Groups of authors that share nobody with one another; papers without authors tell of none. Linear in the number of authors. */
export function groupCount(papers: readonly Pick<Paper, "authors">[]): number {
  const parents = new Map<string, string>();
  const rootOf = (author: string): string => {
    let root = author;
    for (let parent = parents.get(root)!; parent !== root; parent = parents.get(root)!) {
      parents.set(root, parents.get(parent)!);
      root = parent;
    }
    return root;
  };
  let groups = 0;
  for (const { authors } of papers) {
    const [first] = authors;
    for (const author of authors) {
      if (!parents.has(author)) {
        parents.set(author, author);
        groups += 1;
      }
      const [one, other] = [rootOf(author), rootOf(first ?? author)];
      if (one === other) continue;
      parents.set(one, other);
      groups -= 1;
    }
  }
  return groups;
}
