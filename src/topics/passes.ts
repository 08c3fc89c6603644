import type { Paper } from "../documents/paper.ts";
import type { Papers } from "../engine/port.ts";
import { TermCounter } from "./labels.ts";
import { seededRandom } from "./random.ts";
import type { Topic } from "./topic.ts";
import { firstRows, nearestRow, rowOf, type Matrix } from "./vectors.ts";
import { VocabularyCounter, type Vocabulary } from "./vocabulary.ts";
import { rounded } from "../shared/rounding.ts";

/* The two passes of a build over all papers. */

/** What is told of a pass, and what may end it. */
interface Pass {
  /** Called with the number of papers read so far. */
  read(done: number): void;
  signal?: AbortSignal;
}

const EXAMPLES = 5;
/** Titles that a group is named from. */
const TITLES = 80;
const PAGE = 1_000;

export interface Learned {
  vectors: Matrix;
  vocabulary: Vocabulary;
  withVector: number;
}

/** The vocabulary of all titles, and in `drawn` a draw of the vectors in which each is as likely (Vitter's algorithm R). */
export async function learn(
  papers: Pick<Papers, "scan">,
  drawn: Matrix,
  { seed, read, signal }: Pass & { seed: number },
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

export interface Group {
  center: Float32Array;
  members: { id: string; cosine: number }[];
  years: Record<string, number>;
  examples: Topic["examples"];
  /** Titles of the papers nearest to the center, nearest first: what the group is named from. */
  titles: { id: string; title: string; cosine: number }[];
}

export interface Groups {
  groups: Group[];
  terms: TermCounter;
  withoutVector: number;
  years: Record<string, number>;
}

/** Puts every paper with a vector into the group of the nearest center. */
export async function assign(
  papers: Pick<Papers, "scan">,
  centers: Matrix,
  vocabulary: Vocabulary,
  { read, signal }: Pass,
): Promise<Groups> {
  const groups = Array.from({ length: centers.rows }, (_, row): Group => ({
    center: rowOf(centers, row),
    members: [],
    years: {},
    examples: [],
    titles: [],
  }));
  const terms = new TermCounter(vocabulary, centers.rows);
  const years: Record<string, number> = {};
  let [done, withoutVector] = [0, 0];
  for await (const page of papers.scan({ pageSize: PAGE }, { signal })) {
    for (const { document, vector } of page) {
      count(years, document.year);
      if (vector === null) {
        withoutVector += 1;
        continue;
      }
      const { row, cosine } = nearestRow(centers, vector);
      const group = groups[row];
      if (!group) throw new RangeError(`the vector of ${document.paper_id} is near no center`);
      group.members.push({ id: document.paper_id, cosine });
      count(group.years, document.year);
      keepNearest(group.examples, document, cosine);
      keepTitle(group.titles, document, cosine);
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
  examples.push({ paper_id, title, year, cosine: rounded(cosine, 3) });
  examples.sort((a, b) => b.cosine - a.cosine || (a.paper_id < b.paper_id ? -1 : 1)).splice(EXAMPLES);
}

function keepTitle(titles: Group["titles"], { paper_id: id, title }: Paper, cosine: number): void {
  if (titles.length === TITLES && titles.at(-1)!.cosine >= cosine) return;
  titles.push({ id, title, cosine });
  titles.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1)).splice(TITLES);
}
