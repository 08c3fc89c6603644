import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { withLibrary } from "../../src/commands/library.ts";
import { contentHash } from "../../src/documents/hash.ts";
import { folded, sourceLetters, type SourceLetters } from "../fulltext/source-letters.ts";
import { ask } from "./ask.ts";
import { storedPassages, storedRows, type StoredPassage } from "./stored-rows.ts";

interface StoredPaper {
  paper_id: string;
  title: string;
  abstract: string | null;
}

interface StoredSignal {
  signal_id: string;
  title: string;
  statement: string;
}

/**
 * Reads every quote of many answers again, with nothing of the project's own ways of reading: `npm run bench -- answers reread FOLDER [--questions FILE] [--answers 300] [--skip 0]`. The
 * configured index is LanceDB and holds the texts of FOLDER. A quote has to stand in the row of its passage, read from the table, at its place, and its letters in the file that
 * the text came from: not in a list of references, and in a caption only where the citation says so. Half of the questions are about sentences of the texts, the others are those
 * of FILE (JSON in QASPER's form), where there are any, or about titles.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      questions: { type: "string" },
      answers: { type: "string", default: "300" },
      skip: { type: "string", default: "0" },
      show: { type: "string", default: "0" },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("usage: npm run bench -- answers reread FOLDER");
  const count = Number(values.answers);
  await withLibrary(async (library, config) => {
    const tables = join(config.dataDir, "lancedb");
    const rows = await storedPassages(tables);
    const papers = await storedRows<StoredPaper>(tables, "papers", ["paper_id", "title", "abstract"]);
    const signals = await storedRows<StoredSignal>(tables, "signals", ["signal_id", "title", "statement"]);
    const files = new Map(
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => [basename(name), join(folder, name)]),
    );
    const reread = rereader({ rows, papers, signals }, files);
    const given = values.questions === undefined ? [] : qasperQuestions(values.questions);
    const questions = [...sentenceQuestions(rows, Math.ceil(count / 2)), ...given, ...titleQuestions(rows, count)].slice(
      Number(values.skip),
      count,
    );
    const problems: string[] = [];
    for (const [number, { question, paper }] of questions.entries()) {
      const canvas = await ask(library, question, paper);
      for (const problem of await reread.check(canvas)) problems.push(`${question}: ${problem}`);
      if (number < Number(values.show))
        console.log(
          `${question}\n  ${canvas.answer.sentences
            .slice(0, 2)
            .map(({ text }) => text)
            .join(" ")}`,
        );
      if ((number + 1) % 50 === 0)
        console.error(`${number + 1} answers, ${JSON.stringify(reread.counts)}, ${problems.length} problems`);
    }
    console.log({ answers: questions.length, ...reread.counts, problems: problems.length });
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) process.exitCode = 1;
  });
}

interface Stored {
  rows: readonly StoredPassage[];
  papers: readonly StoredPaper[];
  signals: readonly StoredSignal[];
}

function rereader({ rows, papers, signals }: Stored, files: ReadonlyMap<string, string>) {
  const signalsById = new Map(signals.map((signal) => [signal.signal_id, signal]));
  const papersById = new Map(papers.map((paper) => [paper.paper_id, paper]));
  const byId = new Map(rows.map((row) => [row.passage_id, row]));
  const fileOf = new Map(rows.flatMap(({ paper_id, whole }) => (whole === null ? [] : [[paper_id, whole.file]])));
  const read = new Map<string, Promise<SourceLetters>>();
  const counts = {
    answered: 0,
    quotes: 0,
    ofAbstracts: 0,
    ofSignals: 0,
    ofPassages: 0,
    atTheirPlace: 0,
    inTheirFile: 0,
    acrossRuns: 0,
    ofCaptions: 0,
    papers: new Set<string>(),
  };

  const problemOf = async ({
    kind,
    id,
    field,
    passage_id,
    quote,
    start,
    end,
  }: CanvasAnswer["citations"][number]): Promise<string | null> => {
    if (kind === "signal") {
      const signal = signalsById.get(id);
      if (signal?.[field === "title" ? "title" : "statement"].slice(start, end) !== quote)
        return `not at its place: ${id} ${field}`;
      counts.ofSignals += 1;
      return null;
    }
    if (kind === "paper") {
      const text = papersById.get(id)?.[field === "title" ? "title" : "abstract"];
      if (text?.slice(start, end) !== quote) return `not at its place: ${id} ${field} ${start}–${end}`;
      counts.ofAbstracts += 1;
      return null;
    }
    const row = byId.get(passage_id ?? "");
    if (row?.paper_id !== id) return `no such passage: ${passage_id}`;
    if (row.content.slice(start, end) !== quote) return `not at its place: ${passage_id} ${start}–${end}`;
    counts.atTheirPlace += 1;
    counts.papers.add(id);
    if (row.kind === "caption" || row.kind === "table") counts.ofCaptions += 1;
    const file = files.get(fileOf.get(id) ?? "");
    if (file === undefined) return `its file is not there: ${fileOf.get(id)}`;
    if (!read.has(file)) read.set(file, sourceLetters(file));
    const { all, references, captions } = await read.get(file)!;
    const letters = folded(quote);
    if (all.includes(letters)) counts.inTheirFile += 1;
    else if (isInRuns(letters, all)) counts.acrossRuns += 1;
    else if (captions.includes(letters)) return row.kind === "caption" ? null : `of a caption that is not named as one: ${quote}`;
    else if (references.includes(letters)) return `of a list of references: ${quote}`;
    else return `not in ${basename(file)}: ${quote}`;
    return null;
  };

  return {
    get counts() {
      return { ...counts, papers: counts.papers.size };
    },
    async check({ answer, citations }: CanvasAnswer): Promise<string[]> {
      if (answer.state === "answered") counts.answered += 1;
      counts.quotes += citations.length;
      counts.ofPassages += citations.filter(({ kind }) => kind === "passage").length;
      return (await Promise.all(citations.map(problemOf))).filter((problem) => problem !== null);
    },
  };
}

/** True where a quote stands in two parts of the file, as one that goes over a page, or around a figure or a mark, does. */
function isInRuns(letters: string, all: string): boolean {
  for (let cut = 12; cut <= letters.length - 12; cut += 1) {
    if (all.includes(letters.slice(0, cut))) {
      if (all.includes(letters.slice(cut))) return true;
    } else return false;
  }
  return false;
}

/** A question, of the library or of one paper. */
interface Question {
  question: string;
  paper?: string;
}

/** Questions in the words of sentences that stand in the texts, spread over them; every other is asked of the paper alone. */
function sentenceQuestions(rows: readonly StoredPassage[], count: number): Question[] {
  return spread(rows.filter(({ form, content }) => form === "paragraph" && content.length > 300))
    .slice(0, count)
    .map(({ content, paper_id }, number) => {
      const [sentence = content] = content.match(/[^.!?]{60,300}[.!?]/u) ?? [];
      const words = sentence.match(/[\p{L}-]{4,}/gu) ?? [];
      const question = `What is known about ${words.slice(0, 9).join(" ")}?`;
      return number % 2 === 0 ? { question } : { question, paper: paper_id };
    });
}

function titleQuestions(rows: readonly StoredPassage[], count: number): Question[] {
  const titles = rows.flatMap(({ whole }) => whole?.title ?? []);
  return titles.slice(0, count).map((title) => ({ question: `What did the study “${title}” find?` }));
}

function qasperQuestions(path: string): Question[] {
  const all = Object.values(JSON.parse(readFileSync(path, "utf8")) as Record<string, { text: string }>);
  return all.map(({ text }) => ({ question: text }));
}

/** In an order that is the same each time and follows nothing else. */
function spread(rows: readonly StoredPassage[]): StoredPassage[] {
  return rows
    .map((row) => [contentHash(row.passage_id), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}
