import { execFile } from "node:child_process";
import { appendFile, copyFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ConfigError } from "../../src/config.ts";
import { openLocalEmbedder } from "../../src/embedding/local.ts";
import { BUNDLED_MODEL } from "../../src/embedding/model-folder.ts";
import { isRefusal, type Embedder } from "../../src/embedding/port.ts";
import { PublicError } from "../../src/errors.ts";

const TEXTS = [
  "Sparse attention makes long documents affordable",
  "A survey of protein folding",
  "Citation graphs, and what they say about the growth of a field. ".repeat(30),
  "naïve Bayes für Anfänger — eine Übersicht",
  "图神经网络综述",
  "x",
];

let embedder: Embedder;
let scratch: string;

beforeAll(async () => {
  embedder = await openLocalEmbedder({ threads: 2 });
  scratch = await mkdtemp(join(tmpdir(), "models-"));
});

afterAll(async () => {
  await embedder[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true });
});

async function vectorsOf(texts: readonly string[], by = embedder): Promise<Float32Array[]> {
  const results = await by.embedTexts(texts);
  return results.map((result) => {
    if (isRefusal(result)) throw new Error(result.refused);
    return result;
  });
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, component, index) => sum + component * b[index]!, 0);

describe("vectors of the bundled model", () => {
  test("are pinned: the released model gives the released vectors", async () => {
    expect(embedder.space).toEqual({ model: "all-MiniLM-L6-v2-int8@a935ca283efd", dimensions: 384 });
    expect(embedder).toMatchObject({ kind: "local", fusionWeight: 0.5, answerThreshold: 0.42 });
    const [vector] = await vectorsOf([TEXTS[0]!]);
    const pinned = [0.0228, 0.0735, 0.0102, 0.0402, 0.075, 0.0244];
    for (const [index, component] of pinned.entries()) expect(vector![index]).toBeCloseTo(component, 2);
  });

  test("have length 1 and bring like to like", async () => {
    const [coffee, tea, graphs] = await vectorsOf([
      "does coffee lower the risk of liver cancer",
      "effects of tea and coffee drinking on liver disease",
      "fast shortest paths in road networks",
    ]);
    for (const vector of [coffee, tea, graphs]) expect(cosine(vector!, vector!)).toBeCloseTo(1, 5);
    expect(cosine(coffee!, tea!)).toBeGreaterThan(0.6);
    expect(cosine(coffee!, graphs!)).toBeLessThan(0.2);
  });

  test("of questions are searched by a vector of length 1 to which the words of asking matter less", async () => {
    const [asked, bare, asking] = await vectorsOf([
      "Are there any studies that explore post-hoc techniques for hallucination detection?",
      "Detecting hallucinations afterwards",
      "A study exploring techniques",
    ]);
    const searched = embedder.searchVector!(asked!);
    expect(cosine(searched, searched)).toBeCloseTo(1, 5);
    expect(cosine(searched, asking!)).toBeLessThan(cosine(asked!, asking!) - 0.05);
    expect(cosine(searched, bare!)).toBeGreaterThan(0.6);
  });

  test("are a function of the text: bit-equal alone, in any batch, any order, by any worker, and as a query", async () => {
    const alone: Float32Array[] = [];
    for (const text of TEXTS) alone.push(...(await vectorsOf([text])));
    expect(await vectorsOf(TEXTS)).toEqual(alone);
    expect((await vectorsOf(TEXTS.toReversed())).toReversed()).toEqual(alone);
    const many = await vectorsOf(Array.from({ length: 2 }, () => TEXTS).flat());
    expect(many).toEqual(Array.from({ length: 2 }, () => alone).flat());
    expect(await Promise.all(TEXTS.map((text) => embedder.embedQuery(text)))).toEqual(alone);
    await using single = await openLocalEmbedder({ threads: 1 });
    expect(await vectorsOf(TEXTS, single)).toEqual(alone);
  });

  test("are one for spellings that differ in how accents are composed", async () => {
    const [composed, decomposed] = await vectorsOf(["na\u00efve Bayes", "nai\u0308ve Bayes"]);
    expect(decomposed).toEqual(composed);
  });

  test("take the first 256 tokens of a text", async () => {
    const start = "word ".repeat(254);
    const [exact, longer, shorter] = await vectorsOf([start, `${start} and what follows is cut`, "word ".repeat(253)]);
    expect(longer).toEqual(exact);
    expect(shorter).not.toEqual(exact);
  });
});

describe("odd texts", () => {
  test.each([
    ["a megabyte of words", "word ".repeat(200_000)],
    ["a word of a megabyte", "a".repeat(1_000_000)],
    ["lone surrogates", "\ud800 half \udc00"],
    ["nothing but invisible characters", "\u200b\u200d"],
    ["NUL and other controls", "a\u0000b\u0007"],
    ["names of special tokens", "[CLS] [SEP] [MASK] [PAD]"],
  ])("%s get a vector of length 1", async (_, text) => {
    const [vector] = await vectorsOf([text]);
    expect(cosine(vector!, vector!)).toBeCloseTo(1, 5);
  });

  test("empty and blank ones are refused, and cost nobody else's vector", async () => {
    const [first, empty, last, blank] = await embedder.embedTexts(["a", "", "b", " \t\n"]);
    expect([empty, blank]).toEqual([{ refused: "the text is empty" }, { refused: "the text is empty" }]);
    expect([isRefusal(first!), isRefusal(last!)]).toEqual([false, false]);
    await expect(embedder.embedQuery("  ")).rejects.toMatchObject({ code: "invalid_argument", field: "query" });
  });

  test("no text is no work", async () => {
    expect(await embedder.embedTexts([])).toEqual([]);
  });
});

describe("work", () => {
  test("leaves this thread free", async () => {
    const before = performance.eventLoopUtilization();
    await embedder.embedTexts(Array.from({ length: 8 }, () => TEXTS[2]!));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test("lets a query overtake the texts that wait", async () => {
    let finished = 0;
    const calls = Array.from({ length: 6 }, async () => {
      await embedder.embedTexts(Array.from({ length: 4 }, () => TEXTS[2]!));
      finished += 1;
    });
    await embedder.embedQuery("me first");
    expect(finished).toBeLessThan(3);
    await Promise.all(calls);
  });

  test("stops between texts when it is aborted, with the reason of the abort", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => controller.abort(reason), 20);
    await expect(
      embedder.embedTexts(
        Array.from({ length: 5_000 }, () => TEXTS[2]!),
        controller.signal,
      ),
    ).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(3_000);
    await expect(embedder.embedQuery("a", controller.signal)).rejects.toBe(reason);
  });

  test("ends with closing, and later calls say that the embedder is away", async () => {
    const closing = await openLocalEmbedder({ threads: 1 });
    const pending = closing.embedTexts(Array.from({ length: 100 }, () => TEXTS[2]!));
    const failure = pending.catch((error: unknown) => error);
    await closing[Symbol.asyncDispose]();
    expect(await failure).toMatchObject({ code: "embedder_unavailable" });
    await expect(closing.embedQuery("a")).rejects.toBeInstanceOf(PublicError);
  });

  test("goes on after a worker died: it is replaced", async () => {
    const post = vi.spyOn(Worker.prototype, "postMessage");
    await using dying = await openLocalEmbedder({ threads: 1 });
    const [before] = await vectorsOf(["a"], dying);
    await (post.mock.contexts.at(-1) as Worker).terminate();
    post.mockRestore();
    expect(await vectorsOf(["a", "b"], dying)).toEqual([before, expect.any(Float32Array)]);
  });

  // A thread that is ended inside onnxruntime aborts the process.
  test.each([
    ["closing", "await embedder[Symbol.asyncDispose]();"],
    ["exiting", "process.exit(0);"],
    ["nothing more to do", "await texts;"],
  ])("in progress survives %s: the process ends as it wants to", async (_, ending) => {
    const source = new URL("../../src/embedding/local.ts", import.meta.url).href;
    const script = `
      import { openLocalEmbedder } from ${JSON.stringify(source)};
      const embedder = await openLocalEmbedder({ threads: 2 });
      const texts = embedder.embedTexts(Array.from({ length: 20 }, () => "word ".repeat(300))).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, 30));
      ${ending}`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", script], { timeout: 15_000 });
    await expect(run).resolves.toEqual({ stdout: "", stderr: "" });
  });
});

describe("a folder of one's own", () => {
  const card = { model: "own/model:1", dimensions: 384, maxTokens: 64, fusionWeight: 0.3, answerThreshold: 0.2 };

  async function folder(name: string, changes: object = {}): Promise<string> {
    const target = join(scratch, name);
    await cp(BUNDLED_MODEL, target, { recursive: true });
    await rm(join(target, "SHA256SUMS"));
    await writeFile(join(target, "model.json"), JSON.stringify({ ...card, ...changes }));
    return target;
  }

  test("works without checksums and brings its own name, weight, threshold and length", async () => {
    await using own = await openLocalEmbedder({ modelDir: await folder("own"), threads: 1 });
    expect(own.space.model).toMatch(/^own\/model:1@[0-9a-f]{12}$/u);
    expect(own).toMatchObject({ fusionWeight: 0.3, answerThreshold: 0.2 });
    const [exact, longer] = await vectorsOf(["word ".repeat(62), "word ".repeat(80)], own);
    expect(longer).toEqual(exact);
  });

  test("puts its prefixes before questions and texts, and they make another space", async () => {
    await using own = await openLocalEmbedder({
      modelDir: await folder("prefixes", { queryPrefix: "query: ", textPrefix: "passage: " }),
      threads: 1,
    });
    await using plain = await openLocalEmbedder({ modelDir: await folder("plain"), threads: 1 });
    expect(await own.embedQuery("tea")).toEqual(await plain.embedQuery("query: tea"));
    expect(await vectorsOf(["tea"], own)).toEqual(await vectorsOf(["passage: tea"], plain));
    expect(own.space.model).not.toBe(plain.space.model);
  });

  test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    ["a missing model", (path) => rm(join(path, "model.onnx")), /^EMBEDDING_MODEL_DIR: model\.onnx is missing/u],
    ["a model.json that is not JSON", (path) => writeFile(join(path, "model.json"), "{"), /model\.json is not valid JSON/u],
    [
      "an impossible weight",
      (path) => writeFile(join(path, "model.json"), JSON.stringify({ ...card, fusionWeight: 2 })),
      /fusionWeight/u,
    ],
    [
      "wrong dimensions",
      (path) => writeFile(join(path, "model.json"), JSON.stringify({ ...card, dimensions: 768 })),
      /384 dimensions/u,
    ],
    ["a model that is none", (path) => writeFile(join(path, "model.onnx"), "no model"), /cannot be loaded/u],
    [
      "a file that its checksums do not know",
      async (path) => {
        await copyFile(join(BUNDLED_MODEL, "SHA256SUMS"), join(path, "SHA256SUMS"));
        await appendFile(join(path, "tokenizer.json"), " ");
      },
      /tokenizer\.json is not the file that SHA256SUMS names/u,
    ],
  ])("with %s stops the start and names it", async (name, damage, message) => {
    const path = await folder(name.replaceAll(/\W/gu, "-"));
    await damage(path);
    const error = await openLocalEmbedder({ modelDir: path, threads: 1 }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(message);
  });
});

test("the checksums name every file that makes the vectors, and the one by which questions are searched", async () => {
  const sums = await readFile(join(BUNDLED_MODEL, "SHA256SUMS"), "utf8");
  expect(sums.match(/\S+$/gmu)).toEqual(["model.onnx", "tokenizer.json", "tokenizer_config.json", "question-adapter.f16"]);
});
