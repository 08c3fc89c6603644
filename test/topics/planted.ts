import { paperText, type Paper } from "../../src/documents/paper.ts";
import type { Embedder } from "../../src/embedding/port.ts";
import type { Row } from "../../src/engine/writes.ts";
import { seededRandom } from "../../src/topics/random.ts";
import { paper } from "../support/documents.ts";

/** Subjects that share no word. */
export const SUBJECTS = [
  ["volcano", "lava", "magma", "crater", "eruption"],
  ["violin", "cello", "orchestra", "sonata", "symphony"],
  ["protein", "enzyme", "ribosome", "peptide", "membrane"],
  ["galaxy", "nebula", "quasar", "pulsar", "comet"],
  ["harvest", "barley", "orchard", "tractor", "irrigation"],
] as const;

/** Papers about the subjects in turn, each from words of its own; two have no vector. Papers of the first subject are of the last years, those of the second of the years just before. */
export async function plantedRows(embedder: Embedder, from: number, to: number): Promise<Row<Paper>[]> {
  const rows = Array.from({ length: to - from }, async (_, index) => {
    const document = planted(from + index);
    return { document, vector: from + index < 2 ? null : await embedder.embedQuery(paperText(document)) };
  });
  return Promise.all(rows);
}

function planted(number: number): Paper {
  const random = seededRandom(number + 1);
  const subject = number % SUBJECTS.length;
  const some = (count: number) => Array.from({ length: count }, () => SUBJECTS[subject]![Math.floor(random() * 5)]).join(" ");
  const years = [
    [2022, 3],
    [2020, 3],
  ][subject] ?? [2015, 10];
  return paper({
    paper_id: `doi:10.1000/subject-${subject}-${number}`,
    title: some(3),
    abstract: some(9),
    year: years[0]! + Math.floor(random() * years[1]!),
  });
}
