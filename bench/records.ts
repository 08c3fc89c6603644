import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runIngest } from "../ingest/run.ts";
import { askCanvas } from "../src/answers/answer.ts";
import { readQuestion } from "../src/answers/question/read.ts";
import { answerFromRecords } from "../src/answers/recorded/answer.ts";
import type { RecordFinding } from "../src/answers/recorded/found.ts";
import { planOf } from "../src/answers/plan.ts";
import { openStores } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { Library } from "../src/retrieval/library.ts";
import { hashEmbedder } from "../test/support/hash-embedder.ts";
import { ANTHOLOGY_FILES, LIST_FILES, readFiles } from "./records/files.ts";
import { QUESTIONS, type Truth } from "./records/questions.ts";

const LISTS_OBSERVED_AT = "2025-06-02";

/**
 * Loads a few proceedings and a list of submissions into an index of their own in the configured engine and asks questions about awards, decisions,
 * reviews, retractions, citations, code, data, people and counts; each list must equal what the files say (`bench/records/files.ts`, which shares nothing
 * with the readers). `--data`: the folder with the files; TEST_DATA_DIR where left out. `--show`: prints the answers to the first so many.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: "string" }, show: { type: "string", default: "0" } } });
  const folder = values.data ?? process.env.TEST_DATA_DIR;
  if (folder === undefined) throw new Error("name the folder with the files: --data or TEST_DATA_DIR");
  const filed = readFiles(folder);
  await withFiles(folder, async (library) => {
    const times: number[] = [];
    let equal = 0;
    for (const [index, { question, truth }] of QUESTIONS.entries()) {
      const started = performance.now();
      const found = await find(library, question);
      times.push(performance.now() - started);
      const problem = found === null ? "is not read as a question about records" : difference(found, truth(filed));
      const canvas = await askCanvas(library, { query: question, mode: "corpus", time_scope: "all", account: "bench" });
      const flagged = canvas.answer.sentences.filter(({ flags }) => flags.includes("figure_not_quoted")).length;
      if (problem === null && flagged === 0) equal += 1;
      else console.log(`${question}\n  ${problem ?? `${flagged} sentences with a figure that stands nowhere`}`);
      if (index < Number(values.show))
        console.log(
          [question, ...canvas.answer.sentences.map(({ text }) => text), canvas.answer.reason, ...canvas.gaps].join("\n  "),
        );
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))]!);
    console.log({
      engine: library.engine.kind,
      papers: filed.length,
      questions: QUESTIONS.length,
      equal,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
    });
    if (equal < QUESTIONS.length) process.exitCode = 1;
  });
}

function find(library: Library, question: string): Promise<RecordFinding | null> {
  const read = readQuestion(question);
  return answerFromRecords(library, read, { question, filters: planOf(read, { query: question }).filters });
}

/** How a finding differs from the truth; null where it does not. Values are compared by what they begin with. */
function difference({ rows, total, query }: RecordFinding, truth: Truth): string | null {
  if (total !== truth.total) return `total ${total} instead of ${truth.total} (${query})`;
  if (truth.rows === undefined) return null;
  const width = truth.rows[0]?.includes(" | ") ? 2 : 1;
  const given = rows
    .slice(0, truth.first ? truth.rows.length : rows.length)
    .map(({ label, value }) => (width === 2 ? `${key(label)} | ${comparable(value ?? "")}` : key(label)));
  const wanted = truth.rows.map((row) => {
    const [label = "", value = ""] = row.split(" | ");
    return width === 2 ? `${key(label)} | ${comparable(value)}` : key(label);
  });
  const extra = without(given, wanted);
  const lacking = without(wanted, given);
  return extra.length + lacking.length === 0
    ? null
    : `too many: ${extra.slice(0, 3).join("; ")} · lacking: ${lacking.slice(0, 3).join("; ")}`;
}

/** The items of one list that the other does not have as often. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function key(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** `12 papers`, `12 of 10, mean rating`, `12 (30 %)` and `12` are the same number, and so are `1,200` and `1200`. */
function comparable(value: string): string {
  return value.replace(/(?<=\d),(?=\d{3}\b)/gu, "").replace(/^(\d+(?:\.\d+)?)(?:,| \(| of | (?:papers?|citations?)\b).*$/u, "$1");
}

async function withFiles(folder: string, use: (library: Library) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "signal-canvas-records-"));
  const config = loadConfig();
  const { engine, records } = await openStores({
    ...config,
    dataDir,
    indexPrefix: `${config.indexPrefix}bench-${randomUUID().slice(0, 8)}-`,
  });
  const library: Library = { engine, records, embedder: hashEmbedder() };
  const load = async (path: string, format: "acl-anthology" | "paperlists") => {
    const source = { target: "papers" as const, path: join(folder, path), format, observedAt: LISTS_OBSERVED_AT };
    const report = await runIngest({ source, dataDir }, library);
    if (report.status !== "done") throw new Error(`${path}: ${report.status}`);
  };
  try {
    for (const file of ANTHOLOGY_FILES) await load(file, "acl-anthology");
    for (const file of LIST_FILES) await load(file, "paperlists");
    await use(library);
  } finally {
    await engine.drop();
    await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
    await rm(dataDir, { recursive: true });
  }
}
