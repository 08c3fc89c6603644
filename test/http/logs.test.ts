import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/log.ts";
import { bare, legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, protocolTools, startTestServer, type TestServer } from "../support/mcp-server.ts";

/* What stands in the log, and what never does. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;

beforeAll(async () => {
  library = await openTestLibrary();
  server = await startTestServer(library, { tools: protocolTools({ release: Promise.resolve(), aborted: [] }) });
  key = await server.key();
});

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

const QUESTION = "is my merger with Initech legal";

describe("the log", () => {
  it("has a line for each request with its id, tool, key id and time, and neither key nor question", async () => {
    const answers = [
      await post(server.url, legacyBody("tools/call", { name: "echo", arguments: { text: QUESTION } }), { key }),
      await post(server.url, legacyBody("tools/call", { name: "echo", arguments: { text: QUESTION, [QUESTION]: 1 } }), { key }),
      await post(server.url, legacyBody("tools/call", { name: "fail", arguments: { with: "secret", query: QUESTION } }), { key }),
      await post(server.url, legacyBody("tools/call", { name: "fail", arguments: { with: "public", query: QUESTION } }), { key }),
      await post(server.url, legacyBody(QUESTION), { key }),
      await post(server.url, `${QUESTION} is no JSON`, { key }),
      await post(`${server.url}?key=${key}&q=${encodeURIComponent(QUESTION)}`, bare(1), { key }),
      await post(server.url, bare(1), { authorization: `Bearer ${key}x` }),
      await post(`${server.origin}/search/${key}/${encodeURIComponent(QUESTION)}`, undefined, { method: "GET", key }),
    ];
    const all = server.logged.join("");
    for (const answer of answers) expect(all).toContain(answer.headers.get("x-request-id"));
    for (const secret of [key, key.slice(4, 30), QUESTION, encodeURIComponent(QUESTION), "Initech"])
      expect(all).not.toContain(secret);
    const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find((line) => line.msg === "request")).toMatchObject({
      rpc: "tools/call",
      tool: "echo",
      status: 200,
      method: "POST",
    });
    expect(lines.filter((line) => line.msg === "request")).toHaveLength(answers.length);
  });

  it("a foreign error goes to the log with its cause, and the caller hears neither host nor stack", async () => {
    const before = server.logged.length;
    const answer = await post(
      server.url,
      legacyBody("tools/call", { name: "fail", arguments: { with: "secret", query: QUESTION } }),
      { key },
    );
    expect(answer.json.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "internal_error", retryable: true } },
    });
    for (const detail of ["10.0.0.7", "ECONNREFUSED", "    at ", ".ts"]) expect(answer.text).not.toContain(detail);
    const line = server.logged.slice(before).find((each) => each.includes("a tool failed")) ?? "";
    expect(line).toContain("ECONNREFUSED 10.0.0.7:9200 while asking for [argument]");
    expect(line).toContain(answer.json.result.structuredContent.error.request_id);
  });

  it.each([
    ["an empty body said to be JSON", ""],
    ["a body that is no JSON", "{"],
    ["a body over a mebibyte", `"${"x".repeat(1_048_576)}"`],
  ])("%s is no error of ours where nothing is served", async (_name, body) => {
    const before = server.logged.length;
    const answer = await post(`${server.origin}/assets/zzz`, body);
    expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    const lines = server.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: pino.levels.values.info, msg: "request", status: 404 });
  });

  it("keys are blotted out wherever they stand, and errors bring no foreign members along", () => {
    const lines: string[] = [];
    const log = createLogger("info", { write: (line) => void lines.push(line) });
    const error = Object.assign(new Error(`refused ${key}`, { cause: new Error(`because of ${key}`) }), {
      meta: { body: QUESTION },
    });
    log.error({ err: error, headers: { authorization: `Bearer ${key}` } }, `with ${key}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(key.slice(4, 12));
    expect(lines[0]).not.toContain(QUESTION);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { message: "refused s2s_[redacted]", cause: { message: "because of s2s_[redacted]" } },
    });
  });
});

describe("the address of a caller", () => {
  it.each([
    [0, "127.0.0.1"],
    [1, "198.51.100.2"],
    [2, "198.51.100.1"],
  ])(
    "behind %i proxies is the one that the outermost of them was asked from, never one that the caller made up",
    async (proxies, address) => {
      await using behind = await startTestServer(library, { tools: [], trustProxy: proxies });
      await post(`${behind.origin}/healthz`, undefined, {
        method: "GET",
        headers: { "X-Forwarded-For": "203.0.113.66, 198.51.100.1, 198.51.100.2" },
      });
      expect(JSON.parse(behind.logged[0]!)).toMatchObject({ route: "/healthz", remote: address });
    },
  );
});

describe("a tool's time", () => {
  it("a handler that never answers is told as deadline_exceeded", async () => {
    const answer = await post(server.url, legacyBody("tools/call", { name: "sleep", arguments: {} }), { key });
    const { error } = answer.json.result.structuredContent;
    expect(error).toMatchObject({ code: "deadline_exceeded", retryable: true, retry_after_seconds: 1 });
  });

  it("a public error comes with its seconds", async () => {
    const answer = await post(server.url, legacyBody("tools/call", { name: "fail", arguments: { with: "public" } }), { key });
    const { error } = answer.json.result.structuredContent;
    expect(error).toMatchObject({
      code: "engine_unavailable",
      retryable: true,
      retry_after_seconds: 3,
      field: null,
      allowed: null,
    });
  });
});
