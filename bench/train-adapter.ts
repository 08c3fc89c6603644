import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { withLibrary } from "../src/commands/library.ts";
import type { Library } from "../src/retrieval/library.ts";
import { inUsualSpelling } from "../src/text/usual-spelling.ts";
import { readRows } from "./answers/rows.ts";

export const Asked = z.object({ question: z.string(), paper_id: z.string() });
const Graded = z.object({ question: z.string(), papers: z.array(z.object({ id: z.string(), grades: z.string() })) });
/** The first questions that were written to a paper each measure, and train nothing. */
export const MEASURING = 400;
/** So many graded questions taught the adapter that is in the repository; with the 1,432 after them it finds as much (.765 of the measuring ones among twenty). */
const TAUGHT = 11_032;
/** What a paper counts by its best sentence: one that answers outright, a part of an answer. */
const WORTH = { "3": 1, "2": 0.5 } as const;

interface Question {
  text: string;
  measures: boolean;
  /** By any id, what each paper is worth to it; 0: it was read and does not answer. */
  papers: ReadonlyMap<string, number>;
}

/**
 * Writes what the question adapter is trained on into a folder, from the configured library: `papers.f32` (the vectors of all papers, one behind the other) and `questions.jsonl`, a line for each question of
 * `bench/sentences/graded.jsonl` and `asked.jsonl` of which the library has a paper: its vector, the papers by their place in that file and what each is worth. `npm run bench -- train-adapter OUT`; then
 * `models/question-adapter/train.py OUT`.
 */
export async function run([out]: string[]): Promise<void> {
  if (out === undefined) throw new Error("usage: npm run bench -- train-adapter OUT");
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  await withLibrary(async (library) => {
    const placeOf = await writePapers(library, join(folder, "papers.f32"));
    await writeQuestions(library, placeOf, join(folder, "questions.jsonl"));
  });
}

async function writePapers({ engine }: Library, file: string): Promise<Map<string, number>> {
  const placeOf = new Map<string, number>();
  writeFileSync(file, "");
  for await (const page of engine.papers.scan()) {
    const rows = page.flatMap(({ document, vector }) => (vector === null ? [] : [{ id: document.paper_id, vector }]));
    for (const { id } of rows) placeOf.set(id, placeOf.size);
    const vectors = rows.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    appendFileSync(file, Buffer.concat(vectors));
  }
  console.log(`${placeOf.size} papers`);
  return placeOf;
}

async function writeQuestions({ engine, embedder }: Library, placeOf: ReadonlyMap<string, number>, file: string): Promise<void> {
  const questions = [...gradedQuestions(), ...askedQuestions()];
  const known = await engine.papers.resolve([...new Set(questions.flatMap(({ papers }) => [...papers.keys()]))]);
  let written = 0;
  writeFileSync(file, "");
  for (const { text, measures, papers } of questions) {
    const found = [...papers].flatMap(([id, worth]) => {
      const place = placeOf.get(known.get(id) ?? "");
      return place === undefined ? [] : [{ place, worth }];
    });
    if (found.every(({ worth }) => worth === 0)) continue;
    const vector = await embedder.embedQuery(inUsualSpelling(text));
    appendFileSync(file, `${JSON.stringify({ measures, papers: found, vector: [...vector] })}\n`);
    written += 1;
  }
  console.log(`${written} of ${questions.length} questions have a paper that answers in the library`);
}

function gradedQuestions(): Question[] {
  const worthOf = (grades: string) => (grades.includes("3") ? WORTH[3] : grades.includes("2") ? WORTH[2] : 0);
  return readRows(join(import.meta.dirname, "sentences/graded.jsonl"), Graded)
    .slice(0, TAUGHT)
    .map(({ question, papers }) => ({
      text: question,
      measures: false,
      papers: new Map(papers.map(({ id, grades }) => [id, worthOf(grades)])),
    }));
}

function askedQuestions(): Question[] {
  return readRows(join(import.meta.dirname, "sentences/asked.jsonl"), Asked).map(({ question, paper_id }, index) => ({
    text: question,
    measures: index < MEASURING,
    papers: new Map([[paper_id, 1]]),
  }));
}
