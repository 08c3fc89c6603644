import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { InFlight } from "../../src/access/in-flight.ts";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { createKey, revokeKey } from "../../src/access/keys.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { defineTool, READ_ONLY } from "../../src/mcp/tool.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { closedPort } from "../support/fake-elasticsearch.ts";
import { bare, legacyBody, modernBody, MODERN, post } from "../support/mcp-requests.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary, protocolTools, startTestServer, type TestServer } from "../support/mcp-server.ts";

/* What /metrics tells, to whom, and what it never tells. */

const QUESTION = "is my merger with Initech legal";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let release: () => void = () => {};

const fallsBack = defineTool({
  name: "fall_back",
  title: "For tests",
  description: "For tests of metrics.",
  annotations: READ_ONLY,
  scopes: [],
  input: z.strictObject({}),
  output: z.looseObject({}),
  handler: async () => ({
    structured: { degraded: [{ part: "summarizer", reason: QUESTION }] },
    lines: () => ["quotes"],
  }),
});

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const gates = { release: new Promise<void>((resolve) => (release = resolve)), aborted: [] };
  server = await startTestServer(library, { tools: [...protocolTools(gates), fallsBack] });
});

afterAll(async () => {
  release();
  await server.close();
  await library[Symbol.asyncDispose]();
});

/** A key of the command line's account, with its id. */
async function newKey(): Promise<{ key: string; id: string }> {
  const { key, info } = await createKey(library.records, { name: "test", account: "local", scopes: ["papers:read"] });
  return { key, id: info.key_id };
}

async function readMetrics(key: string): Promise<string> {
  const answer = await post(`${server.origin}/metrics`, undefined, { method: "GET", key });
  expect(answer.status).toBe(200);
  return answer.text;
}

/** The samples of a text in Prometheus' format, by name and labels as written. Throws at the first line that is not of the format. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || /^# (?:HELP [a-z_:][\w:]* .+|TYPE [a-z_:][\w:]* (?:counter|gauge|histogram|summary))$/iu.test(line))
      continue;
    const [, name, value] = /^([a-z_:][\w:]*(?:\{(?:[a-z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\S+)$/iu.exec(line) ?? [];
    if (name === undefined || (!Number.isFinite(Number(value)) && !/^(?:NaN|[+-]Inf)$/iu.test(value!)))
      throw new Error(`Not a line of the format: ${line}`);
    if (samples.has(name)) throw new Error(`Told twice: ${name}`);
    samples.set(name, Number(value));
  }
  return samples;
}

function call(key: string, name: string, args: object = {}) {
  return post(server.url, legacyBody("tools/call", { name, arguments: args }), { key });
}

describe("the metrics", () => {
  it("count calls by tool, outcome and key id, in both eras, and time them", async () => {
    const { key, id } = await newKey();
    await call(key, "echo", { text: QUESTION });
    await post(server.url, modernBody("tools/call", { name: "echo", arguments: { text: "x" } }), {
      key,
      headers: MODERN("tools/call", "echo"),
    });
    await call(key, "echo", {});
    await call(key, "fail", { with: "public" });
    await call(key, "fail", { with: "secret", query: QUESTION });
    await call(key, "fall_back");
    const samples = samplesOf(await readMetrics(key));
    const calls = (tool: string, outcome: string) =>
      samples.get(`signal_canvas_tool_calls_total{tool="${tool}",outcome="${outcome}",key_id="${id}"}`);
    expect(calls("echo", "ok")).toBe(2);
    expect(calls("echo", "invalid_argument")).toBe(1);
    expect(calls("fail", "engine_unavailable")).toBe(1);
    expect(calls("fail", "internal_error")).toBe(1);
    expect(samples.get('signal_canvas_degraded_results_total{tool="fall_back",part="summarizer"}')).toBe(1);
    expect(samples.get('signal_canvas_tool_duration_seconds_count{tool="echo"}')).toBe(3);
    expect(samples.get('signal_canvas_http_requests_total{method="POST",route="/api/mcp",status="200"}')).toBe(6);
  });

  it("time the parts of calls, and tell how the latest loads went", async () => {
    const { key } = await newKey();
    await using own = await startTestServer(library);
    const report = {
      run_id: "run-9",
      target: "papers",
      status: "done",
      started_at: "2026-01-02T03:04:05.000Z",
      seconds: 12.5,
      rows: { read: 10, indexed: 8, dead: 2 },
      derived: { read: 0, dead: 0 },
    };
    await library.records.put("ingest_run", "run-9", report);
    await library.records.put("ingest_run", "run-8", {
      ...report,
      run_id: "run-8",
      started_at: "2026-01-01T00:00:00.000Z",
      status: "failed",
    });
    const answer = await post(own.url, legacyBody("tools/call", { name: "search_papers", arguments: { query: QUESTION } }), {
      key,
    });
    expect(answer.status).toBe(200);
    const { text } = await post(`${own.origin}/metrics`, undefined, { method: "GET", key });
    const samples = samplesOf(text);
    for (const part of ["embed_question", "search_hybrid"]) {
      expect(samples.get(`signal_canvas_part_duration_seconds_count{part="${part}"}`)).toBe(1);
    }
    expect(samples.get('signal_canvas_part_duration_seconds_count{part="records"}')).toBeGreaterThan(0);
    expect(samples.get('signal_canvas_ingest_rows{target="papers",outcome="dead"}')).toBe(2);
    expect(samples.get('signal_canvas_ingest_runs{target="papers",status="done"}')).toBe(1);
    expect(samples.get('signal_canvas_ingest_runs{target="papers",status="failed"}')).toBe(1);
    expect(samples.get('signal_canvas_ingest_duration_seconds{target="papers"}')).toBe(12.5);
    expect(samples.get('signal_canvas_ingest_started_timestamp_seconds{target="papers"}')).toBe(
      Date.parse(report.started_at) / 1_000,
    );
    expect(text).not.toContain("Initech");
  });

  it("count refusals by code, among them those of the rate limit", async () => {
    const slow = await startTestServer(library, { ratePerMinute: 2 });
    const { key } = await newKey();
    for (let times = 0; times < 5; times += 1) await post(slow.url, bare(1), { key });
    await post(slow.url, bare(1), {});
    const { key: other } = await newKey();
    const { text } = await post(`${slow.origin}/metrics`, undefined, { method: "GET", key: other });
    await slow.close();
    const samples = samplesOf(text);
    expect(samples.get('signal_canvas_refusals_total{code="rate_limited"}')).toBe(3);
    expect(samples.get('signal_canvas_refusals_total{code="missing_key"}')).toBe(1);
    expect(samples.get('signal_canvas_http_requests_total{method="POST",route="/api/mcp",status="429"}')).toBe(3);
  });

  it("tell the calls in flight, the parts, the documents and the process", async () => {
    const { key } = await newKey();
    const waiting = call(key, "wait");
    await expect.poll(async () => samplesOf(await readMetrics(key)).get("signal_canvas_calls_in_flight")).toBe(1);
    release();
    await waiting;
    await expect.poll(async () => samplesOf(await readMetrics(key)).get("signal_canvas_calls_in_flight")).toBe(0);
    const samples = samplesOf(await readMetrics(key));
    for (const part of ["engine", "records", "embedder"]) expect(samples.get(`signal_canvas_part_up{part="${part}"}`)).toBe(1);
    expect(samples.get('signal_canvas_index_documents{target="papers"}')).toBe(0);
    for (const name of ["process_cpu_seconds_total", "nodejs_eventloop_lag_seconds", "process_resident_memory_bytes"])
      expect(samples.has(name), name).toBe(true);
  });

  it("hold no key, question, address or name that a caller made up", async () => {
    const { key } = await newKey();
    await call(key, "echo", { text: QUESTION, [QUESTION]: 1 });
    await call(key, "no_such_initech_tool");
    await post(server.url, legacyBody("initech/method"), { key });
    await post(`${server.origin}/initech/${key}?q=${encodeURIComponent(QUESTION)}`, undefined, { method: "GET" });
    await post(server.url, bare(1), { authorization: `Bearer ${key}x` });
    const text = await readMetrics(key);
    samplesOf(text);
    for (const secret of [key, key.slice(4, 20), QUESTION, encodeURIComponent(QUESTION), "Initech", "initech", "127.0.0.1"])
      expect(text).not.toContain(secret);
    expect(text).toContain('route="none",status="404"');
  });
});

describe("who may read them", () => {
  const read = (key?: string) => post(`${server.origin}/metrics`, undefined, { method: "GET", key });

  it("nobody without a key, not even on this machine", async () => {
    const answer = await read();
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="signal-canvas"');
    expect(answer.json).toMatchObject({ error: "missing_key" });
    expect(answer.text).not.toContain("signal_canvas_");
  });

  it("an administrator's key and the command line's may, another person's and a revoked one may not", async () => {
    const person = (name: string, admin: boolean) =>
      createAccount(library.records, { name, password: "correct horse battery", admin }, COMMAND_LINE);
    const keyOf = async (name: string, admin: boolean) =>
      createKey(library.records, { name: "k", account: await person(name, admin), scopes: ["papers:read"] });
    expect((await read((await keyOf("grace", true)).key)).status).toBe(200);
    const refused = await read((await keyOf("eve", false)).key);
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ error: "missing_scope" });
    const { key, id } = await newKey();
    expect((await read(key)).status).toBe(200);
    await revokeKey(library.records, id);
    expect((await read(key)).status).toBe(401);
  });
});

it("where the key store is away, metrics are 503 within two seconds and nothing is told", async () => {
  await using records = openElasticsearchRecords({ url: await closedPort(), prefix: "" });
  await using away = await startTestServer({ ...library, records });
  const answer = await post(`${away.origin}/metrics`, undefined, { method: "GET", key: await server.key() });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(answer.json).toMatchObject({ error: "key_store_unavailable" });
});

it("tells when sources were asked, and which of them fail", async () => {
  const metrics = new Metrics({
    inFlight: new InFlight(),
    lookAtParts: async () => ({ parts: { engine: "ok", records: "ok", embedder: "ok" }, reasons: {}, indices: [] }),
    sources: async () => [
      { name: "crossref", last: null, succeeded_at: "2026-11-22T02:00:00.000Z", failures: 2, next_try_at: null, spent: 0 },
    ],
  });
  const text = await metrics.text();
  expect(text).toContain('signal_canvas_source_success_timestamp_seconds{source="crossref"} 1795312800');
  expect(text).toContain('signal_canvas_source_failures{source="crossref"} 2');
  expect(text).not.toContain("signal_canvas_source_left{");
});

describe("the number of series", () => {
  const metricsAt = (now: () => number) =>
    new Metrics({
      inFlight: new InFlight(),
      lookAtParts: async () => ({ parts: { engine: "ok", records: "ok", embedder: "ok" }, reasons: {}, indices: [] }),
      now,
    });
  const echo = { tool: "echo", outcome: "ok", seconds: 0.1, degraded: [] };

  it("a key that called nothing for a day is forgotten, one that did is kept", async () => {
    let now = 0;
    const metrics = metricsAt(() => now);
    metrics.toolCalled(echo, "idle");
    metrics.toolCalled(echo, "busy");
    now = 23 * 3_600_000;
    metrics.toolCalled(echo, "busy");
    now = 25 * 3_600_000;
    const text = await metrics.text();
    expect(text).toContain('key_id="busy"} 2');
    expect(text).not.toContain("idle");
  });

  it("keys beyond a thousand share one label", async () => {
    const metrics = metricsAt(() => 0);
    for (let key = 0; key < 1_010; key += 1) metrics.toolCalled(echo, `key-${key}`);
    const samples = [...samplesOf(await metrics.text())].filter(([name]) => name.startsWith("signal_canvas_tool_calls_total"));
    expect(samples).toHaveLength(1_001);
    expect(samples.find(([name]) => name.includes('"other"'))?.[1]).toBe(10);
  });

  it("a method that is not of HTTP's common ones has no series of its own", async () => {
    const metrics = metricsAt(() => 0);
    metrics.requestAnswered("MKCOL", undefined, 404);
    expect(await metrics.text()).toContain('method="other",route="none",status="404"} 1');
  });
});
