import type { Momentum, YearCounts } from "./momentum.ts";
import type { WeightedTerm } from "./labels.ts";

/** A group of papers that lie near one another, as a build found it. */
export interface Topic {
  /** Minted once, e.g. `topic:3f9a12bc45de`; it stays with the group that holds most of what it stood for. */
  topic_id: string;
  /** A phrase out of the titles of its papers, or up to three terms where they share none; no two topics of a build have the same. */
  label: string;
  terms: WeightedTerm[];
  /** Papers, each in the one topic whose center is nearest. */
  papers: number;
  papers_per_year: YearCounts;
  momentum: Momentum;
  /** Mean cosine between its papers and its center, -1 to 1: how close together they lie. */
  cohesion: number;
  /** The papers nearest to the center, nearest first. */
  examples: { paper_id: string; title: string; year: number | null; cosine: number }[];
}

/** What a build made its topics of. */
export interface TopicBuild {
  build: string;
  /** ISO 8601, UTC. */
  built_at: string;
  /** The generation of papers that was read. */
  generation: string;
  /** The embedding model whose vectors were grouped. */
  model: string;
  seed: number;
  /** Papers in topics, and papers that have no vector and so are in none. */
  papers: number;
  without_vector: number;
  topics: number;
  papers_per_year: YearCounts;
}

/** A topic with the unit vector at its center. */
export interface CenteredTopic extends Topic {
  center: Float32Array;
}

/** A build with all its topics, the largest first. */
export interface TopicSet {
  build: TopicBuild;
  topics: readonly CenteredTopic[];
}
