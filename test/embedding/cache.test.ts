import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachedEmbedder, openEmbeddingCache } from "../../src/embedding/cache.ts";
import type { Embedder } from "../../src/embedding/port.ts";
import { PublicError } from "../../src/errors.ts";
import { vectorOf } from "../support/openai-server.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cache-"));
  file = join(folder, "new", "embeddings.sqlite");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** An embedder that writes down what it was asked; the text "refuse me" is refused. */
function countingEmbedder(model = "counting@1", dimensions = 8): Embedder & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    kind: "local",
    space: { model, dimensions },
    fusionWeight: 0.5,
    answerThreshold: 0.4,
    supportMargin: 0.1,
    async embedQuery(text) {
      asked.push([text]);
      return unit(text, dimensions);
    },
    async embedTexts(texts) {
      asked.push([...texts]);
      return texts.map((text) => (text === "refuse me" ? { refused: "as asked" } : unit(text, dimensions)));
    },
    async [Symbol.asyncDispose]() {},
  };
}

function unit(text: string, dimensions: number): Float32Array {
  const vector = Float32Array.from(vectorOf(text, dimensions));
  const norm = Math.hypot(...vector);
  return vector.map((component) => component / norm);
}

test("a text is embedded once, over calls and openings, and its vector comes back bit-equal", async () => {
  const embedder = countingEmbedder();
  const first = await (async () => {
    using cache = openEmbeddingCache(file);
    return await cachedEmbedder(embedder, cache).embedTexts(["a", "b"]);
  })();
  using cache = openEmbeddingCache(file);
  const cached = cachedEmbedder(embedder, cache);
  expect(await cached.embedTexts(["b", "c", "a"])).toEqual([first[1], unit("c", 8), first[0]]);
  expect(embedder.asked).toEqual([["a", "b"], ["c"]]);
  expect(cached.stats).toEqual({ hits: 2, misses: 1 });
});

test("a text that a call repeats, or spells with other accents, is embedded once", async () => {
  using cache = openEmbeddingCache(file);
  const embedder = countingEmbedder();
  const cached = cachedEmbedder(embedder, cache);
  const [composed, decomposed, again] = await cached.embedTexts(["caf\u00e9", "cafe\u0301", "caf\u00e9"]);
  expect([decomposed, again]).toEqual([composed, composed]);
  expect(embedder.asked).toEqual([["caf\u00e9"]]);
  expect(cached.stats).toEqual({ hits: 2, misses: 1 });
});

test("two spaces never share a vector", async () => {
  using cache = openEmbeddingCache(file);
  await cachedEmbedder(countingEmbedder("one@1"), cache).embedTexts(["a"]);
  for (const other of [countingEmbedder("one@2"), countingEmbedder("one@1", 16)]) {
    await cachedEmbedder(other, cache).embedTexts(["a"]);
    expect(other.asked).toEqual([["a"]]);
  }
});

test("refusals are handed on and not kept; questions pass by", async () => {
  using cache = openEmbeddingCache(file);
  const embedder = countingEmbedder();
  const cached = cachedEmbedder(embedder, cache);
  expect(await cached.embedTexts(["refuse me"])).toEqual([{ refused: "as asked" }]);
  expect(await cached.embedTexts(["refuse me"])).toEqual([{ refused: "as asked" }]);
  await cached.embedQuery("a");
  await cached.embedQuery("a");
  expect(embedder.asked).toEqual([["refuse me"], ["refuse me"], ["a"], ["a"]]);
});

test("nothing is kept of a call that failed", async () => {
  using cache = openEmbeddingCache(file);
  const embedder = countingEmbedder();
  const broken = { ...embedder, embedTexts: () => Promise.reject(new PublicError("embedder_unavailable")) };
  await expect(cachedEmbedder(broken, cache).embedTexts(["a"])).rejects.toMatchObject({ code: "embedder_unavailable" });
  await cachedEmbedder(embedder, cache).embedTexts(["a"]);
  expect(embedder.asked).toEqual([["a"]]);
});

test.each([
  ["of a wrong length", Buffer.alloc(7)],
  ["of another model's length", Buffer.from(unit("a", 16).buffer as ArrayBuffer)],
  ["of zeros", Buffer.alloc(32)],
  ["of numbers that are none", Buffer.alloc(32, 0xff)],
  ["that is text", "vector"],
])("a stored vector %s counts as unknown and is replaced", async (_, damaged) => {
  using cache = openEmbeddingCache(file);
  const embedder = countingEmbedder();
  const cached = cachedEmbedder(embedder, cache);
  await cached.embedTexts(["a"]);
  using database = new DatabaseSync(file);
  expect(database.prepare("UPDATE vectors SET vector = ?").run(damaged).changes).toBe(1);
  expect(await cached.embedTexts(["a"])).toEqual([unit("a", 8)]);
  expect(await cached.embedTexts(["a"])).toEqual([unit("a", 8)]);
  expect(embedder.asked).toEqual([["a"], ["a"]]);
});

test("a file that is no database is replaced", async () => {
  writeFileSync(join(folder, "embeddings.sqlite"), "this was never a database ".repeat(100));
  using cache = openEmbeddingCache(join(folder, "embeddings.sqlite"));
  const embedder = countingEmbedder();
  const cached = cachedEmbedder(embedder, cache);
  await cached.embedTexts(["a"]);
  await cached.embedTexts(["a"]);
  expect(embedder.asked).toEqual([["a"]]);
});

test("a bounded cache forgets what was written first", async () => {
  using cache = openEmbeddingCache(file, { maxEntries: 3 });
  const embedder = countingEmbedder();
  const cached = cachedEmbedder(embedder, cache);
  await cached.embedTexts(["a", "b"]);
  await cached.embedTexts(["c", "d"]);
  await cached.embedTexts(["b", "c", "d"]);
  expect(embedder.asked).toHaveLength(2);
  await cached.embedTexts(["a"]);
  expect(embedder.asked.at(-1)).toEqual(["a"]);
});

test("a cache that cannot be read or written costs time, not vectors", async () => {
  const cache = openEmbeddingCache(file);
  cache[Symbol.dispose]();
  const embedder = countingEmbedder();
  expect(await cachedEmbedder(embedder, cache).embedTexts(["a"])).toEqual([unit("a", 8)]);
});

test("several processes write one cache at once and lose nothing", async () => {
  const source = new URL("../../src/embedding/cache-file.ts", import.meta.url).href;
  const script = `
    import { openEmbeddingCache } from ${JSON.stringify(source)};
    using cache = openEmbeddingCache(process.argv[1]);
    const vector = Float32Array.of(1, 0);
    for (let batch = 0; batch < 20; batch += 1) {
      cache.put(Array.from({ length: 10 }, (_, row) => ({ key: Buffer.from(process.argv[2] + " " + batch + " " + row), vector })));
    }`;
  const run = (name: string) =>
    promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", script, file, name]);
  const names = ["one", "two", "three"];
  await Promise.all(names.map(run));
  using cache = openEmbeddingCache(file);
  const keys = names.flatMap((name) =>
    Array.from({ length: 200 }, (_, n) => Buffer.from(`${name} ${Math.floor(n / 10)} ${n % 10}`)),
  );
  expect(cache.get(keys, 2).filter((vector) => vector === null)).toEqual([]);
});
