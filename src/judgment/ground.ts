import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";

/** What is judged: papers, and the signals about them. */
export interface Ground {
  papers: readonly Paper[];
  signals: readonly Signal[];
  /** For each paper that is a version of another of them, the id of the paper that stands for both. */
  versions?: ReadonlyMap<string, string>;
}

/** The same ground with each paper and signal once, in the order of their ids. */
export function canonicalGround({ papers, signals, versions }: Ground): Ground {
  return {
    papers: inOrder(papers, (paper) => paper.paper_id),
    signals: inOrder(signals, (signal) => signal.signal_id),
    ...(versions ? { versions } : {}),
  };
}

/** The papers of a ground, each version represented by the paper that stands for it. */
export function standing({ papers, versions }: Ground): Paper[] {
  return papers.filter((paper) => !versions?.has(paper.paper_id));
}

function inOrder<Item>(items: readonly Item[], id: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [id(item), item])).values()].sort((a, b) => (id(a) < id(b) ? -1 : 1));
}
