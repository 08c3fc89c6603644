import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { candidates } from "../src/answers/extractive/ranked-passages.ts";
import { questionCues, relevanceFeatures } from "../src/answers/extractive/relevance.ts";
import { roleFeatures, ROLES } from "../src/answers/extractive/roles.ts";
import type { Composition } from "../src/compose.ts";
import { evidenceFor, withIndex } from "./sentences.ts";
import { headedAbstracts, labelled, pubmedqa, qasper, scifact, type MarkedSet } from "./sentences/sets.ts";

/** How many candidates of a question are embedded, for the model to learn from. */
const EMBEDDED = 16;

/** Of the questions, one in so many of those for reporting is written, to be told whether training went well. */
const REPORTED = 8;

/**
 * Writes what the models of sentences are trained on, computed by the same code that uses them: `npm run bench -- train-sentences roles|relevance DATA OUT`.
 * `models/sentences/train.py` reads OUT. Relevance needs trained roles. Of the half for reporting, a quarter of the questions is written too, each row with its set and half.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [step, data, out] = positionals;
  if ((step !== "roles" && step !== "relevance") || !data || !out)
    throw new Error("usage: npm run bench -- train-sentences roles|relevance DATA OUT");
  mkdirSync(out, { recursive: true });
  const file = join(resolve(out), `${step}.jsonl`);
  writeFileSync(file, "");
  for await (const rows of step === "roles" ? [await roleRows(data)] : relevanceRows(data)) {
    appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    console.log(`${rows.length} rows in ${file}`);
  }
}

/** Of the letters in `labels.tsv`, in the order of `ROLES`. */
const ROLE_LETTERS = "BAMRCNOQ";

async function roleRows(data: string) {
  const { abstracts } = await labelled(data, { about: true });
  return [...abstracts, ...headedAbstracts(data)].flatMap(({ set, half, sentences, roles }) =>
    roleFeatures(sentences).flatMap((features, index) => {
      const role = ROLES[ROLE_LETTERS.indexOf(roles[index]!)];
      return role === undefined ? [] : [{ set, half, role, features }];
    }),
  );
}

async function* relevanceRows(data: string) {
  const sets: [string, MarkedSet][] = [
    ["labelled", await labelled(data, { about: false })],
    ["qasper", qasper(data)],
    ["scifact", scifact(data)],
    ["pubmedqa", pubmedqa(data, { about: false })],
  ];
  for (const [name, set] of sets) yield await withIndex(set, (library) => rowsOf(name, set, library));
}

async function rowsOf(name: string, set: MarkedSet, library: Composition) {
  const rows = [];
  const taught = [...set.questions.entries()].filter(([index, { half }]) => half === "tune" || index % REPORTED === 1);
  for (const [index, question] of taught) {
    const { papers, vector } = await evidenceFor(library, set, question);
    const found = await candidates({ question: question.text, vector, papers }, library.embedder, EMBEDDED);
    const cues = questionCues(question.text);
    for (const { passage, candidate } of found) {
      const answers = question.answers.some((answer) => passage.text.includes(answer) || answer.includes(passage.text));
      const embedded = candidate.cosine !== null;
      const id = `${name}-${index}`;
      rows.push({
        set: name,
        half: question.half,
        question: id,
        answers,
        embedded,
        features: relevanceFeatures(candidate, cues),
      });
    }
  }
  return rows;
}
