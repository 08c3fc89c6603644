import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbedder } from "../../src/compose.ts";
import { ConfigError, loadConfig } from "../../src/config.ts";
import { cachedEmbedder, openEmbeddingCache } from "../../src/embedding/cache.ts";
import { calibrated } from "../../src/embedding/calibration.ts";
import { openLocalEmbedder } from "../../src/embedding/local.ts";
import { readModelFolder } from "../../src/embedding/model-folder.ts";
import { isRefusal, type Embedder } from "../../src/embedding/port.ts";
import { modelFolder, pooledModel, rowOf, tokenModel } from "../support/tiny-onnx.ts";

/* Models of other shapes than the bundled one: vectors of tokens that are pooled here, and a pooled vector that is cut and normalized here. */

const DIMENSIONS = 16;
const CARD = { model: "tiny", dimensions: DIMENSIONS, maxTokens: 12 };
let scratch: string;
let folders = 0;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "model-folders-"));
});
afterAll(() => rm(scratch, { recursive: true }));

const tokens = (others: Record<string, unknown>, file = "model.onnx") =>
  modelFolder(join(scratch, String((folders += 1))), file, tokenModel(DIMENSIONS), others);
const open = (modelDir: string) => openLocalEmbedder({ modelDir, threads: 1 });
async function vectorOf(embedder: Embedder, text: string): Promise<number[]> {
  const [vector] = await embedder.embedTexts([text]);
  if (!vector || isRefusal(vector)) throw new Error("refused");
  return [...vector];
}
/** Of length 1. */
function unit(values: number[]): unknown {
  const length = Math.hypot(...values);
  return values.map((value) => expect.closeTo(value / length, 5) as number);
}
function meanOf(words: string[], dimensions = DIMENSIONS): number[] {
  const rows = words.map((word) => rowOf(word, dimensions));
  return Array.from({ length: dimensions }, (_, index) => rows.reduce((sum, row) => sum + row[index]!, 0) / rows.length);
}

describe("vectors of tokens are pooled as the folder states it", () => {
  it.each([
    ["mean", meanOf(["[CLS]", "tea", "river", "[SEP]"])],
    ["cls", rowOf("[CLS]", DIMENSIONS)],
    ["last", rowOf("[SEP]", DIMENSIONS)],
  ])("%s", async (pooling, expected) => {
    await using embedder = await open(await tokens({ "model.json": { ...CARD, pooling } }));
    expect(await vectorOf(embedder, "tea river")).toEqual(unit(expected));
  });

  it("and each pooling, prefix, length and cut is a space of its own", async () => {
    const folder = await tokens({});
    const spaces = new Set<string>();
    for (const change of [
      {},
      { pooling: "cls" },
      { queryPrefix: "query: " },
      { textPrefix: "query: " },
      { maxTokens: 8 },
      { matryoshka: 8 },
    ]) {
      await writeFile(join(folder, "model.json"), JSON.stringify({ ...CARD, pooling: "mean", ...change }));
      spaces.add((await readModelFolder(folder)).space.model);
    }
    expect(spaces.size).toBe(6);
  });

  it("and the first tokens of a long text count, with the closing one", async () => {
    await using embedder = await open(await tokens({ "model.json": { ...CARD, pooling: "mean", maxTokens: 8 } }));
    expect(await vectorOf(embedder, "tea coffee graph tree river one two three")).toEqual(
      unit(meanOf(["[CLS]", "tea", "coffee", "graph", "tree", "river", "one", "[SEP]"])),
    );
  });
});

describe("a vector that the model pools itself", () => {
  it("is cut to the first dimensions and of length 1", async () => {
    const folder = await modelFolder(join(scratch, "pooled"), "onnx/model.onnx", pooledModel(24), {
      "model.json": { model: "tiny", dimensions: 24, maxTokens: 12, matryoshka: 8, queryPrefix: "query: " },
    });
    await using embedder = await open(folder);
    expect(embedder.space.dimensions).toBe(8);
    expect(await vectorOf(embedder, "tea")).toEqual(unit(meanOf(["[CLS]", "tea", "[SEP]"], 24).slice(0, 8)));
    expect([...(await embedder.embedQuery("tea"))]).toEqual(unit(meanOf(["[CLS]", "query:", "tea", "[SEP]"], 24).slice(0, 8)));
  });
});

describe("a question adapter", () => {
  /** The first component of a question's vector counts three times. */
  const adapter = (size = DIMENSIONS) => {
    const bytes = Buffer.alloc(size * size * 2);
    new DataView(bytes.buffer, bytes.byteOffset).setFloat16(0, 2, true);
    return bytes;
  };
  const withAdapter = async (content: Buffer | null) => {
    const folder = await tokens({ "model.json": { ...CARD, pooling: "mean", questionAdapter: "adapter.f16" } });
    if (content !== null) await writeFile(join(folder, "adapter.f16"), content);
    return folder;
  };

  it("changes by what papers are searched, and no vector", async () => {
    await using plain = await open(await tokens({ "model.json": { ...CARD, pooling: "mean" } }));
    await using embedder = await open(await withAdapter(adapter()));
    expect(plain.searchVector).toBeUndefined();
    expect(embedder.space).toEqual(plain.space);
    const question = await embedder.embedQuery("tea river");
    expect([...question]).toEqual([...(await plain.embedQuery("tea river"))]);
    const [first, ...others] = question;
    expect([...embedder.searchVector!(question)]).toEqual(unit([3 * first!, ...others]));
  });

  it("passes through the cache and a calibration", async () => {
    await using embedder = await open(await withAdapter(adapter()));
    const calibration = { model: embedder.space.model, fusionWeight: 0.4, answerThreshold: 0.3, supportMargin: 0.1 };
    using cache = openEmbeddingCache(join(scratch, "adapter.sqlite"));
    const question = await embedder.embedQuery("tea");
    const expected = embedder.searchVector!(question);
    for (const wrapped of [cachedEmbedder(embedder, cache), calibrated(embedder, calibration)])
      expect(wrapped.searchVector!(question)).toEqual(expected);
  });

  it.each([
    ["is missing", null, "adapter.f16 is missing or cannot be read"],
    ["is of other dimensions", adapter(8), "adapter.f16 has 128 bytes; for 16 dimensions a question adapter has 512"],
  ])("that %s is refused", async (_, content, message) => {
    const opened = open(await withAdapter(content));
    await expect(opened).rejects.toThrow(ConfigError);
    await expect(opened).rejects.toThrow(message);
  });
});

describe("the files of sentence-transformers", () => {
  const modules = [
    { idx: 0, type: "sentence_transformers.models.Transformer", path: "" },
    { idx: 1, type: "sentence_transformers.models.Pooling", path: "1_Pooling" },
    { idx: 2, type: "sentence_transformers.models.Normalize", path: "2_Normalize" },
  ];
  const files = {
    "modules.json": modules,
    "1_Pooling/config.json": {
      word_embedding_dimension: DIMENSIONS,
      pooling_mode_cls_token: true,
      pooling_mode_mean_tokens: false,
    },
    "config_sentence_transformers.json": { prompts: { query: "query: ", document: "" }, similarity_fn_name: "cosine" },
    "sentence_bert_config.json": { max_seq_length: 10, do_lower_case: false },
    "config.json": { hidden_size: DIMENSIONS, max_position_embeddings: 512 },
  };

  it("suffice without a model.json", async () => {
    await using embedder = await open(await tokens(files, "onnx/model.onnx"));
    expect(embedder.space).toEqual({ model: expect.stringMatching(/^\d+@[0-9a-f]{12}$/u), dimensions: DIMENSIONS });
    expect(await vectorOf(embedder, "tea river")).toEqual(unit(rowOf("[CLS]", DIMENSIONS)));
  });

  it("state the prefix of questions; what model.json states counts before them", async () => {
    const others = { ...files, "1_Pooling/config.json": { word_embedding_dimension: DIMENSIONS, pooling_mode: "lasttoken" } };
    await using embedder = await open(
      await tokens({ ...others, "model.json": { model: "own", pooling: "mean", textPrefix: "one " } }),
    );
    expect([...(await embedder.embedQuery("tea"))]).toEqual(unit(meanOf(["[CLS]", "query:", "tea", "[SEP]"])));
    expect(await vectorOf(embedder, "tea")).toEqual(unit(meanOf(["[CLS]", "one", "tea", "[SEP]"])));
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      "a layer that is not repeated here",
      { "modules.json": [...modules, { type: "sentence_transformers.models.Dense", path: "3_Dense" }] },
      /Dense/u,
    ],
    [
      "an unknown pooling",
      { "1_Pooling/config.json": { word_embedding_dimension: DIMENSIONS, pooling_mode: "weightedmean" } },
      /weightedmean/u,
    ],
    [
      "two poolings at once",
      {
        "1_Pooling/config.json": {
          word_embedding_dimension: DIMENSIONS,
          pooling_mode_cls_token: true,
          pooling_mode_mean_tokens: true,
        },
      },
      /one of them/u,
    ],
    [
      "a dot product of vectors of any length",
      { "modules.json": modules.slice(0, 2), "config_sentence_transformers.json": { similarity_fn_name: "dot" } },
      /only models that compare by cosine/u,
    ],
    [
      "other dimensions than the model's",
      { "1_Pooling/config.json": { word_embedding_dimension: 24, pooling_mode_cls_token: true } },
      /24 dimensions that are stated/u,
    ],
    ["no pooling at all", { "modules.json": modules.slice(0, 1), "1_Pooling/config.json": undefined }, /pooling must be stated/u],
    [
      "a file that is not JSON as they write it",
      { "sentence_bert_config.json": { max_seq_length: "long" } },
      /sentence_bert_config\.json: max_seq_length/u,
    ],
  ])("with %s stop the start, and it is said", async (_, change, message) => {
    const others = Object.fromEntries(Object.entries({ ...files, ...change }).filter(([, content]) => content !== undefined));
    const error = await open(await tokens(others)).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
  });
});

describe("what was measured of a model", () => {
  const calibration = { fusionWeight: 0.7, answerThreshold: 0.61, supportMargin: 0.04 };
  const settings = (modelDir: string, others = {}) => loadConfig({ EMBEDDING_MODEL_DIR: modelDir, ...others });

  it("is read from the model's folder or from the file that is set", async () => {
    const folder = await tokens({ "model.json": { ...CARD, pooling: "cls" } });
    await using plain = await openEmbedder(settings(folder));
    expect(plain).toMatchObject({ fusionWeight: 0.5, answerThreshold: 0.35, supportMargin: 0.1 });
    const { model } = plain.space;
    await writeFile(join(folder, "calibration.json"), JSON.stringify({ model, ...calibration, measured: "further keys" }));
    await using own = await openEmbedder(settings(folder));
    expect(own).toMatchObject({ ...calibration, space: plain.space });
    const elsewhere = join(scratch, "elsewhere.json");
    await writeFile(elsewhere, JSON.stringify({ model, ...calibration, answerThreshold: 0.5 }));
    await using set = await openEmbedder(settings(folder, { EMBEDDING_CALIBRATION: elsewhere }));
    expect(set.answerThreshold).toBe(0.5);
    expect(await set.embedQuery("tea")).toEqual(await plain.embedQuery("tea"));
  });

  it.each<[string, object, RegExp]>([
    [
      "of another model",
      { model: "tiny@000000000000", ...calibration },
      /measured with tiny@000000000000, but the model is tiny@[0-9a-f]{12}; remove it and calibrate again/u,
    ],
    ["without a threshold", { model: "tiny", fusionWeight: 0.5 }, /answerThreshold/u],
  ])("%s stops the start", async (_, content, message) => {
    const folder = await tokens({ "model.json": { ...CARD, pooling: "cls" }, "calibration.json": content });
    const error = await openEmbedder(settings(folder)).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
  });
});
