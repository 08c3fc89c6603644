import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PublicError } from "../../src/errors.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, modernBody, MODERN, post } from "../support/mcp-requests.ts";
import { readLiveCollections } from "../support/live-collections.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

/* Resources, prompts and completions over the bundled sample. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;

const DPR = "doi:10.18653/v1/2020.emnlp-main.550";

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  readLiveCollections(library.engine);
  await loadSample(library);
  server = await startTestServer(library);
  key = await server.key();
}, 30_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

async function ask(method: string, params: object = {}, withKey = key) {
  return (await post(server.url, legacyBody(method, params), { key: withKey })).json;
}

const read = (uri: string) => ask("resources/read", { uri });

describe("resources", () => {
  it("are templates, so that no list of a whole library is sent", async () => {
    expect((await ask("resources/list")).result).toEqual({ resources: [] });
    const { resourceTemplates } = (await ask("resources/templates/list")).result;
    expect(resourceTemplates.map((template: { uriTemplate: string }) => template.uriTemplate)).toEqual([
      "paper://{paper_id}",
      "signal://{signal_id}",
    ]);
  });

  it.each([`paper://${encodeURIComponent(DPR)}`, `paper://${DPR}`, "paper://2020.emnlp-main.550"])(
    "%s is the paper as get_paper has it, as JSON and as Markdown",
    async (uri) => {
      const { result } = await read(uri);
      expect(result.contents.map((content: { mimeType: string }) => content.mimeType)).toEqual([
        "application/json",
        "text/markdown",
      ]);
      for (const content of result.contents) expect(content.uri).toBe(uri);
      const { result: tool } = await ask("tools/call", { name: "get_paper", arguments: { paper_id: DPR } });
      expect(JSON.parse(result.contents[0].text)).toEqual(tool.structuredContent);
      expect(result.contents[1].text).toBe(tool.content[0].text);
    },
  );

  it("signal:// is the signal as inspect_signal has it", async () => {
    const { documents } = await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 });
    const { result } = await read(`signal://${encodeURIComponent(documents[0]!.signal_id)}`);
    expect(JSON.parse(result.contents[0].text).signal.statement).toBe(documents[0]!.statement);
  });

  it.each(["paper://none", "paper://", "paper://%", "signal://sig%3Anone", "other://x", "", "paper:/x"])(
    "%j leads nowhere, and the error says so with its address",
    async (uri) => {
      const { error } = await read(uri);
      expect(error).toMatchObject({ code: -32_602, data: { code: "unknown_resource", uri } });
      expect(error.data.hint).toContain("resources/templates/list");
      expect(error.data.request_id).toMatch(/^req_/u);
      const modern = await post(server.url, modernBody("resources/read", { uri }), {
        key,
        headers: MODERN("resources/read", uri),
      });
      if (uri !== "") expect([modern.status, modern.json.error.data.code]).toEqual([400, "unknown_resource"]);
    },
  );

  it("want the scope that their tool wants", async () => {
    const signalsOnly = await server.key(["signals:read"]);
    const answer = await post(server.url, legacyBody("resources/read", { uri: `paper://${DPR}` }), { key: signalsOnly });
    expect([answer.status, answer.json.error.data.code]).toEqual([403, "missing_scope"]);
    const { resourceTemplates } = (await ask("resources/templates/list", {}, signalsOnly)).result;
    expect(resourceTemplates).toHaveLength(1);
    expect((await ask("prompts/list", {}, signalsOnly)).result.prompts).toEqual([]);
  });

  it("tell of an engine that is away without saying more than that", async () => {
    const away = vi
      .spyOn(library.engine.papers, "resolve")
      .mockRejectedValue(new PublicError("engine_unavailable", { cause: new Error("connect ECONNREFUSED 10.0.0.7:9200") }));
    try {
      const answer = await post(server.url, legacyBody("resources/read", { uri: `paper://${DPR}` }), { key });
      expect([answer.status, answer.json.error.code, answer.json.error.data.code]).toEqual([200, -32_603, "engine_unavailable"]);
      expect(answer.text).not.toContain("10.0.0.7");
    } finally {
      away.mockRestore();
    }
  });
});

describe("prompts", () => {
  it("are two, with their arguments", async () => {
    const { prompts } = (await ask("prompts/list")).result;
    expect(prompts.map((prompt: { name: string }) => prompt.name)).toEqual(["literature_brief", "build_or_wait"]);
    expect(prompts[0].arguments[0]).toMatchObject({ name: "topic", required: true });
  });

  it("name only tools that are offered, and carry what was asked", async () => {
    const offered = (await ask("tools/list")).result.tools.map((tool: { name: string }) => tool.name);
    for (const [name, args] of [
      ["literature_brief", { topic: "dense  retrieval", venue: "EMNLP" }],
      ["build_or_wait", { technique: "late interaction", product: "a search box" }],
    ] as const) {
      const { messages } = (await ask("prompts/get", { name, arguments: args })).result;
      const text = messages[0].content.text as string;
      for (const value of Object.values(args)) expect(text).toContain(value.replace("  ", " "));
      const named = text.match(/\b(?:search|find|get|inspect|verify|check)_[a-z_]+/gu) ?? [];
      expect(named.length).toBeGreaterThan(1);
      for (const tool of named) expect(offered).toContain(tool);
    }
  });

  it.each([
    [{ name: "literature_brief" }, "invalid_params"],
    [{ name: "literature_brief", arguments: { topic: " " } }, "invalid_params"],
    [{ name: "literature_brief", arguments: { topic: "x".repeat(501) } }, "invalid_params"],
    [{ name: "build_or_wait", arguments: { topic: "x" } }, "invalid_params"],
    [{ name: "none" }, "unknown_prompt"],
    [{ name: 7 }, "invalid_params"],
    [{ name: "build_or_wait", arguments: { technique: 7 } }, "invalid_params"],
    [{}, "invalid_params"],
  ])("%j is refused as %s", async (params, code) => {
    expect((await ask("prompts/get", params)).error).toMatchObject({ code: -32_602, data: { code } });
  });
});

describe("completions", () => {
  const complete = async (ref: object, name: string, value: string) =>
    (await ask("completion/complete", { ref, argument: { name, value } })).result.completion;
  const prompt = (name: string) => ({ type: "ref/prompt", name });

  it("come from the library", async () => {
    const venues = await complete(prompt("literature_brief"), "venue", "em");
    expect(venues.values[0]).toBe("EMNLP");
    expect(venues).toMatchObject({ total: venues.values.length, hasMore: false });
    const titles = await complete(prompt("build_or_wait"), "technique", "dense passage");
    expect(titles.values).toContain("Dense Passage Retrieval for Open-Domain Question Answering");
    const ids = await complete({ type: "ref/resource", uri: "paper://{paper_id}" }, "paper_id", "dense passage retrieval");
    expect(ids.values).toContain(DPR);
  });

  it("are empty for what has none, and an error for what does not exist", async () => {
    expect((await complete(prompt("build_or_wait"), "product", "a")).values).toEqual([]);
    const params = { ref: prompt("none"), argument: { name: "x", value: "" } };
    expect((await ask("completion/complete", params)).error.data.code).toBe("unknown_prompt");
  });
});
