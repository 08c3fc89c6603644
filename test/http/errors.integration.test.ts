import { connect } from "node:net";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newKey } from "../../src/access/key-format.ts";
import { createKey, listKeys, revokeKey } from "../../src/access/keys.ts";
import { PublicError } from "../../src/errors.ts";
import { MODERN, bare, legacyBody, modernBody, post, type Answer } from "../support/mcp-requests.ts";
import { openTestLibrary, protocolTools, startTestServer, type TestServer } from "../support/mcp-server.ts";

/* The table of errors, row by row: status, JSON-RPC code, `data.code`, id and the header fields that go with them. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;

beforeAll(async () => {
  library = await openTestLibrary();
  const gates = { release: new Promise<void>(() => {}), aborted: [] };
  server = await startTestServer(library, {
    tools: protocolTools(gates),
    requestTimeoutMs: 1_000,
    allowedOrigins: ["https://ide.example"],
  });
  key = await server.key();
});

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

/** What a client can tell of an error; `sound`: a JSON-RPC error with a sentence, a hint, and no pointer to OAuth. */
function errorOf({ status, headers, json }: Answer) {
  const { error, id, jsonrpc } = json;
  const sound =
    jsonrpc === "2.0" &&
    /^[A-Z].*\.$/u.test(error.message) &&
    typeof error.data.hint === "string" &&
    headers.get("content-type")?.startsWith("application/json") === true &&
    !(headers.get("www-authenticate") ?? "").includes("resource_metadata");
  return { status, rpc: error.code, code: error.data.code, id, sound };
}

function refused(status: number, rpc: number, code: string, id: unknown) {
  return { status, rpc, code, id, sound: true };
}

describe("a body that is no request", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const wide = (keys: number) => JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1])));
  const call = (text: string) =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":${text}}}}`;

  it.each<[string, string | Uint8Array, number, string, unknown]>([
    ["no body", "", -32_700, "parse_error", null],
    ["no JSON", "{", -32_700, "parse_error", null],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), -32_700, "parse_error", null],
    ["a batch", `[${bare(7)}]`, -32_600, "invalid_request", null],
    ["an empty batch", "[]", -32_600, "invalid_request", null],
    ["a number", "7", -32_600, "invalid_request", null],
    ["null", "null", -32_600, "invalid_request", null],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32_600, "invalid_request", 7],
    ["no method", '{"jsonrpc":"2.0","id":7}', -32_600, "invalid_request", 7],
    ["an answer", '{"jsonrpc":"2.0","id":7,"result":{}}', -32_600, "invalid_request", 7],
    ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, "invalid_request", null],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, "invalid_request", null],
    ["33 levels", call(deep(30)), -32_600, "invalid_request", 7],
    ["100,000 levels", call(deep(100_000)), -32_600, "invalid_request", 7],
    ["over 1,000 keys", call(wide(1_000)), -32_600, "invalid_request", 7],
    ["half a surrogate pair in a text", call('"\\ud83e"'), -32_600, "invalid_request", 7],
    ["half a surrogate pair in a key", call('{"\\udd93":1}'), -32_600, "invalid_request", 7],
  ])("%s is refused", async (_name, body, rpc, code, id) => {
    expect(errorOf(await post(server.url, body, { key }))).toEqual(refused(400, rpc, code, id));
  });

  it("32 levels and 990 keys are taken", async () => {
    for (const text of [deep(28), wide(990)]) {
      const answer = await post(server.url, call(text), { key });
      expect([answer.status, answer.json.result?.isError]).toEqual([200, true]);
    }
  });
});

describe("a request for what is not there", () => {
  it("an unknown method is 200 in the older era and 404 in the newer", async () => {
    expect(errorOf(await post(server.url, legacyBody("tools/eat"), { key }))).toEqual(refused(200, -32_601, "unknown_method", 1));
    expect(errorOf(await post(server.url, modernBody("tools/eat"), { key, headers: MODERN("tools/eat") }))).toEqual(
      refused(404, -32_601, "unknown_method", 1),
    );
  });

  it("an unknown tool is 200 in the older era and 400 in the newer", async () => {
    const params = { name: "eat", arguments: {} };
    expect(errorOf(await post(server.url, legacyBody("tools/call", params), { key }))).toEqual(
      refused(200, -32_602, "unknown_tool", 1),
    );
    const modern = await post(server.url, modernBody("tools/call", params), { key, headers: MODERN("tools/call", "eat") });
    expect(errorOf(modern)).toEqual(refused(400, -32_602, "unknown_tool", 1));
  });

  it.each([
    [[]],
    ["echo"],
    [7],
    [null],
    [{}],
    [{ name: 7 }],
    [{ name: "echo", arguments: [] }],
    [{ name: "echo", arguments: "text" }],
  ])("params %j have the wrong shape", async (params) => {
    expect(errorOf(await post(server.url, legacyBody("tools/call", params), { key }))).toEqual(
      refused(200, -32_602, "invalid_params", 1),
    );
  });

  it("params of the wrong shape are 400 in the newer era", async () => {
    const answer = await post(server.url, modernBody("tools/call", { name: "echo", arguments: [] }), {
      key,
      headers: MODERN("tools/call", "echo"),
    });
    expect(errorOf(answer)).toEqual(refused(400, -32_602, "invalid_params", 1));
  });

  it("an unknown protocol version, or header fields that disagree with the body, are 400 as the SDK has it", async () => {
    const old = await post(server.url, bare(1), { key, headers: { "MCP-Protocol-Version": "1999-01-01" } });
    expect([old.status, old.json.error.code]).toEqual([400, -32_000]);
    const coming = await post(server.url, bare(1), { key, headers: { "MCP-Protocol-Version": "2099-01-01" } });
    expect(coming.status).toBe(400);
    const other = await post(server.url, modernBody("tools/list"), { key, headers: MODERN("tools/call") });
    expect([other.status, other.json.error.code]).toEqual([400, -32_020]);
  });
});

describe("keys", () => {
  const realm = 'Bearer realm="signal-canvas"';

  it("no key is 401 with a bare challenge, whatever else is wrong with the request", async () => {
    const answer = await post(server.url, bare(5));
    expect(errorOf(answer)).toEqual(refused(401, -32_600, "missing_key", 5));
    expect(answer.headers.get("www-authenticate")).toBe(realm);
    expect(errorOf(await post(server.url, "{", {}))).toEqual(refused(401, -32_600, "missing_key", null));
    expect(errorOf(await post(server.url, bare(5), { headers: { "Content-Type": "text/plain" } }))).toEqual(
      refused(401, -32_600, "missing_key", 5),
    );
    expect(errorOf(await post(server.url, "x".repeat(300_000)))).toEqual(refused(401, -32_600, "missing_key", null));
    expect(errorOf(await post(server.url, bare(5), { authorization: "Bearer" }))).toEqual(
      refused(401, -32_600, "missing_key", 5),
    );
  });

  it.each<[string, () => string]>([
    ["a malformed key", () => "Bearer s2s_short"],
    ["a key with a wrong checksum", () => `Bearer ${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`],
    ["another scheme", () => "Basic dXNlcjpwYXNz"],
    ["a key with more behind it", () => `Bearer ${key} more`],
    ["an unknown key", () => `Bearer ${newKey()}`],
  ])("%s is 401 invalid_key", async (_name, authorization) => {
    const answer = await post(server.url, bare(5), { authorization: authorization() });
    expect(errorOf(answer)).toEqual(refused(401, -32_600, "invalid_key", 5));
    expect(answer.headers.get("www-authenticate")).toBe(`${realm}, error="invalid_token"`);
  });

  it("a key in the address is refused, even beside a good one", async () => {
    for (const query of [`?key=${key}`, `?x=${key}`, "?access_token=abc", "?api_key=abc"]) {
      expect(errorOf(await post(server.url + query, bare(5), { key }))).toEqual(refused(401, -32_600, "invalid_key", 5));
    }
  });

  it("two Authorization headers are refused", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = [
        "Host",
        "127.0.0.1",
        "Content-Type",
        "application/json",
        "Authorization",
        `Bearer ${key}`,
        "Authorization",
        `Bearer ${key}`,
      ];
      httpRequest(server.url, { method: "POST", headers }, (response) => resolve(response.statusCode ?? 0))
        .on("error", reject)
        .end(bare(5));
    });
    expect(status).toBe(401);
  });

  it("the scheme's name is taken in any case", async () => {
    expect((await post(server.url, bare(5), { authorization: `bearer ${key}` })).status).toBe(200);
  });

  it("an expired key is 401 expired_key", async () => {
    const { key: old } = await createKey(library.records, {
      name: "old",
      account: "local",
      scopes: ["papers:read"],
      expiresInDays: 30,
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 86_400_000 });
    try {
      expect(errorOf(await post(server.url, bare(5), { key: old }))).toEqual(refused(401, -32_600, "expired_key", 5));
    } finally {
      vi.useRealTimers();
    }
  });

  it("a revoked key is refused on its next request", async () => {
    const { key: gone, info } = await createKey(library.records, { name: "gone", account: "local", scopes: ["papers:read"] });
    expect((await post(server.url, bare(5), { key: gone })).status).toBe(200);
    await revokeKey(library.records, info.key_id);
    expect(errorOf(await post(server.url, bare(5), { key: gone }))).toEqual(refused(401, -32_600, "revoked_key", 5));
  });

  it("a key without the tool's scope is 403 and does not see the tool", async () => {
    const answer = await post(server.url, legacyBody("tools/call", { name: "write", arguments: {} }), { key });
    expect(errorOf(answer)).toEqual(refused(403, -32_600, "missing_scope", 1));
    expect(answer.headers.get("www-authenticate")).toBe(`${realm}, error="insufficient_scope", scope="workspaces:write"`);
    const listed = await post(server.url, bare(1), { key });
    expect(listed.json.result.tools.map((tool: { name: string }) => tool.name)).toEqual([
      "echo",
      "count",
      "wait",
      "sleep",
      "fail",
    ]);
  });

  it("a key store that is away is 503 within two seconds, and never lets a key pass that passed before", async () => {
    expect((await post(server.url, bare(5), { key })).status).toBe(200);
    const away = vi.spyOn(library.records, "get").mockImplementation(() => new Promise(() => {}));
    try {
      const started = performance.now();
      const answer = await post(server.url, bare(5), { key });
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(errorOf(answer)).toEqual(refused(503, -32_603, "key_store_unavailable", 5));
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      away.mockRejectedValue(new PublicError("records_unavailable"));
      expect(errorOf(await post(server.url, bare(5), { key }))).toEqual(refused(503, -32_603, "key_store_unavailable", 5));
    } finally {
      away.mockRestore();
    }
    expect(await listKeys(library.records)).not.toHaveLength(0);
  });
});

describe("who asks, and how", () => {
  it.each([
    [{ Host: "evil.example" }],
    [{ Host: "127.0.0.1.evil.example" }],
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ Origin: "https://ide.example.evil.example" }],
    [{ Origin: "file://" }],
  ])("%j is 403, before the key is looked at", async (headers) => {
    expect(errorOf(await post(server.url, bare(5), { headers }))).toEqual(refused(403, -32_600, "foreign_origin", 5));
  });

  it.each([[{ Host: "localhost:3000" }], [{ Origin: "https://ide.example" }], [{ Origin: "http://localhost:6274" }]])(
    "%j is served",
    async (headers) => {
      const answer = await post(server.url, bare(5), { key, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBe("Origin" in headers ? headers.Origin : null);
    },
  );

  it("the host that a proxy names counts only where proxies are trusted", async () => {
    const headers = { Host: "127.0.0.1", "X-Forwarded-Host": "evil.example" };
    expect((await post(server.url, bare(5), { key, headers })).status).toBe(200);
    await using behind = await startTestServer(library, { tools: [], trustProxy: 1 });
    expect((await post(behind.url, bare(5), { key, headers })).status).toBe(403);
    const proxied = { Host: "10.1.2.3:8080", "X-Forwarded-Host": "localhost" };
    expect((await post(behind.url, bare(5), { key, headers: proxied })).status).toBe(200);
  });

  it("a browser of an allowed origin may send what MCP clients send", async () => {
    const ask = (Origin: string) =>
      post(server.url, undefined, { method: "OPTIONS", headers: { Origin, "Access-Control-Request-Method": "POST" } });
    const answer = await ask("https://ide.example");
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-headers")).toContain("Mcp-Method");
    const foreign = await ask("https://evil.example");
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  it.each(["GET", "DELETE", "PUT", "PATCH"])("%s is 405 and names POST", async (method) => {
    const answer = await post(server.url, undefined, { method, key });
    expect(errorOf(answer)).toEqual(refused(405, -32_600, "method_not_allowed", null));
    expect(answer.headers.get("allow")).toBe("POST");
  });

  it.each([
    [{ "Content-Type": "text/plain" }],
    [{ "Content-Type": "application/json; charset=latin1" }],
    [{ "Content-Type": "application/x-www-form-urlencoded" }],
    [{ "Content-Encoding": "gzip" }],
    [{ "Content-Type": "no type" }, null],
  ])("%j is 415", async (headers, id: number | null = 5) => {
    expect(errorOf(await post(server.url, bare(5), { key, headers }))).toEqual(
      refused(415, -32_600, "unsupported_media_type", id),
    );
  });

  it("a charset of UTF-8 and an encoding of identity are taken", async () => {
    const headers = { "Content-Type": "application/json; charset=UTF-8", "Content-Encoding": "identity" };
    expect((await post(server.url, bare(5), { key, headers })).status).toBe(200);
  });

  it("a body over 256 KiB is 413, one of 256 KiB is taken", async () => {
    const call = (length: number) => {
      const empty = JSON.stringify(legacyBody("tools/call", { name: "echo", arguments: { text: "" } }));
      return empty.replace('"text":""', `"text":"${"x".repeat(length - empty.length)}"`);
    };
    expect(errorOf(await post(server.url, call(256 * 1024 + 1), { key }))).toEqual(refused(413, -32_600, "body_too_large", null));
    expect((await post(server.url, call(256 * 1024), { key })).status).toBe(200);
  });

  it("a body that does not arrive in time is 408", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      );
      let received = "";
      socket.on("data", (chunk) => (received += chunk.toString()));
      socket.on("close", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 408 /u);
    expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({
      id: null,
      error: { code: -32_600, data: { code: "request_timeout" } },
    });
  });
});

describe("limits", () => {
  it("beyond the rate limit a request is 429 and says when to come back", async () => {
    await using slow = await startTestServer(library, { tools: [], ratePerMinute: 2 });
    const own = await slow.key();
    const answers = [];
    for (let index = 0; index < 3; index += 1) answers.push(await post(slow.url, bare(5), { key: own }));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
    expect(answers[0]!.headers.get("ratelimit-policy")).toBe('"key";q=2;w=60');
    expect(answers[1]!.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/u);
    expect(errorOf(answers[2]!)).toEqual(refused(429, -32_600, "rate_limited", 5));
    expect(Number(answers[2]!.headers.get("retry-after"))).toBeGreaterThan(50);
    expect((await post(slow.url, bare(5), { key: await slow.key() })).status).toBe(200);
  });

  it("a ninth call at once is 429, other keys are served, and an answered call frees its place", async () => {
    const gate = Promise.withResolvers<void>();
    await using busy = await startTestServer(library, { tools: protocolTools({ release: gate.promise, aborted: [] }) });
    const wait = legacyBody("tools/call", { name: "wait", arguments: {} });
    const running = Array.from({ length: 8 }, () => post(busy.url, wait, { key }));
    await expect.poll(async () => (await post(busy.url, bare(5), { key })).status).toBe(429);
    const ninth = await post(busy.url, bare(5), { key });
    expect(errorOf(ninth)).toEqual(refused(429, -32_600, "too_many_in_flight", 5));
    expect(ninth.headers.get("retry-after")).toBe("1");
    expect((await post(busy.url, bare(5), { key: await busy.key() })).status).toBe(200);
    gate.resolve();
    expect((await Promise.all(running)).map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await post(busy.url, bare(5), { key })).status).toBe(200);
  });

  it("a call whose client hangs up while it waits for a place gives the place back", async () => {
    const gate = Promise.withResolvers<void>();
    await using full = await startTestServer(library, { tools: protocolTools({ release: gate.promise, aborted: [] }) });
    const gauge = async (name: string) => {
      const { text } = await post(`${full.origin}/metrics`, undefined, { method: "GET", key });
      return new RegExp(`^signal_canvas_${name} (\\d+)$`, "mu").exec(text)?.[1];
    };
    const params = { name: "wait", arguments: {} };
    const wait = legacyBody("tools/call", params);
    const keys = await Promise.all(Array.from({ length: 2 }, () => full.key()));
    const running = keys.flatMap((each) => Array.from({ length: 8 }, () => post(full.url, wait, { key: each })));
    await expect.poll(() => gauge("calls_in_flight")).toBe("16");

    const late = await full.key();
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const gone = [
      hangUpLater(full.url, legacyBody("tools/list"), late),
      hangUpLater(full.url, notification, late),
      hangUpLater(full.url, legacyBody("tools/list"), late, { "MCP-Protocol-Version": "1999-01-01" }),
      hangUpLater(full.url, modernBody("tools/list"), late, MODERN("tools/list")),
      hangUpLater(full.url, modernBody("tools/call", params), late, MODERN("tools/call", "wait")),
    ];
    await expect.poll(() => gauge("calls_waiting")).toBe("5");
    await Promise.all(gone.map((hangUp) => hangUp()));
    // The server hears of the closed connections before it answers another.
    expect(await gauge("calls_waiting")).toBe("5");
    gate.resolve();

    await Promise.all(running);
    await expect.poll(() => gauge("calls_in_flight")).toBe("0");
    expect((await post(full.url, bare(5), { key: late })).status).toBe(200);
  });

  it("a server that stops lets running calls finish and refuses new ones with 503", async () => {
    const gate = Promise.withResolvers<void>();
    const stopping = await startTestServer(library, { tools: protocolTools({ release: gate.promise, aborted: [] }) });
    const socket = connect(Number(new URL(stopping.url).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const send = (body: string) =>
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    const received: string[] = [];
    socket.on("data", (chunk) => received.push(chunk.toString()));
    send(JSON.stringify(legacyBody("tools/call", { name: "wait", arguments: {} })));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = stopping.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.resolve();
    send(bare(6));
    await closed;
    await expect.poll(() => received.join("")).toContain("waited");
    expect(received.join("")).not.toContain('"id":6,"result"');
  });
});

/** Sends a request whose answer nobody waits for; resolves, once called, when the connection is closed. */
function hangUpLater(url: string, body: object, bearer: string, fields: Record<string, string> = {}): () => Promise<void> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${bearer}`, ...fields };
  const sent = httpRequest(url, { method: "POST", headers, agent: false });
  sent.on("error", () => {});
  sent.end(JSON.stringify(body));
  return () =>
    new Promise((resolve) => {
      sent.once("close", resolve);
      sent.destroy();
    });
}
