import { createRequire } from "node:module";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { runProgram } from "../support/run-program.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* The official clients with everything that is offered, over the bundled sample: each checks what it gets against the schemas. */

const require = createRequire(import.meta.url);
const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";
const PAPER_URI = `paper://${encodeURIComponent(PAPER)}`;

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
type Call = [string, Record<string, unknown>];
/** One call of each tool, made anew for each client: some change what they name. */
let calls: Call[];
let makeCalls: () => Promise<Call[]>;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  await buildTopics(library);
  server = await startTestServer(library);
  key = await server.key([...SCOPES]);
  const { documents } = await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 });
  const { signal_id } = documents[0]!;
  makeCalls = async () => [
    ["search_papers", { query: "dense retrieval", limit: 3, facets: true, detail: "full", filters: { venues: ["EMNLP"] } }],
    ["get_paper", { paper_id: PAPER }],
    ["get_paper", { paper_id: PAPER, related: 3 }],
    ["read_paper", { paper_id: PAPER }],
    ["search_signal_canvas", { query: "Does dense retrieval beat BM25?", match_count: 5 }],
    ["search_signals", { query: "code", limit: 3 }],
    ["search_signals", { signal_id }],
    ["get_topics", { topic: "dense retrieval" }],
    ["get_topics", { query: "retrieval" }],
    ["check_answer", { citations: [{ id: PAPER, quote: "vectors alone" }] }],
    ["check_answer", { text: `It needs “vectors alone” [${PAPER}].` }],
    ["check_references", { text: `@misc{a, title = {Vectors alone}, doi = {${PAPER}}}` }],
    ...(await workspaceCalls()),
    ["whoami", {}],
  ];
});

beforeEach(async () => {
  calls = await makeCalls();
});

async function workspaceCalls(): Promise<Call[]> {
  const items = [{ kind: "paper", id: PAPER }] as const;
  const { workspace_id } = await workspaceWith(library, items);
  const { run_id } = await askWithin(library, workspace_id, "Does dense retrieval beat BM25?");
  const [renamed, deleted] = [await workspaceWith(library, []), await workspaceWith(library, [])];
  const over = (workspace: typeof renamed) => ({ workspace_id: workspace.workspace_id, expected_version: workspace.version });
  return [
    ["get_workspaces", {}],
    ["get_workspaces", { workspace_id }],
    ["get_runs", { workspace_id }],
    ["get_workspaces", { workspace_id, since: "2020" }],
    ["get_runs", { run_id }],
    ["get_workspaces", { workspace_id, format: "bibtex" }],
    ["save_workspace", { name: "Made by a client", client_token: "clients" }],
    ["save_workspace", { ...over(renamed), name: "Renamed" }],
    ["save_workspace", { workspace_id, items: [{ kind: "note", note: "seen" }] }],
    ["remove_from_workspace", { workspace_id, items }],
    ["remove_from_workspace", { ...over(deleted), delete_workspace: true }],
  ];
}

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

it("the calls below try every tool", () => {
  expect(new Set(calls.map(([name]) => name)), "add a call of each new tool to makeCalls above").toEqual(
    new Set(REGISTRY.tools.map((tool) => tool.name)),
  );
});

const identity = { name: "test-client", version: "1.0.0" };
const withKey = () => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

async function useEverything(client: ModernClient | FirstClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(REGISTRY.tools.map((tool) => tool.name));
  for (const [name, args] of calls) {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).toBeFalsy();
    expect(result.structuredContent).toBeTypeOf("object");
  }
  expect((await client.listResources()).resources).toEqual([]);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
  const { contents } = await client.readResource({ uri: PAPER_URI });
  expect(contents).toHaveLength(2);
  await expect(client.readResource({ uri: "paper://none" })).rejects.toThrow("no resource");
  expect((await client.listPrompts()).prompts).toHaveLength(2);
  const { messages } = await client.getPrompt({ name: "literature_brief", arguments: { topic: "dense retrieval" } });
  expect(messages[0]!.role).toBe("user");
  const ref = { type: "ref/prompt", name: "literature_brief" } as const;
  const { completion } = await client.complete({ ref, argument: { name: "venue", value: "em" } });
  expect(completion.values).toContain("EMNLP");
}

describe.each([
  ["the older era", { mode: "legacy" }],
  ["the era that both know", { mode: "auto" }],
  ["2026-07-28 alone", { mode: { pin: "2026-07-28" } }],
] as const)("the client of SDK v2 in %s", (_name, versionNegotiation) => {
  it("calls every tool, reads a resource, gets a prompt and completes an argument", async () => {
    const client = new ModernClient(identity, { versionNegotiation });
    await client.connect(new ModernTransport(new URL(server.url), withKey()));
    await useEverything(client);
    await client.close();
  });
});

describe("the client of SDK v1", () => {
  it("calls every tool, reads a resource, gets a prompt and completes an argument", async () => {
    const client = new FirstClient(identity);
    await client.connect(new FirstTransport(new URL(server.url), withKey()));
    await useEverything(client);
    await client.close();
  });
});

describe.each(["legacy", "auto", "modern"])("the Inspector, era %s", (era) => {
  const inspectAs = async (given: string, ...args: string[]) =>
    runProgram(
      require.resolve("@modelcontextprotocol/inspector/package.json"),
      "mcp-inspector",
      ["--cli", server.url, "--transport", "http", "--protocol-era", era, "--format", "json"].concat(
        ["--header", `Authorization: Bearer ${given}`],
        args,
      ),
    );
  const inspect = async (...args: string[]) => inspectAs(key, ...args);

  it("finds no fault with the schemas of the tools", async () => {
    const { exitCode, stdout, stderr } = await inspect("--method", "tools/list", "--strict");
    expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/Error:|Warning:/u)]);
    for (const [name] of calls) expect(stdout).toContain(`"${name}"`);
  });

  it("calls every tool, reads a resource and gets a prompt", async () => {
    const runs = [
      ...calls.map(([name, args]) => ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)]),
      ["--method", "resources/read", "--uri", PAPER_URI],
      ["--method", "prompts/get", "--prompt-name", "build_or_wait", "--prompt-args", "technique=dense retrieval"],
    ];
    for (const args of runs) {
      const { exitCode, stdout, stderr } = await inspect(...args);
      expect(exitCode, `${args.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
    }
  });

  it("hears of a wrong argument and of a wrong key", async () => {
    const wrong = await inspect("--method", "tools/call", "--tool-name", "search_papers", "--tool-args-json", '{"querry":"x"}');
    expect(wrong.exitCode).toBe(5);
    expect(wrong.stdout + wrong.stderr).toContain("did you mean query?");
    expect((await inspectAs(`${key}x`, "--method", "tools/list")).exitCode).toBe(3);
  });
});
