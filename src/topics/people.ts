import type { Paper } from "../documents/paper.ts";

export interface People {
  people: { name: string; papers: number }[];
  /** People who wrote at least two of the papers with one another: the most active first, how many there are, and the papers of at least two of them. */
  groups: { people: string[]; size: number; papers: number }[];
}

const PEOPLE = 10;
const GROUPS = 5;
const NAMED_OF_A_GROUP = 5;
/** Papers with more authors tell of a consortium, not of who works with whom. */
const MAX_AUTHORS = 25;
const PAPERS_TOGETHER = 2;

/** Who writes on a topic, by the names on record: two people of one name count as one. Pure. */
export function people(papers: readonly Pick<Paper, "authors">[]): People {
  const active = mostFrequent(papers.flatMap(({ authors }) => [...new Set(authors)]));
  return { people: active.slice(0, PEOPLE), groups: groups(papers, active) };
}

/** Different values with how often they come, the most frequent first, then by name. */
export function mostFrequent(names: readonly string[]): { name: string; papers: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, papers]) => ({ name, papers }))
    .sort((a, b) => b.papers - a.papers || (a.name < b.name ? -1 : 1));
}

function groups(
  papers: readonly Pick<Paper, "authors">[],
  active: readonly { name: string; papers: number }[],
): People["groups"] {
  const small = papers.map(({ authors }) => [...new Set(authors)]).filter((authors) => authors.length <= MAX_AUTHORS);
  const home = new Map<string, string>();
  const rootOf = (name: string): string => {
    const above = home.get(name) ?? name;
    return above === name ? name : rootOf(above);
  };
  const together = new Map<string, number>();
  for (const authors of small) {
    for (const [index, first] of authors.entries()) {
      for (const second of authors.slice(index + 1)) {
        const pair = first < second ? `${first}\n${second}` : `${second}\n${first}`;
        const count = (together.get(pair) ?? 0) + 1;
        together.set(pair, count);
        if (count === PAPERS_TOGETHER) home.set(rootOf(first), rootOf(second));
      }
    }
  }
  const sets = new Map<string, string[]>();
  for (const { name } of active) {
    const root = rootOf(name);
    sets.set(root, [...(sets.get(root) ?? []), name]);
  }
  const written = new Map<string, number>();
  for (const authors of small) {
    const roots = authors.map(rootOf);
    for (const root of new Set(roots.filter((root, index) => roots.indexOf(root) !== index)))
      written.set(root, (written.get(root) ?? 0) + 1);
  }
  return [...sets]
    .filter(([, names]) => names.length > 1)
    .map(([root, names]) => ({ people: names.slice(0, NAMED_OF_A_GROUP), size: names.length, papers: written.get(root) ?? 0 }))
    .sort((a, b) => b.papers - a.papers || (a.people[0]! < b.people[0]! ? -1 : 1))
    .slice(0, GROUPS);
}
