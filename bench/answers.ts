import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { askCanvas } from "../src/canvas/answer.ts";
import { fieldText } from "../src/canvas/citation-book.ts";
import { getPaper } from "../src/canvas/paper-view.ts";
import type { CanvasAnswer } from "../src/canvas/types.ts";
import { withLibrary } from "../src/commands/library.ts";
import type { Library } from "../src/retrieval/library.ts";
import { inspectSignal } from "../src/retrieval/views.ts";

interface Question {
  question: string;
  answerable: boolean;
}

/**
 * Asks every question of a file (`{question, answerable}` a line) of the configured index, and holds every citation of every answer
 * against the document that `get_paper` or `inspect_signal` gives. `--show N` prints the sentences of the first N answers.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { file: { type: "string" }, show: { type: "string", default: "0" } } });
  const file = values.file ?? new URL("questions.jsonl", import.meta.url);
  const questions = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
  await withLibrary(async (library) => {
    const states: Record<string, number> = {};
    const times: number[] = [];
    const problems: string[] = [];
    let sentences = 0;
    let citations = 0;
    for (const [index, { question, answerable }] of questions.entries()) {
      const started = performance.now();
      const canvas = await askCanvas(library, {
        query: question,
        mode: "corpus",
        time_scope: "all",
        match_count: 8,
        account: "bench",
      });
      times.push(performance.now() - started);
      const kind = `${answerable ? "answerable" : "foreign"} ${canvas.answer.state}`;
      states[kind] = (states[kind] ?? 0) + 1;
      if (answerable !== (canvas.answer.state === "answered")) console.log(`${kind}: ${question}`);
      sentences += canvas.answer.sentences.length;
      citations += canvas.citations.length;
      problems.push(...(await problemsOf(library, canvas)));
      if (index < Number(values.show))
        console.log(`\n${question}\n${canvas.answer.sentences.map((sentence) => `  ${sentence.text}`).join("\n")}`);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
    console.log({
      engine: library.engine.kind,
      questions: questions.length,
      ...states,
      sentences,
      citations,
      problems: problems.length,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
    });
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) process.exitCode = 1;
  });
}

async function problemsOf(library: Library, canvas: CanvasAnswer): Promise<string[]> {
  const known = new Set(canvas.citations.map((citation) => citation.number));
  const uncited = canvas.answer.sentences
    .filter((sentence) => sentence.citations.length === 0 || sentence.citations.some((number) => !known.has(number)))
    .map((sentence) => `no citation: ${sentence.text}`);
  const broken = await Promise.all(
    canvas.citations.map(async ({ kind, id, field, quote, start, end }) => {
      const document =
        kind === "paper"
          ? (await getPaper(library, { paper_id: id })).paper
          : (await inspectSignal(library, { signal_id: id })).signal;
      return fieldText(document, field)?.slice(start, end) === quote ? [] : [`not verbatim: ${id} ${field} ${start}-${end}`];
    }),
  );
  return [...uncited, ...broken.flat()];
}
