import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMER_TOOLS } from "../../src/mcp/former-tools.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, modernBody, MODERN, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  server = await startTestServer(library);
});

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

describe("a tool of an earlier release", () => {
  const names = TOOLS.map(({ name }) => name);

  it.each(Object.entries(FORMER_TOOLS))("%s is unknown, and the hint says what it became", async (name, { now }) => {
    expect(names).not.toContain(name);
    expect(names).toContain(now);
    const key = await server.key();
    const params = { name, arguments: {} };
    const [older, newer] = [
      await post(server.url, legacyBody("tools/call", params), { key }),
      await post(server.url, modernBody("tools/call", params), { key, headers: MODERN("tools/call", name) }),
    ];
    for (const { json } of [older, newer]) {
      expect(json.error).toMatchObject({ code: -32_602, data: { code: "unknown_tool" } });
      expect(json.error.data.hint).toContain(`${name} is now ${now}`);
    }
  });

  it("that never was gets the general hint", async () => {
    for (const name of ["eat", "constructor", "toString"]) {
      const body = legacyBody("tools/call", { name, arguments: {} });
      const { error } = (await post(server.url, body, { key: await server.key() })).json;
      expect(error.data.hint).toContain("Call tools/list");
    }
  });
});

describe("docs/tools.md", () => {
  const text = readFileSync(new URL("../../docs/tools.md", import.meta.url), "utf8");
  const cellsOf = (section: string) =>
    text
      .split(`## ${section}\n`)[1]!
      .split("\n## ")[0]!
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) =>
        line
          .split("|")
          .map((cell) => cell.trim())
          .slice(1, -1),
      );

  it("lists every tool with its scopes and arguments, in the order of tools/list", () => {
    const listed = TOOLS.map(({ name, scopes, published }) => [
      `\`${name}\``,
      scopes.join(" + ") || "any key",
      Object.keys(published.inputSchema.properties ?? {})
        .map((argument) => `\`${argument}\``)
        .join(" ") || "–",
    ]);
    const message = "the table under “The tools” in docs/tools.md lists the tools of src/mcp/tools/index.ts in their order";
    expect(
      cellsOf("The tools").map(([name, scopes, args]) => [name, scopes, args]),
      message,
    ).toEqual(listed);
  });

  it("says of every former tool what it became", () => {
    const became = Object.entries(FORMER_TOOLS).map(([name, { now, how }]) => [`\`${name}\``, `\`${now}\``, how]);
    expect(cellsOf("Former names")).toEqual(became);
  });
});

it("README.md has a row that names each tool", () => {
  const section = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
    .split("\n## Tools\n")[1]!
    .split("\n## ")[0]!;
  const firstCells = section.split("\n").map((line) => line.split("|")[1] ?? "");
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/gu)].map(([, name]) => name!));
  expect(named.toSorted(), "the table under “Tools” in README.md lists the tools").toEqual(
    TOOLS.map(({ name }) => name).toSorted(),
  );
});
