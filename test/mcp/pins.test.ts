import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/tools/index.ts";

/*
 * What clients see of each tool, held against a file. Where a change is meant: `UPDATE_PINS=1 npx vitest run test/mcp/pins.test.ts`, and
 * read the difference before committing it.
 */
const folder = new URL("pins/", import.meta.url);

describe("the published form of a tool", () => {
  it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s is the pinned one", (name, tool) => {
    const file = new URL(`${name}.json`, folder);
    const published = `${JSON.stringify(tool.published, null, 2)}\n`;
    if (process.env.UPDATE_PINS === "1") writeFileSync(file, published);
    expect(existsSync(file), `${name} has no pin`).toBe(true);
    expect(JSON.parse(published)).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  it("no pin is left of a tool that is gone", () => {
    expect(readdirSync(folder).sort()).toEqual(TOOLS.map((tool) => `${tool.name}.json`).sort());
  });

  it("keeps to what every client takes: object roots without alternatives, demanding nothing of results", () => {
    for (const { published } of TOOLS) {
      for (const schema of [published.inputSchema, published.outputSchema]) {
        expect(schema.type).toBe("object");
        for (const keyword of ["anyOf", "oneOf", "allOf", "$ref", "$schema"]) expect(schema).not.toHaveProperty(keyword);
      }
      expect(published.inputSchema).toHaveProperty("additionalProperties", false);
      expect(published.outputSchema).not.toHaveProperty("required");
      expect(published.description.length).toBeLessThanOrEqual(300);
    }
  });

  it("names, descriptions and arguments of all tools cost a model less than 6,000 tokens, at four characters each", () => {
    const seen = TOOLS.map(({ published: { name, description, inputSchema } }) =>
      JSON.stringify({ name, description, inputSchema }),
    );
    expect(seen.join("").length / 4).toBeLessThan(6_000);
    for (const tool of seen) expect(tool.length / 4).toBeLessThan(600);
  });
});
