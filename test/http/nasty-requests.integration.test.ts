import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { bare, legacyBody, modernBody, MODERN, post, type PostOptions } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

/*
 * Requests that nobody means well by, each with the answer that the table of errors states: HTTP status and code, where `ok` is a result
 * and a code at status 200 may be a tool's error. After each the next good request is served within a second.
 */

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
let cursor: string;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  server = await startTestServer(library);
  key = await server.key();
  const first = await post(server.url, search({ query: "retrieval" }), { key });
  cursor = first.json.result.structuredContent.next_cursor;
}, 30_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

const search = (args: object) => JSON.stringify(legacyBody("tools/call", { name: "search_papers", arguments: args }));
const call = (name: string, args: object) => JSON.stringify(legacyBody("tools/call", { name, arguments: args }));
/** A search whose arguments are written by hand. */
const raw = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_papers","arguments":${args}}}`;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));

type Body = string | Uint8Array;
type Row = [name: string, body: Body | (() => Body), status: number, code: string, options?: PostOptions];

const BODIES: Row[] = [
  ["no body", "", 400, "parse_error"],
  ["white space", " \n\t", 400, "parse_error"],
  ["half an object", '{"jsonrpc":', 400, "parse_error"],
  ["a lone text", '"tools/list"', 400, "invalid_request"],
  ["null", "null", 400, "invalid_request"],
  ["a batch", `[${bare(1)},${bare(2)}]`, 400, "invalid_request"],
  ["100,000 open brackets", "[".repeat(100_000), 400, "parse_error"],
  ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000), 400, "invalid_request"],
  ["5,000 levels in an argument", raw(`{"query":"x","filters":${nested(5_000)}}`), 400, "invalid_request"],
  ["2,000 keys", raw(keys(2_000)), 400, "invalid_request"],
  ["900 kB", raw(`{"query":"${"x".repeat(900_000)}"}`), 413, "body_too_large"],
  ["half a surrogate pair", raw('{"query":"\\ud83e"}'), 400, "invalid_request"],
  ["half a surrogate pair as a name", raw('{"\\udd93":1}'), 400, "invalid_request"],
  ["bytes that are no UTF-8", Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d]), 400, "parse_error"],
  ["an overlong encoding", Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]), 400, "parse_error"],
  ["UTF-16", Buffer.from(bare(1), "utf16le"), 400, "parse_error"],
  ["a bare NUL byte in a text", raw('{"query":"a\u0000b"}'), 400, "parse_error"],
  ["NUL bytes around it", `\u0000${bare(1)}\u0000`, 400, "parse_error"],
  ["gzip that says so", gzipSync(bare(1)), 415, "unsupported_media_type", { headers: { "Content-Encoding": "gzip" } }],
  ["gzip that does not", gzipSync(bare(1)), 400, "parse_error"],
  ["a byte order mark", `\ufeff${bare(1)}`, 200, "ok"],
  ["the same key twice: the last counts", '{"jsonrpc":"2.0","id":1,"method":"tools/eat","method":"tools/list"}', 200, "ok"],
  ["__proto__ beside the method", '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"id":2}}', 200, "ok"],
  ["an id of 1e308", '{"jsonrpc":"2.0","id":1e308,"method":"tools/list"}', 400, "invalid_request"],
  ["an id of 1.5", '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', 400, "invalid_request"],
  ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', 200, "invalid_params"],
  ["a method of every object", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200, "unknown_method"],
  ["a method with a line break", '{"jsonrpc":"2.0","id":1,"method":"tools/list\\r\\nX: y"}', 200, "unknown_method"],
  ["a tool of every object", call("__proto__", {}), 200, "unknown_tool"],
  [
    "a tool that is a list",
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["search_papers"]}}',
    200,
    "invalid_params",
  ],
];

const ARGUMENTS: Row[] = [
  ...["-1", "0", "1.5", '"10"', "1e308", "1e999", "true", "{}"].map((limit): Row => [
    `limit ${limit}`,
    raw(`{"query":"x","limit":${limit}}`),
    200,
    "invalid_argument",
  ]),
  ["__proto__", raw('{"query":"x","__proto__":{"limit":50}}'), 200, "unknown_argument"],
  ["constructor", raw('{"query":"x","constructor":{"prototype":{"limit":50}}}'), 200, "unknown_argument"],
  ["an escaped NUL", search({ query: "dense\u0000retrieval" }), 200, "ok"],
  ["escape sequences of a terminal", search({ query: "\u001b[2J\u001b]0;x\u0007 retrieval" }), 200, "ok"],
  ["only invisible characters", search({ query: "\u200b\u202e\u2066\u{e0041}" }), 200, "invalid_argument"],
  ["10,000 combining marks", search({ query: `a${"\u0301".repeat(10_000)}` }), 200, "invalid_argument"],
  ["1,900 combining marks", search({ query: `a${"\u0301".repeat(1_900)}` }), 200, "ok"],
  ["70,000 words", search({ query: "a ".repeat(70_000) }), 200, "invalid_argument"],
  ["900 words", search({ query: "retrieval ".repeat(190) }), 200, "ok"],
  ["an open bracket of a query language", search({ query: "title:(a OR" }), 200, "ok"],
  ["everything in a query language", search({ query: "*:*" }), 200, "ok"],
  ["a range in a query language", search({ query: "year:[* TO 2020] AND _exists_:title ~100000^9999" }), 200, "ok"],
  ["a script in a request of the engine", search({ query: '"}},{"script":{"source":"ctx._source=null"}}' }), 200, "ok"],
  ["5,000 wildcards", search({ query: "*?".repeat(2_500) }), 200, "invalid_argument"],
  ["1,900 wildcards", search({ query: "*?".repeat(950) }), 200, "ok"],
  ["an expression that backtracks", search({ query: `/(a+)+$/ ${"a".repeat(1_000)}!` }), 200, "ok"],
  ["SQL in a filter", search({ query: "x", filters: { venues: ["' OR 1=1; DROP TABLE papers; --"] } }), 200, "invalid_argument"],
  ["SQL in a query", search({ query: "x' OR '1'='1" }), 200, "ok"],
  ["a filter that is a text", search({ query: "x", filters: "year_from=2020" }), 200, "invalid_argument"],
  ["years upside down", search({ query: "x", filters: { year_from: 2024, year_to: 2020 } }), 200, "invalid_argument"],
  ["51 venues", search({ query: "x", filters: { venues: Array.from({ length: 51 }, () => "EMNLP") } }), 200, "invalid_argument"],
  ["a cursor with another last character", () => search({ query: "retrieval", cursor: altered(cursor) }), 200, "bad_cursor"],
  ["a cursor of another query", () => search({ query: "something", cursor }), 200, "bad_cursor"],
  ["a cursor that was never issued", search({ query: "x", cursor: "e30.AAAA" }), 200, "bad_cursor"],
  ["a cursor of 5,000 characters", search({ query: "x", cursor: "A".repeat(5_000) }), 200, "invalid_argument"],
  ["a path as an id", call("get_paper", { paper_id: "../../../../etc/passwd" }), 200, "not_found"],
  ["a wildcard as an id", call("search_signals", { signal_id: "*" }), 200, "not_found"],
  [
    "an address of the network within as an id",
    call("get_paper", { paper_id: "http://169.254.169.254/latest/meta-data" }),
    200,
    "not_found",
  ],
  [
    "51 citations",
    call("check_answer", { citations: Array.from({ length: 51 }, () => ({ id: "a", quote: "b" })) }),
    200,
    "invalid_argument",
  ],
  ["a file as a resource", JSON.stringify(legacyBody("resources/read", { uri: "file:///etc/passwd" })), 200, "unknown_resource"],
  [
    "a resource of 200 kB",
    JSON.stringify(legacyBody("resources/read", { uri: `paper://${"x".repeat(200_000)}` })),
    200,
    "invalid_params",
  ],
];

const ENVELOPES: Row[] = [
  ["text/plain", bare(1), 415, "unsupported_media_type", { headers: { "Content-Type": "text/plain" } }],
  ["a form", "a=b", 415, "unsupported_media_type", { headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
  [
    "JSON in Latin-1",
    bare(1),
    415,
    "unsupported_media_type",
    { headers: { "Content-Type": "application/json; charset=iso-8859-1" } },
  ],
  [
    "a header that names another method",
    JSON.stringify(modernBody("tools/list")),
    400,
    "-32020",
    { headers: MODERN("tools/call", "x") },
  ],
  [
    "a header that names another tool",
    JSON.stringify(modernBody("tools/call", { name: "get_paper" })),
    400,
    "-32020",
    { headers: MODERN("tools/call", "search_papers") },
  ],
  ["a version that does not exist", bare(1), 400, "-32000", { headers: { "MCP-Protocol-Version": "1970-01-01" } }],
  ["a foreign host", bare(1), 403, "foreign_origin", { headers: { Host: "rebound.example" } }],
  ["a page of nowhere", bare(1), 403, "foreign_origin", { headers: { Origin: "null" } }],
  ["a key with a line break", bare(1), 401, "invalid_key", { authorization: "Bearer s2s_\tx" }],
  ["another scheme", bare(1), 401, "invalid_key", { authorization: "Basic YTpi" }],
  ["GET", "", 405, "method_not_allowed", { method: "GET" }],
  ["DELETE", "", 405, "method_not_allowed", { method: "DELETE" }],
];

it("there are at least 60 of them", () => {
  expect(BODIES.length + ARGUMENTS.length + ENVELOPES.length).toBeGreaterThanOrEqual(60);
});

describe.each([
  ["a body", BODIES],
  ["an argument", ARGUMENTS],
  ["an envelope", ENVELOPES],
] as const)("%s", (_where, rows) => {
  it.each(rows)("%s", async (_name, given, status, code, options = {}) => {
    const answer = await post(server.url, typeof given === "function" ? given() : given, { key, ...options });
    expect([answer.status, codeOf(answer.json)]).toEqual([status, code]);
    expectSound(answer.text);
    await expectServed();
  });
});

describe("on the wire", () => {
  const head = () =>
    `POST /api/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;

  it.each<[string, () => string, number]>([
    ["two Authorization headers", () => `${head()}Authorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`, 401],
    ["a key in the address", () => head().replace("/api/mcp", `/api/mcp?key=${key}`) + "Content-Length: 2\r\n\r\n{}", 401],
    ["a length and chunks at once", () => `${head()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["a chunk without a size", () => `${head()}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
    ["a header of 100 kB", () => `${head()}X-Long: ${"x".repeat(100_000)}\r\n\r\n`, 400],
    ["two lengths", () => `${head()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["no HTTP at all", () => "\u0016\u0003\u0001 hello\r\n\r\n", 400],
  ])("%s", async (_name, request, status) => {
    const received = await exchange(request());
    expect(Number(/^HTTP\/1\.1 (\d{3})/u.exec(received)?.[1])).toBe(status);
    expectSound(received.slice(received.indexOf("\r\n\r\n") + 4));
    await expectServed();
  });
});

function codeOf({
  error,
  result,
}: {
  error?: { code: number; data?: { code?: string } };
  result?: { isError?: boolean; structuredContent?: { error: { code: string } } };
}) {
  if (error) return error.data?.code ?? String(error.code);
  return result?.isError === true ? result.structuredContent?.error.code : "ok";
}

/** One JSON-RPC answer, with nothing of the machine or the code in it. */
function expectSound(body: string): void {
  const answer = JSON.parse(body) as Record<string, unknown>;
  expect(answer.jsonrpc).toBe("2.0");
  expect("result" in answer !== "error" in answer).toBe(true);
  expect(body).not.toMatch(/node_modules|\.ts:\d|\bat .+:\d+:\d+|s2s_[0-9A-Za-z]{20}|\/(?:home|root|tmp|usr)\//u);
  expect(body).not.toContain(import.meta.dirname);
}

async function expectServed(): Promise<void> {
  const started = performance.now();
  const answer = await post(server.url, search({ query: "dense retrieval", limit: 1 }), { key });
  expect([answer.status, codeOf(answer.json)]).toEqual([200, "ok"]);
  expect(performance.now() - started).toBeLessThan(1_000);
}

/** The cursor with its signature off by one bit that counts. */
function altered(text: string): string {
  const at = text.indexOf(".") + 2;
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}

function exchange(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.end(request));
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}
