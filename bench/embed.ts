import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { openLocalEmbedder } from "../src/embedding/local.ts";
import { BUNDLED_MODEL } from "../src/embedding/model-folder.ts";
import { quantile } from "./loads/measured.ts";

const MAX_TOKENS = 256;
const QUESTION = "does retrieval help language models with facts they have not seen";

/**
 * Texts a second of the local embedder against a bare onnxruntime loop (one session with as many threads, one text after the other)
 * over the same texts, in alternating rounds, and the latency of a question. `TEST_DATA_DIR` brings real abstracts; without it texts
 * of like length are made up.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { texts: { type: "string", default: "200" }, rounds: { type: "string", default: "5" }, threads: { type: "string" } },
  });
  const threads = Number(values.threads ?? Math.min(4, availableParallelism()));
  const texts = process.env.TEST_DATA_DIR
    ? await abstracts(join(process.env.TEST_DATA_DIR, "collections/scifact/corpus.jsonl"), Number(values.texts))
    : madeUpTexts(Number(values.texts));

  const bare = await bareLoop(threads);
  await using embedder = await openLocalEmbedder({ threads });
  const rates = { embedder: [] as number[], bare: [] as number[] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    rates.bare.push(await textsPerSecond(() => bare(texts), texts.length));
    rates.embedder.push(await textsPerSecond(() => embedder.embedTexts(texts), texts.length));
  }
  const latencies: number[] = [];
  for (let question = 0; question < 300; question += 1) {
    latencies.push(await milliseconds(() => embedder.embedQuery(`${QUESTION} ${question}`)));
  }

  console.log(`${texts.length} texts, ${threads} threads, ${values.rounds} rounds, medians`);
  console.log(`embedder   ${quantile(rates.embedder, 0.5).toFixed(1)} texts/s`);
  console.log(`bare loop  ${quantile(rates.bare, 0.5).toFixed(1)} texts/s`);
  console.log(
    `ratio      ${quantile(
      rates.embedder.map((rate, round) => rate / rates.bare[round]!),
      0.5,
    ).toFixed(2)}`,
  );
  console.log(`a question ${quantile(latencies, 0.5).toFixed(2)} ms (95 %: ${quantile(latencies, 0.95).toFixed(2)} ms)`);
}

/** What onnxruntime does without anything of ours around it. */
async function bareLoop(threads: number): Promise<(texts: readonly string[]) => Promise<void>> {
  const json = async (name: string) => JSON.parse(await readFile(join(BUNDLED_MODEL, name), "utf8")) as object;
  const tokenizer = new Tokenizer(await json("tokenizer.json"), await json("tokenizer_config.json"));
  const session = await InferenceSession.create(join(BUNDLED_MODEL, "model.onnx"), { intraOpNumThreads: threads });
  return async (texts) => {
    for (const text of texts) {
      const ids = tokenizer.encode(text).ids.slice(0, MAX_TOKENS);
      const feeds = {
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
        attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), [1, ids.length]),
      };
      await session.run(feeds, ["embedding"]);
    }
  };
}

async function abstracts(file: string, count: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (texts.length === count) break;
    const { title, text } = JSON.parse(line) as { title: string; text: string };
    texts.push(`${title} ${text}`);
  }
  return texts;
}

/** 120 to 220 words each, about as long as an abstract; the same ones every time. */
function madeUpTexts(count: number): string[] {
  const words =
    "we study how sparse retrieval and dense vectors rank scientific papers when evidence is scarce noisy or dated".split(" ");
  return Array.from({ length: count }, (_, text) =>
    Array.from({ length: 120 + ((text * 37) % 101) }, (_, word) => words[(text * 7 + word * word + word) % words.length]).join(
      " ",
    ),
  );
}

async function textsPerSecond(work: () => Promise<unknown>, count: number): Promise<number> {
  return (count * 1_000) / (await milliseconds(work));
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
