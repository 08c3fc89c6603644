import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Paper } from "../src/documents/paper.ts";
import { openStores } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { Embedder } from "../src/embedding/port.ts";
import type { Library } from "../src/retrieval/library.ts";
import { buildTopics, type BuildProgress } from "../src/topics/build.ts";
import { inspectTopic } from "../src/topics/inspect.ts";
import { seededRandom } from "../src/topics/random.ts";
import type { TopicSet } from "../src/topics/topic.ts";
import { normalize } from "../src/topics/vectors.ts";
import { paper } from "../test/support/documents.ts";
import { rounded } from "../src/shared/rounding.ts";

const USAGE = "usage: npm run bench -- topics [--papers N] [--subjects N] [--dimensions N]";
const BATCH = 10_000;

/**
 * Builds topics over synthetic papers with planted subjects, on one thread: times, memory, how well the subjects are found (purity), and how many
 * ids stay after a tenth more papers. The engine is LanceDB in a folder that is removed afterwards.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      papers: { type: "string", default: "100000" },
      subjects: { type: "string", default: "300" },
      dimensions: { type: "string", default: "384" },
    },
  });
  const [papers, subjects, dimensions] = [values.papers, values.subjects, values.dimensions].map(Number);
  if ([papers, subjects, dimensions].some((number) => !Number.isInteger(number) || number! < 1)) throw new Error(USAGE);
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-bench-topics-"));
  const { engine, records } = await openStores({ ...loadConfig(), engine: { kind: "lancedb" }, dataDir: folder });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 200);
  try {
    await engine.create({ model: "synthetic", dimensions: dimensions! });
    const write = writer(engine.papers, { subjects: subjects!, dimensions: dimensions! });
    console.log(`wrote ${papers} papers in ${await seconds(() => write(0, papers!))} s`);
    const embedder = { space: { model: "synthetic", dimensions }, answerThreshold: 0.5 } as Embedder;
    const library = { engine, records, embedder };
    const build = async (what: string) => {
      const steps = new Map<string, number>();
      let [step, since] = ["", performance.now()];
      const onProgress = (progress: BuildProgress) => {
        most = Math.max(most, process.memoryUsage.rss());
        if (progress.step === step) return;
        steps.set(step, (steps.get(step) ?? 0) + performance.now() - since);
        [step, since] = [progress.step, performance.now()];
      };
      const cpu = process.cpuUsage();
      const rss = process.memoryUsage.rss();
      const started = performance.now();
      const { set, ...ids } = await buildTopics(library, { onProgress });
      steps.set(step, (steps.get(step) ?? 0) + performance.now() - since);
      const used = process.cpuUsage(cpu);
      steps.delete("");
      console.log(what, {
        seconds: Math.round((performance.now() - started) / 1_000),
        cpu_seconds: Math.round((used.user + used.system) / 1e6),
        ...Object.fromEntries([...steps].map(([name, ms]) => [name, `${rounded(ms / 1_000, 1)} s`])),
        topics: set.topics.length,
        named_after_their_subject: set.topics.filter(({ label }) => /\bsubject\d+\b/iu.test(label)).length,
        ...ids,
        rss_before_mb: Math.round(rss / 1e6),
        peak_rss_mb: Math.round(most / 1e6),
        inspect_ms: await inspectTimes(library, set),
      });
    };
    await build("first build");
    console.log(`wrote ${papers! / 10} more in ${await seconds(() => write(papers!, papers! * 1.1))} s`);
    await build("after a tenth more");
  } finally {
    clearInterval(watch);
    await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds to inspect the ten largest topics, with their sizes. */
async function inspectTimes(library: Library, { topics }: TopicSet): Promise<string> {
  const times: string[] = [];
  for (const { topic_id: topic, papers } of topics.slice(0, 10)) {
    const started = performance.now();
    await inspectTopic(library, { topic, time_scope: "all" });
    times.push(`${Math.round(performance.now() - started)} (${papers})`);
  }
  return times.join(", ");
}

function writer(
  papers: Awaited<ReturnType<typeof openStores>>["engine"]["papers"],
  shape: { subjects: number; dimensions: number },
) {
  const random = seededRandom(1);
  const centers = Array.from({ length: shape.subjects }, () => noise(shape.dimensions, random));
  return async (from: number, to: number) => {
    for (let start = from; start < to; start += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) => {
        const subject = Math.floor(random() ** 2 * shape.subjects);
        const vector = noise(shape.dimensions, random).map((value, at) => value + centers[subject]![at]!);
        normalize(vector);
        return { document: madeUpPaper(start + index, subject, random), vector };
      });
      await papers.write(rows);
    }
    await papers.refresh();
  };
}

function noise(dimensions: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  normalize(vector);
  return vector;
}

/** A title of eight words and an abstract of 150, of which some are the subject's. */
function madeUpPaper(number: number, subject: number, random: () => number): Paper {
  const text = (length: number) =>
    Array.from({ length }, () => (random() < 0.1 ? `subject${subject}` : `word${Math.floor(random() ** 3 * 30_000)}`)).join(" ");
  const id = `doi:10.1000/${String(number).padStart(8, "0")}`;
  return paper({
    paper_id: id,
    title: `${text(8)} subject${subject}`,
    abstract: text(150),
    year: 2005 + (number % 20),
  });
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) / 1_000);
}
