import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config.ts";
import { paperText } from "../../src/documents/paper.ts";
import { gatherEvidence } from "../../src/evidence/gather.ts";
import { openLocalReranker } from "../../src/reranking/local.ts";
import type { Reranker } from "../../src/reranking/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { crossEncoder, modelFolder, worthOf } from "../support/tiny-onnx.ts";

/* A cross-encoder whose scores are known: what the words of the text are worth. */

const WORDS = ["tea", "coffee", "graph", "tree", "river", "one", "two", "three"];
const PAPERS = WORDS.flatMap((word) =>
  Array.from({ length: 4 }, (_, index) => paper({ paper_id: `doi:${word}${index}`, title: `study ${word}`, abstract: "study" })),
);
const UNPRESSED = new AbortController().signal;
let scratch: string;
let reranker: Reranker;
let library: Library & AsyncDisposable;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "cross-encoders-"));
  reranker = await openLocalReranker({
    modelDir: await modelFolder(join(scratch, "tiny"), "model.onnx", crossEncoder()),
    threads: 2,
  });
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const vectors = (await library.embedder.embedTexts(PAPERS.map(paperText))) as Float32Array[];
  await library.engine.papers.write(PAPERS.map((document, index) => row(document, vectors[index])));
  await library.engine.papers.refresh();
});
afterAll(async () => {
  await reranker[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true });
});

describe("a local cross-encoder", () => {
  it("scores each text beside the question, in the order of the texts", async () => {
    expect(reranker.model).toBe("tiny");
    expect(await reranker.scores("tea tea", ["river", "tea", "river three", ""], UNPRESSED)).toEqual(
      [worthOf("river"), worthOf("tea"), worthOf("river") + worthOf("three"), 0].map(
        (score) => expect.closeTo(score, 5) as number,
      ),
    );
    expect(await reranker.scores("tea", [], UNPRESSED)).toEqual([]);
  });

  it("leaves the text room beside a long question", async () => {
    const [score] = await reranker.scores("tea ".repeat(500), ["three ".repeat(500)], UNPRESSED);
    expect(score).toBeGreaterThan(2 * worthOf("three"));
  });

  it("puts search and evidence in its order", async () => {
    library.reranker = reranker;
    const found = await searchPapers(library, {
      query: "study",
      limit: 32,
      retrieval: "hybrid",
      filters: {},
      sort: "relevance",
      facets: false,
      detail: "concise",
    });
    const worths = found.papers.map(({ title }) => worthOf(title.split(" ").at(-1)!));
    expect(worths).toEqual(worths.toSorted((a, b) => b - a));
    expect(worths).toHaveLength(PAPERS.length);
    expect(found.degraded).toEqual([]);
    const { papers } = await gatherEvidence(library, { query: "study", mode: "corpus", filters: {}, match_count: 3 });
    expect(papers[0]!.paper.title).toBe("study three");
  });

  it("stops when its caller leaves, with the reason, and serves the next", async () => {
    const controller = new AbortController();
    const scores = reranker.scores(
      "tea",
      Array.from({ length: 5_000 }, () => "river"),
      controller.signal,
    );
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(scores).rejects.toBe(reason);
    await expect(reranker.scores("tea", ["tea"], controller.signal)).rejects.toBe(reason);
    expect(await reranker.scores("tea", ["tea"], UNPRESSED)).toEqual([expect.closeTo(worthOf("tea"), 5)]);
  });

  it("that was closed fails with what the search reports", async () => {
    const closed = await openLocalReranker({ modelDir: join(scratch, "tiny"), threads: 1 });
    await closed[Symbol.asyncDispose]();
    await expect(closed.scores("tea", ["tea"], UNPRESSED)).rejects.toMatchObject({ name: "RerankerFailure" });
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      "without a model",
      () => modelFolder(join(scratch, "empty"), "model.txt", Buffer.from("")),
      /^RERANKER_MODEL_DIR: model\.onnx is missing/u,
    ],
    [
      "with several numbers a pair",
      () => modelFolder(join(scratch, "classes"), "model.onnx", crossEncoder(3)),
      /returns 3 numbers for a pair/u,
    ],
    [
      "with a model that is none",
      () => modelFolder(join(scratch, "none"), "model.onnx", Buffer.from("none")),
      /^RERANKER_MODEL_DIR: /u,
    ],
  ])("%s stops the start and says why", async (_, folder, message) => {
    const error = await openLocalReranker({ modelDir: await folder(), threads: 1 }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
  });
});
