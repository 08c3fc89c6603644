import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bare, legacyBody, modernBody, MODERN, post } from "../support/mcp-requests.ts";
import { openTestLibrary, protocolTools, startTestServer, type TestServer } from "../support/mcp-server.ts";

/* The endpoint with the official clients of both SDK lines, and with nothing but an HTTP request. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
const gates = { release: new Promise<void>(() => {}), aborted: [] as string[] };

beforeAll(async () => {
  library = await openTestLibrary();
  server = await startTestServer(library, { tools: protocolTools(gates) });
  key = await server.key();
});

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

const identity = { name: "test-client", version: "1.0.0" };
const STEPS = [1, 2].map((progress) => ({ progress, total: 2, message: `step ${progress}` }));
const withKey = () => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

describe.each([
  ["the older era", { mode: "legacy" }, "2025-11-25"],
  ["the era that both know", { mode: "auto" }, "2026-07-28"],
  ["2026-07-28 alone", { mode: { pin: "2026-07-28" } }, "2026-07-28"],
] as const)("the client of SDK v2 in %s", (_name, versionNegotiation, version) => {
  it("lists tools, calls one, and gets errors as results", async () => {
    const client = new ModernClient(identity, { versionNegotiation });
    await client.connect(new ModernTransport(new URL(server.url), withKey()));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["echo", "count", "wait", "sleep", "fail"]);
    const result = await client.callTool({ name: "echo", arguments: { text: "a", times: 2 } });
    expect(result).toMatchObject({ structuredContent: { said: "aa" }, content: [{ type: "text", text: "aa" }] });
    const refused = await client.callTool({ name: "echo", arguments: { text: "a", time: 2 } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "unknown_argument", field: "time" } } });
    await expect(client.callTool({ name: "eat", arguments: {} })).rejects.toThrow("This tool does not exist");
    const heard: unknown[] = [];
    await client.callTool({ name: "count", arguments: {} }, { onprogress: (progress) => heard.push(progress) });
    expect(heard).toEqual(STEPS);
    await client.close();
  });
});

describe("the client of SDK v1", () => {
  it("lists tools, calls one, and gets errors as results although it holds them against the output schema", async () => {
    const client = new FirstClient(identity);
    await client.connect(new FirstTransport(new URL(server.url), withKey()));
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["echo", "count", "wait", "sleep", "fail"]);
    const result = await client.callTool({ name: "echo", arguments: { text: "a", times: 2 } });
    expect(result).toMatchObject({ structuredContent: { said: "aa" }, content: [{ type: "text", text: "aa" }] });
    const refused = await client.callTool({ name: "echo", arguments: { text: "a", times: 9 } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_argument", field: "times" } } });
    const heard: unknown[] = [];
    await client.callTool({ name: "count", arguments: {} }, undefined, { onprogress: (progress) => heard.push(progress) });
    expect(heard).toEqual(STEPS);
    await client.close();
  });
});

describe("a bare request", () => {
  it.each([undefined, "*/*", "application/json", "text/html", "application/json, text/event-stream", "text/event-stream"])(
    "with Accept %j lists the tools as JSON, without initialize before it",
    async (Accept) => {
      const answer = await post(server.url, bare(3), { key, headers: Accept === undefined ? {} : { Accept } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(answer.json).toMatchObject({ jsonrpc: "2.0", id: 3, result: { tools: [{ name: "echo" }, {}, {}, {}, {}] } });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{16}$/u);
    },
  );

  it.each([["2024-11-05"], ["2025-03-26"], ["2025-06-18"], ["2025-11-25"]])(
    "initialize with %s settles on it",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: identity };
      const answer = await post(server.url, legacyBody("initialize", params), { key });
      expect(answer.status).toBe(200);
      expect(answer.json.result).toMatchObject({ protocolVersion: version, serverInfo: { name: "signal-canvas" } });
      expect(answer.json.result.instructions).toContain("search_signal_canvas");
      const listed = await post(server.url, bare(2), { key, headers: { "MCP-Protocol-Version": version } });
      expect(listed.status).toBe(200);
    },
  );

  it("ids come back as they were, text or number", async () => {
    for (const id of [0, -1, 9_007_199_254_740_991, "a", ""]) {
      const answer = await post(server.url, { jsonrpc: "2.0", id, method: "ping" }, { key });
      expect(answer.json).toEqual({ jsonrpc: "2.0", id, result: {} });
    }
  });

  it("a notification is 202 and empty in both eras, known or not", async () => {
    const sent = { jsonrpc: "2.0", method: "notifications/initialized" };
    const { id: _id, ...modern } = modernBody("notifications/cancelled", { requestId: 1 });
    const answers = [
      await post(server.url, sent, { key }),
      await post(server.url, { ...sent, method: "notifications/whatever" }, { key }),
      await post(server.url, modern, { key, headers: MODERN("notifications/cancelled") }),
    ];
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  it("the newer era says how long a list may be kept, and that it is this key's", async () => {
    const answer = await post(server.url, modernBody("tools/list"), { key, headers: MODERN("tools/list") });
    expect(answer.json.result).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  });

  it("an answer streams only to a client that takes streams and asked for progress", async () => {
    const count = (meta: object) => legacyBody("tools/call", { name: "count", arguments: {}, ...meta });
    const asked = { _meta: { progressToken: "p" } };
    const both = { Accept: "application/json, text/event-stream" };
    const types = [
      await post(server.url, count({}), { key, headers: both }),
      await post(server.url, count(asked), { key }),
      await post(server.url, count(asked), { key, headers: { Accept: "application/json" } }),
      await post(server.url, count(asked), { key, headers: both }),
    ].map((answer) => answer.headers.get("content-type"));
    expect(types).toEqual(["application/json", "application/json", "application/json", "text/event-stream"]);
  });

  const wait = { name: "wait", arguments: {} };
  it.each<[string, object, Record<string, string>]>([
    ["in one piece", legacyBody("tools/call", wait), {}],
    [
      "as a stream",
      legacyBody("tools/call", { ...wait, _meta: { progressToken: "p" } }),
      { Accept: "application/json, text/event-stream" },
    ],
    ["in the newer era", modernBody("tools/call", wait), MODERN("tools/call", "wait")],
  ])("a call that its client gave up is aborted, answered %s", async (_how, message, era) => {
    gates.aborted.length = 0;
    const gone = new AbortController();
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}`, ...era };
    const call = fetch(server.url, { method: "POST", body: JSON.stringify(message), headers, signal: gone.signal });
    setTimeout(() => gone.abort(), 100);
    await expect(call).rejects.toThrow("aborted");
    await expect.poll(() => gates.aborted).toEqual(["wait"]);
    expect(server.logged.join("")).not.toContain('"level":50');
  });
});

describe("addresses beside the endpoint", () => {
  it.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/api/mcp", "/register"])(
    "%s is 404 with a JSON body",
    async (path) => {
      const answer = await post(server.origin + path, undefined, { method: "GET" });
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    },
  );

  it("/llms.txt tells where the endpoint is and which tools it has", async () => {
    const answer = await post(`${server.origin}/llms.txt`, undefined, { method: "GET" });
    expect(answer.headers.get("content-type")).toContain("text/plain");
    expect(answer.text).toContain("/api/mcp");
    expect(answer.text).toContain("- echo: ");
  });

  it("/healthz answers, and /readyz is 503 while there is no index", async () => {
    const live = await post(`${server.origin}/healthz`, undefined, { method: "GET" });
    expect([live.status, live.json]).toEqual([200, { status: "ok" }]);
    const unready = await post(`${server.origin}/readyz`, undefined, { method: "GET" });
    expect(unready.status).toBe(503);
    expect(unready.json).toEqual({ status: "not_ready", parts: { engine: "index_missing", records: "ok", embedder: "ok" } });
  });
});
