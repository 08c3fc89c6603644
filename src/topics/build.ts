import { randomUUID } from "node:crypto";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { cluster } from "./cluster.ts";
import { topicIds } from "./identity.ts";
import { labels } from "./labels.ts";
import { momentum } from "./momentum.ts";
import { assign, learn, type Groups } from "./passes.ts";
import { writeTopicIds } from "./on-documents.ts";
import { currentTopics, storeTopics, topicMembers } from "./store.ts";
import type { TopicSet } from "./topic.ts";
import { matrix, matrixOf, type Matrix } from "./vectors.ts";
import { pairs } from "../shared/pairs.ts";
import { rounded } from "../shared/rounding.ts";

export interface BuildOptions {
  /** How many topics at the most; left out: the square root of the number of papers with a vector, at most 1,000. */
  topics?: number;
  /** Default: 1. The same library, seed and former topics give the same topics. */
  seed?: number;
  /** True: groups are sought anew; false (the default): from the centers of the topics that there are. Ids are kept either way. */
  fresh?: boolean;
  /** ISO 8601; the build's time. */
  now?: string;
  onProgress?: (progress: BuildProgress) => void;
  signal?: AbortSignal;
}

export interface BuildProgress {
  step: "reading papers" | "grouping" | "naming" | "storing" | "marking papers";
  /** Of the step: papers read, or the share of the grouping in percent. */
  done: number;
  total: number;
}

export interface BuildResult {
  set: TopicSet;
  /** Topics of the build before, how many of their ids were kept, and how many ids are new. */
  before: number;
  kept: number;
  minted: number;
}

/** Vectors that groups are learned from: all of a library up to this size, a random draw of a larger one. */
const MAX_LEARNED = 100_000;
const MAX_TOPICS = 1_000;
const MIN_PAPERS = 3;

/**
 * Builds the library's topics and makes them the ones that count. Reads all papers twice, page by page: once to learn the groups from a draw of their
 * vectors, once to put each paper into the nearest group. What it holds meanwhile: the draw (154 MB for 100,000 vectors of 384 dimensions), an id
 * and a cosine a paper, and a table of terms. The topics that count are then written to the papers and signals of the index too (see `writeTopicIds`). Throws `index_missing`, `invalid_argument` where no paper has a vector.
 */
export async function buildTopics(library: Library, options: BuildOptions = {}): Promise<BuildResult> {
  const { seed = 1, fresh = false, onProgress = () => undefined, signal, now = new Date().toISOString() } = options;
  const status = (await library.engine.status({ signal })).find(({ target }) => target === "papers");
  if (!status || status.generation === null || status.space === null) throw new PublicError("index_missing");
  const before = await currentTopics(library.records, signal);
  const read = (done: number) => onProgress({ step: "reading papers", done, total: 2 * status.documents });

  const learned = await learn(library.engine.papers, matrix(Math.min(MAX_LEARNED, status.documents), status.space.dimensions), {
    seed,
    read,
    signal,
  });
  if (learned.vectors.rows === 0)
    throw new PublicError("invalid_argument", {
      message: "No paper in the library has an embedding, so there is nothing to group.",
    });
  const centers = cluster(learned.vectors, {
    clusters: options.topics ?? Math.min(MAX_TOPICS, Math.max(2, Math.round(Math.sqrt(learned.withVector)))),
    minimumPoints: MIN_PAPERS,
    seed,
    begin: before && !fresh && before.build.model === status.space.model ? centersOf(before, status.space.dimensions) : undefined,
    onProgress: (share) => onProgress({ step: "grouping", done: Math.round(100 * share), total: 100 }),
  });

  const groups = await assign(library.engine.papers, centers, learned.vocabulary, {
    read: (done) => read(status.documents + done),
    signal,
  });
  onProgress({ step: "naming", done: 0, total: 1 });
  const { set, members } = await named(library, groups, before, {
    build: randomUUID(),
    built_at: now,
    generation: status.generation,
    model: status.space.model,
    seed,
  });
  onProgress({ step: "storing", done: 0, total: set.topics.length });
  await storeTopics(library.records, set, members, before);
  const marked = (done: number) => onProgress({ step: "marking papers", done, total: set.build.papers });
  await writeTopicIds(library.engine, members, { onPapers: marked, signal });
  const old = new Set(before?.topics.map(({ topic_id: id }) => id));
  const kept = set.topics.filter(({ topic_id: id }) => old.has(id)).length;
  return { set, before: old.size, kept, minted: set.topics.length - kept };
}

/** Ids, labels and momentum of the groups that have papers. */
async function named(
  { records }: Library,
  { groups, terms, withoutVector, years }: Groups,
  before: TopicSet | null,
  made: Pick<TopicSet["build"], "build" | "built_at" | "generation" | "model" | "seed">,
): Promise<{ set: TopicSet; members: Map<string, string[]> }> {
  const weighted = terms.terms();
  const filled = pairs(groups, weighted).filter(([group]) => group.members.length > 0);
  const members = filled.map(([group]) =>
    group.members.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)).map(({ id }) => id),
  );
  const ids = topicIds(members, before ? await membersOf(records, before) : new Map());
  const names = labels(
    filled.map(([{ titles, members: placed }, own]) => ({
      titles: titles.map(({ title }) => title),
      terms: own,
      papers: placed.length,
    })),
    (phrase) => terms.cased(phrase),
  );
  const topics = pairs(filled, pairs(ids, names)).map(([[group], [id, name]]) => {
    const { center, members: placed, years: own, examples } = group;
    return {
      topic_id: id,
      ...name,
      papers: placed.length,
      papers_per_year: own,
      momentum: momentum(own, years),
      cohesion: rounded(placed.reduce((sum, { cosine }) => sum + cosine, 0) / placed.length, 3),
      examples,
      center,
    };
  });
  topics.sort((a, b) => b.papers - a.papers || (a.topic_id < b.topic_id ? -1 : 1));
  const build = {
    ...made,
    papers: members.reduce((sum, papers) => sum + papers.length, 0),
    without_vector: withoutVector,
    topics: topics.length,
    papers_per_year: years,
  };
  return { set: { build, topics }, members: new Map(pairs(ids, members)) };
}

async function membersOf(records: Library["records"], { build, topics }: TopicSet): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  for (const { topic_id: id } of topics) members.set(id, await topicMembers(records, build.build, id));
  return members;
}

function centersOf({ topics }: TopicSet, dimensions: number): Matrix {
  const fitting = topics.filter(({ center }) => center.length === dimensions);
  return fitting.length === topics.length
    ? matrixOf(
        topics.map(({ center }) => center),
        dimensions,
      )
    : matrix(0, dimensions);
}
