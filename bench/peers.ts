import { execFileSync, type ExecFileSyncOptions } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { composeForLoading } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { paperText } from "../src/documents/paper.ts";
import { isRefusal } from "../src/embedding/port.ts";
import { readCollection, type TestCollection } from "../src/evaluation/collection.ts";
import { asPaper } from "../src/evaluation/evaluate.ts";
import { ndcg } from "../src/evaluation/metrics.ts";
import { writeTask, type Done, type Given } from "./peers/exchange.ts";

const NPM = ["@orama/orama@3.1.18", "minisearch@7.2.0"];
const PYPI = ["bm25s==0.3.16", "PyStemmer==3.1.0", "numpy"];
const MAX_OUTPUT = 256 * 1_024 * 1_024;

const HERE = (file: string) => join(import.meta.dirname, "peers", file);

/**
 * The same papers and questions of a test collection (its folder, in BEIR layout) to Signal Canvas and to libraries for search within one program, one after another, each in a process of its own, with the same
 * vectors where it takes some. Prints for each: seconds to load, megabytes kept and held, median and p95 of a question without its embedding, and nDCG@10. Packages are
 * installed into `--packages FOLDER`, not into the project; Python and its venv are needed for bm25s.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { packages: { type: "string", default: join(tmpdir(), "signal-canvas-peers") } },
  });
  if (positionals[0] === undefined) throw new Error("usage: peers FOLDER [--packages FOLDER]");
  const collection = await readCollection(positionals[0]);
  const packages = values.packages;
  const python = install(packages);
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-peers-task-"));
  try {
    writeTask(folder, await taskOf(collection));
    const node = (name: string) => [process.execPath, HERE("run-one.ts"), name, folder, packages];
    const peers: [string, string[]][] = [
      ["Signal Canvas (LanceDB), hybrid", node("signal-canvas hybrid")],
      ["Signal Canvas (LanceDB), by words", node("signal-canvas lexical")],
      ["bm25s and a scan of all vectors", [python, HERE("with_bm25s.py"), folder, "hybrid"]],
      ["bm25s, by words", [python, HERE("with_bm25s.py"), folder, "words"]],
      ["Orama, hybrid", node("orama hybrid")],
      ["Orama, by words", node("orama words")],
      ["MiniSearch, by words", node("minisearch words")],
      ["SQLite FTS5, by words", node("sqlite-fts5 words")],
    ];
    console.log(
      `${collection.documents.length} papers, ${collection.queries.length} questions; ${[...NPM, ...PYPI].join(", ")}; load average ${loadavg()[0]!.toFixed(1)}`,
    );
    console.log("| | load | on disk | memory | p50 | p95 | nDCG@10 |\n|---|---|---|---|---|---|---|");
    for (const [title, [command, ...its]] of peers) {
      const printed = execFileSync(command!, its, {
        encoding: "utf8",
        maxBuffer: MAX_OUTPUT,
        stdio: ["ignore", "pipe", "inherit"],
      });
      console.log(row(title, JSON.parse(printed) as Done, collection));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs what is not there yet; resolves to the Python of its venv. */
function install(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const quiet: ExecFileSyncOptions = { stdio: ["ignore", "ignore", "inherit"] };
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", ...NPM], quiet);
  const venv = join(folder, "venv");
  execFileSync("python3", ["-m", "venv", venv], quiet);
  execFileSync(join(venv, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", ...PYPI], quiet);
  return join(venv, "bin/python");
}

/** The collection with vectors of the embedder of the settings; those of papers are kept in the cache of DATA_DIR. */
async function taskOf({ documents, queries }: TestCollection): Promise<Given> {
  await using library = await composeForLoading(loadConfig());
  const { embedder } = library;
  const ofDocuments = await embedder.embedTexts(documents.map((document) => paperText(asPaper(document))));
  const ofQuestions: Float32Array[] = [];
  for (const { text } of queries) ofQuestions.push(await embedder.embedQuery(text));
  const { dimensions } = embedder.space;
  return {
    documents,
    questions: queries.map(({ id, text }) => ({ id, text })),
    dimensions,
    fusionWeight: embedder.fusionWeight,
    vectors: {
      documents: ofDocuments.map((vector) => (isRefusal(vector) ? new Float32Array(dimensions) : vector)),
      questions: ofQuestions,
    },
  };
}

function row(title: string, { loadSeconds, bytes, memoryMb, times, rankings }: Done, { queries }: TestCollection): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor(share * sorted.length)]!.toFixed(1)} ms`;
  const quality = queries.reduce((sum, { judgments }, index) => sum + ndcg(rankings[index]!, judgments, 10), 0) / queries.length;
  return `| ${[
    title,
    `${loadSeconds.toFixed(1)} s`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${memoryMb!.toFixed(0)} MB`,
    at(0.5),
    at(0.95),
    quality.toFixed(3),
  ].join(" | ")} |`;
}
