import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fieldText } from "../../src/citations/book.ts";
import { figures } from "../../src/citations/figures.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { withLibrary } from "../../src/commands/library.ts";
import { contentHash } from "../../src/documents/hash.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { inspectSignal } from "../../src/retrieval/views.ts";
import { ask, patiently } from "./ask.ts";

interface Question {
  question: string;
  answerable: boolean;
}

/**
 * Asks every question of a file (`{question, answerable}` a line) of the configured index, and holds every citation of every answer
 * against the document that `get_paper` or `inspect_signal` gives. `--titles N` asks about the subjects of N papers with an abstract besides, which the
 * index can answer. `--show N` prints the sentences of the first N answers. The times are those of whole answers, runs kept.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      file: { type: "string" },
      titles: { type: "string", default: "0" },
      show: { type: "string", default: "0" },
    },
  });
  const file = values.file ?? new URL("../questions.jsonl", import.meta.url);
  const questions = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
  await withLibrary(async (library) => {
    const subjects = await titles(library, Number(values.titles));
    const problems = await askAll(library, [...questions, ...subjects], Number(values.show));
    if (problems > 0) process.exitCode = 1;
  });
}

/** Asks, measures and prints; returns how many answers break a promise. */
async function askAll(library: Library, questions: readonly Question[], shown: number): Promise<number> {
  const states: Record<string, number> = {};
  const times: number[] = [];
  const problems: string[] = [];
  const counts = { sentences: 0, citations: 0, flagged: 0 };
  for (const [index, { question, answerable }] of questions.entries()) {
    const started = performance.now();
    const canvas = await ask(library, question);
    times.push(performance.now() - started);
    const kind = `${answerable ? "answerable" : "foreign"} ${canvas.answer.state}`;
    states[kind] = (states[kind] ?? 0) + 1;
    if (answerable !== (canvas.answer.state === "answered")) console.log(`${kind}: ${question}`);
    counts.sentences += canvas.answer.sentences.length;
    counts.citations += canvas.citations.length;
    counts.flagged += canvas.answer.sentences.filter(({ flags }) => flags.length > 0).length;
    problems.push(...(await problemsOf(library, canvas)).map((problem) => `${question}: ${problem}`));
    if (index < shown)
      console.log(`\n${question}\n${canvas.answer.sentences.map((sentence) => `  ${sentence.text}`).join("\n")}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]!);
  const engine = library.engine.kind;
  console.log({
    engine,
    questions: questions.length,
    ...states,
    ...counts,
    problems: problems.length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
  });
  for (const problem of problems) console.log(problem);
  return problems.length;
}

/** The titles of papers with an abstract, spread over the index, as questions. */
async function titles(library: Library, count: number): Promise<Question[]> {
  if (count === 0) return [];
  const found: { title: string; hash: string }[] = [];
  for await (const rows of library.engine.papers.scan({ vectors: false, pageSize: 5_000 })) {
    for (const { document } of rows)
      if (document.abstract !== null && !document.retracted && document.title.split(" ").length >= 5)
        found.push({ title: document.title, hash: contentHash(document.paper_id) });
    found.sort((a, b) => (a.hash < b.hash ? -1 : 1)).splice(count);
  }
  return found.map(({ title }) => ({ question: `What is known about ${title}?`, answerable: true }));
}

/** Sentences without a citation, figures that no quote holds and nobody flagged, quotes that do not stand where they say. */
async function problemsOf(library: Library, canvas: CanvasAnswer): Promise<string[]> {
  const cited = new Map(canvas.citations.map((citation) => [citation.number, citation]));
  const sentences = canvas.answer.sentences.flatMap(({ text, citations, flags }) => {
    const own = citations.flatMap((number) => cited.get(number) ?? []);
    const quoted = new Set(own.flatMap(({ quote }) => figures(quote)));
    const loose = figures(text).filter((figure) => !quoted.has(figure));
    return [
      ...(own.length === 0 || own.length < citations.length ? [`no citation: ${text}`] : []),
      ...(loose.length > 0 && !flags.includes("figure_not_quoted") ? [`figure ${loose[0]} not quoted: ${text}`] : []),
    ];
  });
  const broken = await Promise.all(
    canvas.citations.map(async ({ kind, id, field, quote, start, end }) => {
      const document =
        kind === "paper"
          ? (await patiently(async () => getPaper(library, { paper_id: id }))).paper
          : (await patiently(async () => inspectSignal(library, { signal_id: id }))).signal;
      return fieldText(document, field)?.slice(start, end) === quote ? [] : [`not verbatim: ${id} ${field} ${start}-${end}`];
    }),
  );
  return [...sentences, ...broken.flat()];
}
