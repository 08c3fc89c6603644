import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startElasticsearch } from "../test/support/elasticsearch.ts";
import { openOpenAiServer } from "../test/support/openai-server.ts";
import { copyArticles } from "./loads/article-copies.ts";

const CLI = resolve(import.meta.dirname, "../src/cli.ts");
const MB = 1024 * 1024;

/**
 * The memory of a load: the program under a small heap, while its resident size is sampled. It reads made-up papers from standard input, `--megabytes` of JSON Lines, in long rows, so that few documents
 * carry many bytes; or with `--full-texts FOLDER` its JATS files, `--copies` times under other ids. Prints the peak, and the peaks of each tenth of the input (of full texts: of the time). The model is a double.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      megabytes: { type: "string", default: "2048" },
      heap: { type: "string", default: "256" },
      engine: { type: "string", default: "lancedb" },
      "row-bytes": { type: "string", default: "2000" },
      "full-texts": { type: "string" },
      copies: { type: "string", default: "6" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const server = values.engine === "elasticsearch" ? await startElasticsearch() : null;
  const folder = await mkdtemp(join(tmpdir(), "memory-"));
  await using model = await openOpenAiServer();
  // What the double was asked is not kept: the sizes of this process do not count, but it is to last.
  model.rule = () => void model.requests.splice(0, Math.max(0, model.requests.length - 1));
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: folder,
    INDEX_PREFIX: `memory-${randomBytes(4).toString("hex")}-`,
    ...(server ? { ENGINE: "elasticsearch", ELASTICSEARCH_URL: server.url } : { ENGINE: "lancedb" }),
    EMBEDDER: "openai",
    EMBEDDING_MODEL: "double",
    EMBEDDING_BASE_URL: model.url,
    EMBEDDING_DIMENSIONS: "8",
  };
  const texts = values["full-texts"] === undefined ? null : join(folder, "texts");
  const files = texts === null ? 0 : copyArticles(values["full-texts"]!, texts, Number(values.copies));
  const ingest = texts === null ? ["papers", "-", "--format", "jsonl"] : ["fulltext", texts];
  const command = [`--max-old-space-size=${values.heap}`, CLI, "ingest", ...ingest, ...(values["dry-run"] ? ["--dry-run"] : [])];
  const child = spawn(process.execPath, command, { env, cwd: folder, stdio: ["pipe", "inherit", "inherit"] });
  const began = performance.now();
  const samples: { sent: number; bytes: number }[] = [];
  let sent = 0;
  const sample = setInterval(
    () => samples.push({ sent: texts === null ? sent : samples.length, bytes: residentBytes(child.pid!) }),
    100,
  );
  const closed = once(child, "close");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      child.kill("SIGKILL");
      process.exit(1);
    });
  }
  // A child that ended early closes its input; its exit code tells.
  child.stdin.on("error", () => undefined);
  try {
    const total = texts === null ? Number(values.megabytes) * MB : 0;
    const words = Number(values["row-bytes"]);
    for (let row = 0; sent < total && child.exitCode === null; row += 1) {
      const line = `${JSON.stringify({ doi: `10.1234/${row}`, arxiv: arxivId(row), title: `Paper ${row}`, abstract: madeUp(row, words) })}\n`;
      sent += Buffer.byteLength(line);
      if (!child.stdin.write(line)) await Promise.race([once(child.stdin, "drain"), closed]);
    }
    child.stdin.end();
    const [code] = (await closed) as [number | null];
    const read = texts === null ? `${Math.round(sent / MB)} MB` : `${files} full texts`;
    console.log(
      `ended with ${code}; heap ${values.heap} MB, ${values.engine}, ${read} read in ${Math.round((performance.now() - began) / 1_000)} s`,
    );
    printPeaks(samples);
    // Files without a text end in the dead letters.
    if (code !== 0 && !(texts !== null && code === 3)) process.exitCode = 1;
  } finally {
    clearInterval(sample);
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    await server?.stop();
  }
}

function printPeaks(samples: readonly { sent: number; bytes: number }[]): void {
  const total = samples.at(-1)!.sent + 1;
  const peaks = Array.from({ length: 10 }, () => 0);
  for (const { sent, bytes } of samples) {
    const tenth = Math.floor((10 * sent) / total);
    peaks[tenth] = Math.max(peaks[tenth]!, bytes);
  }
  const later = peaks.slice(1).filter((peak) => peak > 0);
  console.log(`peak of each tenth: ${peaks.map((peak) => Math.round(peak / MB)).join(" ")} MB`);
  console.log(
    `peak ${Math.round(Math.max(...peaks) / MB)} MB; after the first tenth ${Math.round(Math.min(...later) / MB)} to ${Math.round(Math.max(...later) / MB)} MB`,
  );
}

/** As Linux tells it; 0 where the process is gone. */
function residentBytes(pid: number): number {
  try {
    return 1024 * Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function arxivId(row: number): string {
  return `${String(7 + Math.floor(row / 1_200_000)).padStart(2, "0")}${String(1 + (Math.floor(row / 100_000) % 12)).padStart(2, "0")}.${String(row % 100_000).padStart(5, "0")}`;
}

/** Another text for each row, as long as asked for. */
function madeUp(row: number, length: number): string {
  const word = (index: number): string => WORDS[(row * 31 + index * index + index) % WORDS.length]!;
  const words = Array.from({ length: Math.ceil(length / 8) }, (_, index) => word(index));
  return `${row} ${words.join(" ")}`.slice(0, length);
}

const WORDS =
  "we study how sparse retrieval and dense vectors rank scientific papers when evidence is scarce noisy or dated".split(" ");
