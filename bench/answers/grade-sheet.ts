import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import type { Citation } from "../../src/citations/citation.ts";
import { withLibrary } from "../../src/commands/library.ts";
import { answerSections } from "../../src/answers/render/sections.ts";
import { ask } from "./ask.ts";
import { readRows } from "./rows.ts";

const Question = z.object({ question: z.string() });
const QUESTIONS_PER_SHEET = 10;

/** What graders are told, beside the sheets. */
const INSTRUCTIONS = `Each sheet-NN.txt holds ten questions, each with the answer that a program gave from a library of research papers: its
sentences, numbered, with the titles of the papers they cite; then what speaks against it, what is missing, and what else the program says
of the evidence and, where it does, of how ready it is to build on.
Judge by what stands there and by what you know of the subject. Work alone.

Grade each sentence for this question:
  2  answers it, or is direct evidence for an answer
  1  on its subject only: background, aim, announcement, a method's name
  0  off the subject, or useless
Grade each answer as a whole:
  A  one could decide by it    B  helpful    C  on topic, does not answer    D  misleading
Where the library was said to hold no answer, sentences are an empty list; grade what was said.
Grade the lines of evidence and readiness together, for this question: "sensible", "meaningless" or "wrong".

Write one file for each sheet, sheet-NN.NAME.json, NAME being yours and the same for all sheets: a list of
  {"question": 1, "sentences": [2, 1, 0], "answer": "B", "verdict": "sensible"}
with one grade for each numbered sentence, in their order.
`;

/**
 * Asks a list of questions of the configured index and writes what came, for people who grade it: plain text, ten questions a sheet, in
 * the order of the list. `npm run bench -- answers grade-sheet FILE.jsonl --out FOLDER [--keep ANSWERS.jsonl]`: a line of the file is
 * `{question}`; `--keep` writes the whole answers to a file besides, which graders do not get.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: "string" }, keep: { type: "string" } },
  });
  const [file] = positionals;
  const { out, keep } = values;
  if (file === undefined || out === undefined)
    throw new Error("usage: npm run bench -- answers grade-sheet FILE.jsonl --out FOLDER [--keep ANSWERS.jsonl]");
  const questions = readRows(file, Question);
  await withLibrary(async (library) => {
    const answers: CanvasAnswer[] = [];
    for (const { question } of questions) answers.push(await ask(library, question));
    const folder = resolve(out);
    mkdirSync(folder, { recursive: true });
    const sheets = sheetsOf(answers);
    for (const [index, text] of sheets.entries())
      writeFileSync(join(folder, `sheet-${String(index + 1).padStart(2, "0")}.txt`), text);
    writeFileSync(join(folder, "how-to-grade.txt"), INSTRUCTIONS);
    if (keep !== undefined) writeFileSync(resolve(keep), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
    console.log({ questions: questions.length, sheets: sheets.length, folder });
  });
}

/** The answers as graders see them, ten a sheet; questions are numbered through. Pure. */
export function sheetsOf(answers: readonly CanvasAnswer[]): string[] {
  const texts = answers.map((answer, index) => answerText(index + 1, answer));
  return Array.from({ length: Math.ceil(texts.length / QUESTIONS_PER_SHEET) }, (_, sheet) =>
    texts.slice(sheet * QUESTIONS_PER_SHEET, (sheet + 1) * QUESTIONS_PER_SHEET).join(`\n${"=".repeat(80)}\n\n`),
  );
}

/** Sections that the sheet writes in its own way, with numbered sentences and titles. */
const OWN = /^(?:Sources|Closest matches|Counter-evidence|Gaps)/u;

function answerText(number: number, canvas: CanvasAnswer): string {
  const { answer, counter_evidence: against, gaps } = canvas;
  const byNumber = new Map(canvas.citations.map((citation) => [citation.number, citation]));
  const titled = (citations: readonly number[]) => titles(citations.flatMap((cited) => byNumber.get(cited) ?? []));
  const evidence = canvas.support?.sentence;
  // The rest as a person gets to see it: verdict and opportunities only where the text shows them.
  const [, ...rest] = answerSections(canvas, "concise").filter(({ title }) => !OWN.test(title));
  const blocks = [
    [`QUESTION ${number}`, canvas.query],
    [
      answer.state === "weak" ? "ANSWER (weak evidence, the nearest quotes)" : "ANSWER",
      ...(answer.sentences.length === 0 ? [`None: ${answer.reason}`] : []),
      ...answer.sentences.map(({ text, citations }, index) => `${index + 1}. ${text}${titled(citations)}`),
    ],
    ["COUNTER-EVIDENCE", ...listed(against.map(({ text, citations }) => `${text}${titled(citations)}`))],
    ["GAPS", ...listed(gaps)],
    ...(evidence === undefined ? [] : [["EVIDENCE", evidence]]),
    ...rest.map(({ title, lines }) => [title.toUpperCase(), ...lines.map(({ text }) => text)]),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function listed(items: readonly string[]): string[] {
  return items.length === 0 ? ["none"] : items.map((item) => `- ${item}`);
}

/** The titles of what is cited, each once, on lines of their own. */
function titles(citations: readonly Citation[]): string {
  const named = citations.map(
    ({ title, year, kind }) =>
      `${title} (${[year, kind === "signal" ? "record" : null].filter((part) => part !== null).join(", ") || "no year"})`,
  );
  return [...new Set(named)].map((title) => `\n     from: ${title}`).join("");
}
