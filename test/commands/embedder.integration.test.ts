import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { embedderCommand } from "../../src/commands/embedder.ts";
import { checkEmbedder } from "../../src/embedding/check.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { modelFolder, tokenModel } from "../support/tiny-onnx.ts";

const PATIENCE = 120_000;

// A variable of the test runner's own.
beforeEach(() => void vi.stubEnv("BASE_URL", undefined));

async function run(...args: string[]): Promise<{ output: string; failed: boolean }> {
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    await embedderCommand()
      .exitOverride()
      .parseAsync(["check", ...args], { from: "user" });
    return { output: write.mock.calls.map(([text]) => String(text)).join(""), failed: process.exitCode === 1 };
  } finally {
    write.mockRestore();
    process.exitCode = 0;
  }
}

test("the bundled model passes, and what is known of it is shown", { timeout: PATIENCE }, async () => {
  const { output, failed } = await run("--json");
  expect(failed).toBe(false);
  const report = JSON.parse(output) as Awaited<ReturnType<typeof checkEmbedder>> & { read: object; used: object };
  expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ["norms", true],
    ["determinism", true],
    ["meaning", true],
  ]);
  expect(report.cosines.own).toBeGreaterThan(report.cosines.others + 0.2);
  expect(report.texts_per_second).toBeGreaterThan(0);
  expect(report).toMatchObject({
    dimensions: 384,
    read: { maxTokens: 256, pooling: null },
    used: { fusionWeight: 0.5, answerThreshold: 0.42, supportMargin: 0.1 },
  });
});

test("a folder whose vectors say nothing of the text fails, and it is said what to look at", { timeout: PATIENCE }, async () => {
  const scratch = await mkdtemp(join(tmpdir(), "embedder-check-"));
  const card = { dimensions: 16, maxTokens: 12, pooling: "cls" };
  const folder = await modelFolder(join(scratch, "cls"), "model.onnx", tokenModel(16), { "model.json": card });
  const { output, failed } = await run(folder);
  expect(failed).toBe(true);
  expect(output).toMatch(/^ok {4}norms/mu);
  expect(output).toMatch(/^WRONG meaning: 0 of 6 questions .*check that pooling and prefixes are what the model expects$/mu);
  expect(output).toMatch(/pooling: "cls"/u);
  await rm(scratch, { recursive: true });
});

test("vectors that change from call to call, or are not of length 1, are found", { timeout: PATIENCE }, async () => {
  let calls = 0;
  const sound = hashEmbedder();
  const unsound = {
    ...sound,
    embedTexts: async (texts: readonly string[]) => {
      calls += 1;
      const vectors = (await sound.embedTexts(texts)) as Float32Array[];
      return vectors.map((vector) => vector.map((value, index) => value * 1.1 + (index === 0 ? calls : 0)));
    },
  };
  const { checks } = await checkEmbedder(unsound);
  expect(checks.find(({ name }) => name === "norms")?.ok).toBe(false);
  const still = await checkEmbedder({
    ...sound,
    embedTexts: async (texts) =>
      texts.map((_, index) => Float32Array.from({ length: 32 }, (_, place) => (place === index + ((calls += 1) % 7) ? 1 : 0))),
  });
  expect(still.checks.find(({ name }) => name === "determinism")?.ok).toBe(false);
});
