import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { embedCommand } from "../../src/commands/embed.ts";
import { openLocalEmbedder } from "../../src/embedding/local.ts";

beforeEach(() => {
  // The test runner sets the second for itself.
  vi.stubEnv("EMBEDDER", "local");
  vi.stubEnv("BASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function printed(...args: string[]): Promise<string> {
  const out: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0);
  try {
    await embedCommand().exitOverride().parseAsync(args, { from: "user" });
  } finally {
    spy.mockRestore();
  }
  return out.join("");
}

it("embed prints the very vector that a question is searched with, and with --json its model and size", async () => {
  await using embedder = await openLocalEmbedder({ threads: 1 });
  const expected = await embedder.embedQuery("dense retrieval");
  const text = await printed("dense retrieval");
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  expect(Float32Array.from(JSON.parse(text) as number[])).toEqual(expected);
  const told = JSON.parse(await printed("dense retrieval", "--json"));
  expect(told).toEqual({ model: embedder.space.model, dimensions: 384, vector: JSON.parse(text) });
});

it("embed refuses a blank text", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await expect(printed("  ")).rejects.toThrow("1 to 2,000 characters");
  vi.restoreAllMocks();
});
