import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readRows, share } from "./rows.ts";

const ANSWER_GRADES = ["A", "B", "C", "D"] as const;
const VERDICT_GRADES = ["sensible", "meaningless", "wrong"] as const;

const Grade = z.object({
  question: z.int().min(1),
  sentences: z.array(z.union([z.literal(0), z.literal(1), z.literal(2)])),
  answer: z.enum(ANSWER_GRADES),
  verdict: z.enum(VERDICT_GRADES),
});
export type Grade = z.infer<typeof Grade>;

const Kinds = z.object({ kind: z.string() });

/**
 * Reads what graders wrote (`sheet-NN.NAME.json`, see the instructions that `grade-sheet` writes) and prints the shares of each grade for
 * each grader and for all, and how often two graders of one question agree. `npm run bench -- answers grade-score FOLDER [--questions
 * FILE.jsonl]`: with the list of questions, the shares by their `kind` too.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { questions: { type: "string" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("usage: npm run bench -- answers grade-score FOLDER [--questions FILE.jsonl]");
  const byGrader = readGrades(resolve(folder));
  const all = [...byGrader.values()].flat();
  console.table({
    ...Object.fromEntries([...byGrader].map(([name, grades]) => [name, sharesOf(grades)])),
    all: sharesOf(all),
  });
  console.log("Agreement of two graders:", agreement(byGrader));
  const misled = [...new Set(all.filter(({ answer }) => answer === "D").map(({ question }) => question))].sort((a, b) => a - b);
  console.log(`Misleading to any grader: ${misled.length === 0 ? "none" : misled.join(", ")}`);
  if (values.questions === undefined) return;
  const kinds = readRows(values.questions, Kinds).map(({ kind }) => kind);
  console.table(
    Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, sharesOf(all.filter(({ question }) => kinds[question - 1] === kind))]),
    ),
  );
}

function readGrades(folder: string): Map<string, Grade[]> {
  const byGrader = new Map<string, Grade[]>();
  for (const file of readdirSync(folder).toSorted()) {
    const name = /^sheet-\d+\.(.+)\.json$/u.exec(file)?.[1];
    if (name === undefined) continue;
    try {
      const grades = z.array(Grade).parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
      byGrader.set(name, [...(byGrader.get(name) ?? []), ...grades]);
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (byGrader.size === 0) throw new Error(`${folder}: holds no sheet-NN.NAME.json`);
  for (const [name, grades] of byGrader)
    if (new Set(grades.map(({ question }) => question)).size < grades.length) throw new Error(`${name} graded a question twice`);
  return byGrader;
}

/** Shares of sentences, of answers by their first sentence (one without a sentence has none that is a 2), of answers and of verdicts. Pure. */
export function sharesOf(grades: readonly Grade[]): Record<string, number | null> {
  const sentences = grades.flatMap((grade) => grade.sentences);
  const of = (value: number) => share(sentences.filter((grade) => grade === value).length, sentences.length);
  const ofAnswers = (holds: (grade: Grade) => boolean) => share(grades.filter(holds).length, grades.length);
  return {
    answers: grades.length,
    sentences: sentences.length,
    "is 2": of(2),
    "is 1": of(1),
    "is 0": of(0),
    "first is 2": ofAnswers((grade) => grade.sentences[0] === 2),
    ...Object.fromEntries(ANSWER_GRADES.map((name) => [name, ofAnswers(({ answer }) => answer === name)])),
    "A or B": ofAnswers(({ answer }) => answer === "A" || answer === "B"),
    ...Object.fromEntries(VERDICT_GRADES.map((name) => [name, ofAnswers(({ verdict }) => verdict === name)])),
  };
}

/** How often two graders of one question gave the same grade, over all pairs. Throws where they saw different numbers of sentences. Pure. */
export function agreement(byGrader: ReadonlyMap<string, readonly Grade[]>): Record<string, number | null> {
  const graders = [...byGrader.values()];
  const pairs = graders.flatMap((grades, index) =>
    graders.slice(index + 1).flatMap((others) =>
      grades.flatMap((grade) => {
        const other = others.find(({ question }) => question === grade.question);
        return other === undefined ? [] : [[grade, other] as const];
      }),
    ),
  );
  for (const [a, b] of pairs)
    if (a.sentences.length !== b.sentences.length)
      throw new Error(`question ${a.question}: graded with ${a.sentences.length} and with ${b.sentences.length} sentences`);
  const sentences = pairs.flatMap(([a, b]) => a.sentences.map((grade, index) => grade === b.sentences[index]));
  const same = (holds: (a: Grade, b: Grade) => boolean) => share(pairs.filter(([a, b]) => holds(a, b)).length, pairs.length);
  const helpful = ({ answer }: Grade) => answer === "A" || answer === "B";
  return {
    answers_graded_twice: pairs.length,
    sentences: share(sentences.filter(Boolean).length, sentences.length),
    answers: same((a, b) => a.answer === b.answer),
    "A or B": same((a, b) => helpful(a) === helpful(b)),
    verdicts: same((a, b) => a.verdict === b.verdict),
  };
}
