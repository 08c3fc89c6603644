import { describe, expect, test } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import type { Call, Engine } from "../../src/engine/port.ts";
import { paper, row, SMALL_SPACE, vectorAt } from "../support/documents.ts";
import { blackHole, closedPort, fakeElasticsearch, json } from "../support/fake-elasticsearch.ts";

type Answer = Parameters<typeof fakeElasticsearch>[0];

const NO_MEMORY =
  "rejected execution of coordinating operation [coordinating_and_primary_bytes=902, replica_bytes=0, " +
  "all_bytes=902, coordinating_operation_bytes=150, max_coordinating_bytes=";

/** Name of the fault, how the server answers, what a read is told, what a write is told. */
const FAULTS: [string, Answer, object, object][] = [
  [
    "a page of HTML in place of an answer",
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "a page of HTML with 404",
    (_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>"),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "a page of HTML with 400",
    (_, response) => response.writeHead(400, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "JSON that ends too early",
    (_, response) =>
      response
        .writeHead(200, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" })
        .end('{"took":3,"hits":{"total"'),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "a connection that breaks within the answer",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write("{");
      setTimeout(() => response.destroy(), 20);
    },
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "429 with Retry-After in seconds",
    (_, response) => json(response, 429, { error: { type: "es_rejected_execution_exception" } }, { "retry-after": "7" }),
    { name: "PublicError", code: "engine_busy", retryAfterSeconds: 7 },
    { name: "WriteError", kind: "retry", retryAfterMs: 7_000 },
  ],
  [
    "429 of a proxy with Retry-After",
    (_, response) => response.writeHead(429, { "content-type": "text/plain", "retry-after": "2" }).end("slow down"),
    { name: "PublicError", code: "engine_busy", retryAfterSeconds: 2 },
    { name: "WriteError", kind: "retry", retryAfterMs: 2_000 },
  ],
  [
    "503",
    (_, response) => json(response, 503, { error: { type: "cluster_block_exception" } }),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "502 of a proxy",
    (_, response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    { name: "PublicError", code: "engine_unavailable" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "413",
    (_, response) => response.writeHead(413).end(),
    { name: "PublicError", code: "internal_error" },
    { name: "WriteError", kind: "too_large" },
  ],
  [
    "429 for a request that fills the server's memory for writes by itself",
    (_, response) => json(response, 429, { error: { type: "es_rejected_execution_exception", reason: `${NO_MEMORY}300]` } }),
    { name: "PublicError", code: "engine_busy" },
    { name: "WriteError", kind: "too_large" },
  ],
  [
    "429 for a small request while others fill that memory",
    (_, response) => json(response, 429, { error: { type: "es_rejected_execution_exception", reason: `${NO_MEMORY}300000]` } }),
    { name: "PublicError", code: "engine_busy" },
    { name: "WriteError", kind: "retry" },
  ],
  [
    "400 of the server",
    (_, response) => json(response, 400, { error: { type: "illegal_argument_exception", reason: "malformed" } }),
    { name: "PublicError", code: "internal_error" },
    { name: "WriteError", kind: "refused" },
  ],
  [
    "401",
    (_, response) => json(response, 401, { error: { type: "security_exception", reason: "no" } }),
    { name: "PublicError", code: "engine_unavailable", message: "The search engine rejected this server's credentials." },
    { name: "PublicError", code: "engine_unavailable" },
  ],
  [
    "an index that is not there",
    (_, response) => json(response, 404, { error: { type: "index_not_found_exception", reason: "no such index" } }),
    { name: "PublicError", code: "index_missing" },
    { name: "PublicError", code: "index_missing" },
  ],
];

describe("Elasticsearch that fails", () => {
  test.each(FAULTS)("%s", async (_, answer, onRead, onWrite) => {
    await using server = await fakeElasticsearch(answer);
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    await expect(engine.papers.count({})).rejects.toMatchObject(onRead);
    await expect(engine.papers.write([row(paper({ paper_id: "doi:1" }))])).rejects.toMatchObject(onWrite);
  });

  test("a server without TLS that is asked with it is told from one that is away", async () => {
    await using server = await fakeElasticsearch((_, response) => json(response, 200, {}));
    await using engine = openElasticsearch({ url: server.url.replace("http:", "https:"), prefix: "" });
    const message = "The search engine does not speak TLS.";
    await expect(engine.papers.count({})).rejects.toMatchObject({ code: "engine_unavailable", message });
  });

  test("no message that goes out names its address", async () => {
    const url = await closedPort();
    await using engine = openElasticsearch({ url, prefix: "" });
    const error = await engine.papers.count({}).catch((error: unknown) => error);
    expect(String(error)).not.toContain(new URL(url).port);
  });

  test("a date in Retry-After is the time until then", async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    await using server = await fakeElasticsearch((_, response) => json(response, 429, {}, { "retry-after": date }));
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const error = (await engine.papers.write([row(paper({ paper_id: "doi:1" }))]).catch((error: unknown) => error)) as {
      retryAfterMs: number;
    };
    expect(error.retryAfterMs).toBeGreaterThan(25_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  test("a partly failed search says so", async () => {
    const whole = {
      timed_out: false,
      _shards: { failed: 0 },
      hits: { total: { value: 0, relation: "eq" }, hits: [] },
      status: 200,
    };
    const answers = [whole, { ...whole, _shards: { failed: 1 } }, { ...whole, timed_out: true }];
    await using server = await fakeElasticsearch((_, response) => json(response, 200, { responses: [answers.shift()] }));
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    for (const partial of [false, true, true]) {
      expect((await engine.papers.search({ text: "zebra", filters: {}, depth: 1 })).partial).toBe(partial);
    }
  });

  test("a server older than 9.3 is told apart before anything is created", async () => {
    await using server = await fakeElasticsearch((_, response) => json(response, 200, { version: { number: "9.2.4" } }));
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    expect(await engine.version()).toBe("Elasticsearch 9.2.4");
    await expect(engine.create(SMALL_SPACE)).rejects.toMatchObject({
      code: "engine_unavailable",
      message: "The search engine is Elasticsearch 9.2.4. Version 9.3 or later is required.",
    });
    expect(server.requests.every(({ method, path }) => method === "GET" && path === "/")).toBe(true);
  });
});

describe("rows that Elasticsearch does not take", () => {
  test("each has its own outcome", async () => {
    const items = [
      { status: 201 },
      { status: 429, error: { type: "es_rejected_execution_exception", reason: "queue full" } },
      { status: 503, error: { type: "unavailable_shards_exception", reason: "primary is not active" } },
      { status: 403, error: { type: "cluster_block_exception", reason: "index is write-protected" } },
      { status: 400, error: { type: "document_parsing_exception", reason: "bad", caused_by: { reason: "year is no number" } } },
    ];
    await using server = await fakeElasticsearch((_, response) =>
      json(response, 200, { items: items.map((index) => ({ index })) }),
    );
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const rows = items.map((_, index) => row(paper({ paper_id: `doi:${index}` })));
    expect(await engine.papers.write(rows)).toEqual([
      { status: "indexed" },
      { status: "retry", reason: "es_rejected_execution_exception: queue full" },
      { status: "retry", reason: "unavailable_shards_exception: primary is not active" },
      { status: "retry", reason: "cluster_block_exception: index is write-protected" },
      { status: "refused", reason: "document_parsing_exception: bad: year is no number" },
    ]);
    await expect(engine.papers.write(rows.slice(1))).rejects.toMatchObject({ name: "WriteError", kind: "retry" });
  });

  test("where all are refused for want of the memory that they fill, the request is too large", async () => {
    const error = {
      type: "es_rejected_execution_exception",
      reason: "rejected [primary_operation_bytes=90, max_primary_bytes=100]",
    };
    await using server = await fakeElasticsearch((_, response) =>
      json(response, 200, { items: [{ index: { status: 429, error } }] }),
    );
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const write = engine.papers.write([row(paper({ paper_id: "doi:1" }))]);
    await expect(write).rejects.toMatchObject({ name: "WriteError", kind: "too_large" });
  });

  test("an id over 512 bytes is refused and never sent: it would fail the others", async () => {
    await using server = await fakeElasticsearch((_, response) => json(response, 200, { items: [{ index: { status: 201 } }] }));
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const long = paper({ paper_id: `doi:${"ä".repeat(255)}` });
    const outcomes = await engine.papers.write([row(long), row(paper({ paper_id: "doi:short" }))]);
    expect(outcomes).toEqual([{ status: "refused", reason: "the ID must have 1 to 512 bytes" }, { status: "indexed" }]);
    expect(server.requests[0]!.body).not.toContain("ä");
  });
});

describe("deadlines of Elasticsearch", () => {
  const calls: [string, (engine: Engine, call: Call) => Promise<unknown>][] = [
    ["search", ({ papers }, call) => papers.search({ text: "a", vector: vectorAt(1), filters: {}, depth: 10 }, call)],
    ["get", ({ papers }, call) => papers.get(["doi:1"], call)],
    ["list", ({ papers }, call) => papers.list({ filters: {}, sort: "newest", limit: 1 }, call)],
    ["resolve", ({ papers }, call) => papers.resolve(["doi:1"], call)],
    ["countByPaper", ({ signals }, call) => signals.countByPaper(["doi:1"], call)],
    ["status", (engine, call) => engine.status(call)],
    ["version", (engine, call) => engine.version(call)],
  ];

  test.each(calls)("%s on a closed port says within 2.5 s that the engine is away", async (_, start) => {
    await using engine = openElasticsearch({ url: await closedPort(), prefix: "" });
    expect(await timed(start(engine, {}))).toBeLessThan(2_500);
  });

  test.each(calls)("%s on a server that never answers ends at its deadline", async (_, start) => {
    await using server = await blackHole();
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const took = await timed(start(engine, { timeoutMs: 300 }));
    expect(took).toBeGreaterThan(250);
    expect(took).toBeLessThan(800);
  });

  test("reads wait two seconds where nothing is said", async () => {
    await using server = await blackHole();
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const took = await timed(engine.papers.count({}));
    expect(took).toBeGreaterThan(1_900);
    expect(took).toBeLessThan(2_500);
  });

  test("an answer that drips byte by byte ends at the deadline", async () => {
    let drip: NodeJS.Timeout | undefined;
    await using server = await fakeElasticsearch((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" });
      drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
    });
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    expect(await timed(engine.papers.count({}, { timeoutMs: 300 }))).toBeLessThan(800);
  });

  test("a write that is not answered in time may be repeated", async () => {
    await using server = await blackHole();
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const write = engine.papers.write([row(paper({ paper_id: "doi:1" }))], { timeoutMs: 200 });
    await expect(write).rejects.toMatchObject({ name: "WriteError", kind: "retry" });
  });

  test("a caller who leaves gets its own reason at once", async () => {
    await using server = await blackHole();
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    const reason = new Error("left");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(engine.papers.count({}, { signal: controller.signal })).rejects.toBe(reason);
  });

  test("a read on a connection that breaks before its answer is tried once more", async () => {
    let broken = 0;
    await using server = await fakeElasticsearch((_, response, incoming) => {
      if (broken++ === 0) incoming.socket.destroy();
      else json(response, 200, { hits: { total: { value: 5, relation: "eq" }, hits: [] } });
    });
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    expect(await engine.papers.count({})).toBe(5);
    expect(server.requests).toHaveLength(2);
  });

  test("a write is sent once", async () => {
    await using server = await fakeElasticsearch((_, __, incoming) => incoming.socket.destroy());
    await using engine = openElasticsearch({ url: server.url, prefix: "" });
    await expect(engine.papers.write([row(paper({ paper_id: "doi:1" }))])).rejects.toMatchObject({ kind: "retry" });
    expect(server.requests).toHaveLength(1);
  });
});

/** Milliseconds until a call fails with `engine_unavailable`. */
async function timed(call: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await expect(call).rejects.toMatchObject({ name: "PublicError", code: "engine_unavailable" });
  return performance.now() - start;
}
