import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { asTrace, tracedServices } from "../../ingest/tracing.ts";
import { runIngest } from "../../ingest/run.ts";
import { ConfigError, loadConfig } from "../../src/config.ts";
import { readTraceParent } from "../../src/shared/tracing.ts";
import { openTraces } from "../../src/telemetry/traces.ts";
import { paper, row } from "../support/documents.ts";
import { writeScratch, scratchFolder } from "../ingest/files.ts";
import { closedPort } from "../support/fake-elasticsearch.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer } from "../support/mcp-server.ts";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

/** A collector over real HTTP. */
async function collector(status = 200) {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ path: request.url!, headers: request.headers, body: await text(request) });
    response.writeHead(status).end("{}");
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const spans = () =>
    received.flatMap(({ body }) => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, spans };
}

const settingsFor = (endpoint: string, more: Record<string, string> = {}) =>
  loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }).telemetry!;

const QUESTION = "zebra crossings of Initech";
const PARENT = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const attribute = (span: SentSpan, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];

async function filledLibrary() {
  const library = await openTestLibrary({ embedder: hashEmbedder() });
  onTestFinished(() => library[Symbol.asyncDispose]());
  await library.engine.create(library.embedder.space);
  const vector = await library.embedder.embedQuery(QUESTION);
  await library.engine.papers.write([row(paper({ paper_id: "doi:10.1/1", title: "Zebra crossings" }), vector)]);
  await library.engine.papers.refresh();
  return library;
}

describe("traces", () => {
  it("hold a request, its tool and each part of it, within the caller's trace, and nothing that was asked", async () => {
    const place = await collector();
    const library = await filledLibrary();
    const traces = openTraces(
      settingsFor(place.url, { OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b", OTEL_SERVICE_NAME: "canvas" }),
      () => {},
    );
    await using server = await startTestServer(library, { traces });
    const key = await server.key();
    const headers = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01` };
    const call = legacyBody("tools/call", { name: "search_papers", arguments: { query: QUESTION } });
    const answer = await post(server.url, call, { key, headers });
    expect(answer.status).toBe(200);
    await post(`${server.origin}/healthz`, undefined, { method: "GET" });
    await expect.poll(() => server.logged.join("")).toContain(PARENT.traceId);
    await traces[Symbol.asyncDispose]();

    const spans = place.spans();
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([PARENT.traceId]));
    const named = (name: string) => spans.find((span) => span.name === name)!;
    const [request, tool] = [named("POST /api/mcp"), named("tools/call search_papers")];
    expect(request).toMatchObject({ parentSpanId: PARENT.spanId, kind: 2, status: {} });
    expect(attribute(request, "http.response.status_code")).toBe("200");
    expect(attribute(request, "signal_canvas.tool")).toBe("search_papers");
    expect(attribute(request, "signal_canvas.request_id")).toBe(answer.headers.get("x-request-id"));
    expect(tool.parentSpanId).toBe(request.spanId);
    for (const part of ["embed_question", "search_hybrid", "fetch"])
      expect(named(part)).toMatchObject({ parentSpanId: tool.spanId });
    expect(named("records")).toBeDefined();
    for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans) {
      expect(BigInt(to)).toBeGreaterThanOrEqual(BigInt(from));
      expect(Math.abs(Number(BigInt(from) / 1_000_000n) - Date.now())).toBeLessThan(600_000);
    }

    const [sent] = place.received;
    expect(sent).toMatchObject({ path: "/v1/traces", headers: { "content-type": "application/json", "x-tenant": "a b" } });
    expect(sent!.body).toContain('{"key":"service.name","value":{"stringValue":"canvas"}}');
    const all = place.received.map(({ body }) => body).join("");
    for (const secret of [key, "Initech", "zebra", "127.0.0.1"]) expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
    const line = server.logged
      .map((one) => JSON.parse(one) as Record<string, unknown>)
      .find(({ tool }) => tool === "search_papers");
    expect(line).toMatchObject({ trace_id: PARENT.traceId, request_id: answer.headers.get("x-request-id") });
  });

  it("tell by its code what a part failed with, and are kept as the caller and the settings say", async () => {
    const place = await collector();
    const library = await filledLibrary();
    const failing = hashEmbedder();
    const away = { ...failing, embedQuery: () => Promise.reject(new Error(`cannot embed ${QUESTION}`)) };
    const traces = openTraces(settingsFor(place.url), () => {});
    await using server = await startTestServer({ ...library, embedder: away }, { traces });
    const key = await server.key();
    const call = legacyBody("tools/call", { name: "search_papers", arguments: { query: QUESTION } });
    await post(server.url, call, { key, headers: { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-00` } });
    await post(server.url, call, { key, headers: { traceparent: "00-made-up-01" } });
    await traces[Symbol.asyncDispose]();
    const spans = place.spans();
    expect(spans.filter(({ traceId }) => traceId === PARENT.traceId)).toEqual([]);
    const failed = spans.find(({ name }) => name === "embed_question")!;
    expect(failed.status).toEqual({ code: 2 });
    expect(attribute(failed, "error.type")).toBe("Error");
    expect(place.received.map(({ body }) => body).join("")).not.toContain("Initech");

    const never = openTraces(
      settingsFor(place.url, { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }),
      () => {},
    );
    expect(never.keeps(PARENT.traceId, { ...PARENT, isSampled: true })).toBe(false);
    const half = openTraces(
      settingsFor(place.url, { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.5" }),
      () => {},
    );
    expect([half.keeps(`${"0".repeat(24)}7fffffff`, null), half.keeps(`${"0".repeat(24)}80000000`, null)]).toEqual([true, false]);
    expect(half.keeps(`${"0".repeat(24)}80000000`, { ...PARENT, isSampled: true })).toBe(true);
    await Promise.all([never[Symbol.asyncDispose](), half[Symbol.asyncDispose]()]);
  });

  it("cost no answer where the collector is away or refuses them, which is told once", async () => {
    for (const [url, problem] of [
      [await closedPort(), /did not answer/u],
      [(await collector(503)).url, /answered 503/u],
    ] as const) {
      const told: string[] = [];
      const traces = openTraces(settingsFor(url), (why) => told.push(why));
      const span = {
        traceId: PARENT.traceId,
        spanId: PARENT.spanId,
        parentId: null,
        name: "x",
        kind: "internal",
        attributes: {},
      } as const;
      for (let count = 0; count < 1_200; count += 1) traces.take({ ...span, beganAt: 1, endedAt: 2, failedWith: null });
      await traces[Symbol.asyncDispose]();
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(problem);
    }
  });

  it("hold a load with its batches and the parts that they use", async () => {
    const place = await collector();
    const library = await openTestLibrary({ embedder: hashEmbedder() });
    onTestFinished(() => library[Symbol.asyncDispose]());
    const dataDir = scratchFolder();
    const services = await tracedServices({ ...library, dataDir, [Symbol.asyncDispose]: async () => {} }, settingsFor(place.url));
    const path = writeScratch("papers.jsonl", JSON.stringify({ title: QUESTION, ids: { doi: "10.1000/a" } }));
    const source = { target: "papers", path, format: "jsonl" } as const;
    const report = await asTrace(services.traces, source, () => runIngest({ source, dataDir }, services));
    expect(report).toMatchObject({ status: "done", rows: { indexed: 1 } });
    await services[Symbol.asyncDispose]();
    const spans = place.spans();
    const [root, store] = ["ingest papers", "store"].map((name) => spans.find((span) => span.name === name)!);
    expect(store!.parentSpanId).toBe(root!.spanId);
    const within = spans.filter(({ parentSpanId }) => parentSpanId === store!.spanId).map(({ name }) => name);
    expect(within).toEqual(expect.arrayContaining(["embed_texts", "write"]));
    expect(place.received.map(({ body }) => body).join("")).not.toMatch(/initech|papers\.jsonl/iu);
  });

  it("are not made unless an endpoint is set", async () => {
    for (const environment of [
      {},
      { OTEL_SERVICE_NAME: "x" },
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_SDK_DISABLED: "true" },
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_TRACES_EXPORTER: "none" },
    ]) {
      expect(loadConfig(environment).telemetry).toBeNull();
    }
    expect(settingsFor("http://c:4318/base")).toMatchObject({
      url: "http://c:4318/base/v1/traces",
      resource: { "service.name": "signal-canvas" },
    });
    expect(settingsFor("http://c:4318", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t/x" }).url).toBe("http://t/x");
    const library = await filledLibrary();
    await using server = await startTestServer(library);
    await post(server.url, legacyBody("tools/list"), {
      key: await server.key(),
      headers: { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01` },
    });
    expect(server.logged.join("")).not.toContain("trace_id");
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_EXPORTER", "console"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ])("%s=%s stops the start with a line that names it", (name, value) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", [name]: value };
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow(new RegExp(`^${name}: must be `, "u"));
  });
});

it.each([
  [`00-${PARENT.traceId}-${PARENT.spanId}-01`, true],
  [`00-${PARENT.traceId}-${PARENT.spanId}-02`, false],
  [`cc-${PARENT.traceId}-${PARENT.spanId}-01-more`, true],
  [`00-${PARENT.traceId}-${PARENT.spanId}-01-more`, null],
  [`ff-${PARENT.traceId}-${PARENT.spanId}-01`, null],
  [`00-${"0".repeat(32)}-${PARENT.spanId}-01`, null],
  [`00-${PARENT.traceId}-${"0".repeat(16)}-01`, null],
  [`00-${PARENT.traceId.toUpperCase()}-${PARENT.spanId}-01`, null],
  ["", null],
])("the traceparent %s is read as %s", (header, isSampled) => {
  expect(readTraceParent(header)?.isSampled ?? null).toBe(isSampled);
});
