import type { FullText } from "../../src/documents/full-text.ts";
import { paperFromInput } from "../../src/documents/merge.ts";
import { PaperInput, type Paper } from "../../src/documents/paper.ts";
import table from "../../src/text/word-frequencies.json" with { type: "json" };
import { seededRandom } from "../../src/topics/random.ts";

/** Words of a subject, and papers a subject. */
const SUBJECT_WORDS = 4;
/** How rare the words of a subject are: in so many of the papers that words were counted in. */
const RARE = { least: 30, most: 600 };
const SENTENCE = { least: 12, most: 26 };
const SENTENCES = { abstract: 8, passage: 5 };
/** How often a sentence names a word of its subject. */
const NAMED = 0.3;
const SEED = 7;

/** Papers about a few hundred subjects, in words that are as frequent as in papers, and with vectors around those of their subjects. */
export interface Synthetic {
  /** The words of each subject. */
  subjects: string[][];
  paper(index: number): Paper;
  /** Near to the vector of its subject: a cosine of .6 to .9. */
  vector(index: number, ofSubjects: readonly Float32Array[]): Float32Array;
  /** A text of so many paragraphs. */
  text(paper: Paper, index: number, paragraphs: number): FullText;
  question(subject: number): string;
}

const SOURCE = { name: "bench", url: null, license: null };

/** The same papers each time. */
export function syntheticPapers(subjectCount: number): Synthetic {
  const random = seededRandom(SEED);
  const words = Object.entries(table.frequencies).filter(([word]) => /^[a-z]{3,}$/u.test(word));
  const sums: number[] = [];
  let total = 0;
  for (const [, count] of words) sums.push((total += count));
  const word = (): string => {
    const wanted = random() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low]![0];
  };
  const rare = words.filter(([, count]) => count >= RARE.least && count <= RARE.most);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const subjects = Array.from({ length: subjectCount }, () => Array.from({ length: SUBJECT_WORDS }, () => oneOf(rare)[0]));
  const sentence = (subject: readonly string[]): string => {
    const length = SENTENCE.least + Math.floor(random() * (SENTENCE.most - SENTENCE.least));
    const own = Array.from({ length }, () => (random() < NAMED / 4 ? oneOf(subject) : word()));
    const text = own.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const sentences = (subject: readonly string[], count: number): string =>
    Array.from({ length: count }, () => sentence(subject)).join(" ");
  const subjectOf = (index: number): string[] => subjects[index % subjects.length]!;

  return {
    subjects,
    paper(index) {
      const subject = subjectOf(index);
      const title = [...subject.slice(0, 2), word(), word(), oneOf(subject), word()].join(" ");
      const input = PaperInput.parse({
        title: `${title} ${index}`,
        abstract: sentences(subject, SENTENCES.abstract),
        authors: [`Author ${index % 5_000}`],
        year: 1995 + (index % 30),
        venue: `Venue ${index % 40}`,
        ids: { doi: `10.5555/${index}` },
      });
      return paperFromInput(input, { source: SOURCE, run_id: "bench", ingested_at: new Date(0).toISOString() });
    },
    vector(index, ofSubjects) {
      const middle = ofSubjects[index % subjects.length]!;
      const near = 0.6 + 0.3 * random();
      const noise = unit(middle.map(() => random() + random() - 1));
      return unit(middle.map((value, at) => near * value + Math.sqrt(1 - near ** 2) * noise[at]!));
    },
    text(paper, index, paragraphs) {
      const subject = subjectOf(index);
      const sections = ["Introduction", "Method", "Results", "Discussion"];
      const kinds = ["introduction", "method", "results", "discussion"] as const;
      return {
        format: "jats",
        ids: {},
        title: paper.title,
        authors: paper.authors,
        abstract: null,
        year: paper.year,
        published_at: null,
        venue: null,
        licence: null,
        source: SOURCE,
        sections: sections.map((heading, at) => ({ heading: [heading], kind: kinds[at]! })),
        passages: Array.from({ length: paragraphs }, (_, at) => {
          const section = Math.floor((at / paragraphs) * sections.length);
          const text = sentences(subject, SENTENCES.passage);
          return { section, kind: kinds[section]!, form: "paragraph", text, page: null, place: null, label: null };
        }),
        references: [],
        markers: [],
        notices: [],
      };
    },
    question(subject) {
      const [a, b, c, d] = subjects[subject]!;
      return `How well does ${a} ${b} work for ${c} ${d}?`;
    },
  };
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
