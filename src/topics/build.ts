import { randomUUID } from "node:crypto";
import type { Paper } from "../documents/paper.ts";
import type { Papers } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { cluster } from "./cluster.ts";
import { topicIds } from "./identity.ts";
import { labels, TermCounter } from "./labels.ts";
import { momentum } from "./momentum.ts";
import { seededRandom } from "./random.ts";
import { currentTopics, storeTopics, topicMembers } from "./store.ts";
import type { TopicSet } from "./topic.ts";
import { firstRows, matrix, matrixOf, nearestRow, rowOf, type Matrix } from "./vectors.ts";
import { VocabularyCounter, type Vocabulary } from "./vocabulary.ts";

export interface BuildOptions {
  /** How many topics at the most; left out: the square root of the number of papers with a vector, at most 1,000. */
  topics?: number;
  /** Default: 1. The same library, seed and former topics give the same topics. */
  seed?: number;
  /** True: groups are sought anew; false (the default): from the centres of the topics that there are. Ids are kept either way. */
  fresh?: boolean;
  /** ISO 8601; the build's time. */
  now?: string;
  onProgress?: (progress: BuildProgress) => void;
  signal?: AbortSignal;
}

export interface BuildProgress {
  step: "reading papers" | "grouping" | "naming" | "storing";
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
const MOST_LEARNED = 100_000;
const MOST_TOPICS = 1_000;
const LEAST_PAPERS = 3;
const EXAMPLES = 5;
const PAGE = 1_000;

/**
 * Builds the library's topics and makes them the ones that count. Reads all papers twice, page by page: once to learn the groups from a draw of their
 * vectors, once to put each paper into the nearest group. What it holds meanwhile: the draw (154 MB for 100,000 vectors of 384 dimensions), an id
 * and a cosine a paper, and a table of terms. Throws `index_missing`, `invalid_argument` where no paper has a vector.
 */
export async function buildTopics(library: Library, options: BuildOptions = {}): Promise<BuildResult> {
  const { seed = 1, fresh = false, onProgress = () => undefined, signal, now = new Date().toISOString() } = options;
  const status = (await library.engine.status({ signal })).find(({ target }) => target === "papers");
  if (!status || status.generation === null || status.space === null) throw new PublicError("index_missing");
  const before = await currentTopics(library.records, signal);
  const read = (done: number) => onProgress({ step: "reading papers", done, total: 2 * status.documents });

  const learned = await learn(library.engine.papers, matrix(Math.min(MOST_LEARNED, status.documents), status.space.dimensions), {
    seed,
    read,
    signal,
  });
  if (learned.vectors.rows === 0)
    throw new PublicError("invalid_argument", { message: "No paper in the library has a vector to group by." });
  const centres = cluster(learned.vectors, {
    clusters: options.topics ?? Math.min(MOST_TOPICS, Math.max(2, Math.round(Math.sqrt(learned.withVector)))),
    leastPoints: LEAST_PAPERS,
    seed,
    begin: before && !fresh && before.build.model === status.space.model ? centresOf(before, status.space.dimensions) : undefined,
    onProgress: (share) => onProgress({ step: "grouping", done: Math.round(100 * share), total: 100 }),
  });

  const groups = await assign(library.engine.papers, centres, learned.vocabulary, {
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
  const old = new Set(before?.topics.map(({ topic_id: id }) => id));
  const kept = set.topics.filter(({ topic_id: id }) => old.has(id)).length;
  return { set, before: old.size, kept, minted: set.topics.length - kept };
}

interface Learned {
  vectors: Matrix;
  vocabulary: Vocabulary;
  withVector: number;
}

/** The vocabulary of all titles, and in `drawn` a draw of the vectors in which each is as likely (Vitter's algorithm R). */
async function learn(
  papers: Pick<Papers, "scan">,
  drawn: Matrix,
  { seed, read, signal }: { seed: number; read: (done: number) => void; signal?: AbortSignal },
): Promise<Learned> {
  const random = seededRandom(seed);
  const vocabulary = new VocabularyCounter();
  let [done, withVector] = [0, 0];
  for await (const page of papers.scan({ pageSize: PAGE }, { signal })) {
    for (const { document, vector } of page) {
      vocabulary.add(document.title);
      if (vector === null) continue;
      const place = withVector < drawn.rows ? withVector : Math.floor(random() * (withVector + 1));
      withVector += 1;
      if (place < drawn.rows) rowOf(drawn, place).set(vector);
    }
    read((done += page.length));
  }
  return { vectors: firstRows(drawn, Math.min(withVector, drawn.rows)), vocabulary: vocabulary.vocabulary(), withVector };
}

interface Group {
  centre: Float32Array;
  members: { id: string; cosine: number }[];
  years: Record<string, number>;
  examples: TopicSet["topics"][number]["examples"];
}

interface Groups {
  groups: Group[];
  terms: TermCounter;
  withoutVector: number;
  years: Record<string, number>;
}

/** Puts every paper with a vector into the group of the nearest centre. */
async function assign(
  papers: Pick<Papers, "scan">,
  centres: Matrix,
  vocabulary: Vocabulary,
  { read, signal }: { read: (done: number) => void; signal?: AbortSignal },
): Promise<Groups> {
  const groups = Array.from({ length: centres.rows }, (_, row): Group => ({
    centre: rowOf(centres, row),
    members: [],
    years: {},
    examples: [],
  }));
  const terms = new TermCounter(vocabulary, centres.rows);
  const years: Record<string, number> = {};
  let [done, withoutVector] = [0, 0];
  for await (const page of papers.scan({ pageSize: PAGE }, { signal })) {
    for (const { document, vector } of page) {
      count(years, document.year);
      if (vector === null) {
        withoutVector += 1;
        continue;
      }
      const { row, cosine } = nearestRow(centres, vector);
      const group = groups[row];
      group.members.push({ id: document.paper_id, cosine });
      count(group.years, document.year);
      keepNearest(group.examples, document, cosine);
      terms.add(row, document);
    }
    read((done += page.length));
  }
  return { groups, terms, withoutVector, years };
}

function count(years: Record<string, number>, year: number | null): void {
  if (year !== null) years[year] = (years[year] ?? 0) + 1;
}

/** Retracted papers are no examples. */
function keepNearest(examples: Group["examples"], { paper_id, title, year, retracted }: Paper, cosine: number): void {
  if (retracted || (examples.length === EXAMPLES && examples.at(-1)!.cosine >= cosine)) return;
  examples.push({ paper_id, title, year, cosine: Math.round(cosine * 1_000) / 1_000 });
  examples.sort((a, b) => b.cosine - a.cosine || (a.paper_id < b.paper_id ? -1 : 1)).splice(EXAMPLES);
}

/** Ids, labels and momentum of the groups that have papers. */
async function named(
  { records }: Library,
  { groups, terms, withoutVector, years }: Groups,
  before: TopicSet | null,
  made: Pick<TopicSet["build"], "build" | "built_at" | "generation" | "model" | "seed">,
): Promise<{ set: TopicSet; members: Map<string, string[]> }> {
  const weighted = terms.terms();
  const filled = [...groups.keys()].filter((row) => groups[row].members.length > 0);
  const members = filled.map((row) =>
    groups[row].members.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)).map(({ id }) => id),
  );
  const ids = topicIds(members, before ? await membersOf(records, before) : new Map());
  const names = labels(
    filled.map((row) => weighted[row]),
    members.map((papers) => papers.length),
  );
  const topics = filled.map((row, index) => {
    const { centre, members: placed, years: own, examples } = groups[row];
    return {
      topic_id: ids[index],
      ...names[index],
      papers: placed.length,
      papers_per_year: own,
      momentum: momentum(own, years),
      cohesion: Math.round((placed.reduce((sum, { cosine }) => sum + cosine, 0) / placed.length) * 1_000) / 1_000,
      examples,
      centre,
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
  return { set: { build, topics }, members: new Map(ids.map((id, index) => [id, members[index]])) };
}

async function membersOf(records: Library["records"], { build, topics }: TopicSet): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  for (const { topic_id: id } of topics) members.set(id, await topicMembers(records, build.build, id));
  return members;
}

function centresOf({ topics }: TopicSet, dimensions: number): Matrix {
  const fitting = topics.filter(({ centre }) => centre.length === dimensions);
  return fitting.length === topics.length
    ? matrixOf(
        topics.map(({ centre }) => centre),
        dimensions,
      )
    : matrix(0, dimensions);
}
