import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/tools/index.ts";

/* What clients see of each tool, held against a file. */
const UPDATE = "UPDATE_PINS=1 npx vitest run --project quick test/mcp/pins && npx oxfmt .";
const folder = new URL("pins/", import.meta.url);

describe("the published form of a tool", () => {
  it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s is the pinned one", (name, tool) => {
    const file = new URL(`${name}.json`, folder);
    const published = `${JSON.stringify(tool.published, null, 2)}\n`;
    if (process.env.UPDATE_PINS === "1") writeFileSync(file, published);
    expect(existsSync(file), `test/mcp/pins/${name}.json is missing; write it with ${UPDATE}`).toBe(true);
    const message = `differs from test/mcp/pins/${name}.json; if that is meant, run ${UPDATE} and read the difference`;
    expect(JSON.parse(published), message).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  it("no pin is left of a tool that is gone", () => {
    const names = new Set(TOOLS.map((tool) => `${tool.name}.json`));
    const left = readdirSync(folder).filter((file) => !names.has(file));
    expect(left, "remove these files from test/mcp/pins").toEqual([]);
  });

  it("keeps to what every client takes: object roots without alternatives, demanding nothing of results", () => {
    for (const { published } of TOOLS) {
      for (const schema of [published.inputSchema, published.outputSchema]) {
        expect(schema.type).toBe("object");
        for (const keyword of ["anyOf", "oneOf", "allOf", "$ref", "$schema"]) expect(schema).not.toHaveProperty(keyword);
      }
      expect(published.inputSchema).toHaveProperty("additionalProperties", false);
      expect(published.outputSchema).toHaveProperty("additionalProperties", true);
      expect(published.outputSchema).not.toHaveProperty("required");
      expect(published.description.length).toBeLessThanOrEqual(300);
    }
  });
});

/* A client carries the whole list in every conversation. */
const MAX_TOOLS = 14;
const MAX_INPUT_BYTES = 14_000;
const MAX_OUTPUT_BYTES = 6_000;
const MAX_TOKENS = 6_000;

describe("tools/list for a key with all scopes", () => {
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const parts = TOOLS.map(({ published: { outputSchema, ...input } }) => ({ input, output: outputSchema }));
  /** Where the bytes are, the largest first. */
  const shares = (part: "input" | "output") =>
    parts
      .map((one) => ({ name: one.input.name, size: bytes(one[part]) }))
      .sort((a, b) => b.size - a.size)
      .map(({ name, size }) => `${name} ${size}`)
      .join(", ");

  it(`has at most ${MAX_TOOLS} tools`, () => {
    expect(TOOLS.length).toBeLessThanOrEqual(MAX_TOOLS);
  });

  it(`takes at most ${MAX_INPUT_BYTES} bytes for names, descriptions, arguments and annotations, and ${MAX_OUTPUT_BYTES} for results`, () => {
    expect(sum(parts.map(({ input }) => bytes(input))), shares("input")).toBeLessThanOrEqual(MAX_INPUT_BYTES);
    expect(sum(parts.map(({ output }) => bytes(output))), shares("output")).toBeLessThanOrEqual(MAX_OUTPUT_BYTES);
  });

  it(`costs a model at most ${MAX_TOKENS} tokens, as the bundled WordPiece tokenizer counts them`, () => {
    const folder = new URL("../../models/all-MiniLM-L6-v2-int8/", import.meta.url);
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as object;
    const tokenizer = new Tokenizer(read("tokenizer.json"), read("tokenizer_config.json"));
    const tokens = (value: unknown) => tokenizer.encode(JSON.stringify(value)).ids.length;
    const [input, output] = [sum(parts.map((part) => tokens(part.input))), sum(parts.map((part) => tokens(part.output)))];
    expect(input, `${input} tokens for arguments, ${output} for results`).toBeLessThanOrEqual(MAX_TOKENS);
  });
});
