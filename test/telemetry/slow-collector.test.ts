import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigError, loadConfig } from "../../src/config.ts";
import type { Span } from "../../src/shared/tracing.ts";
import type { TelemetrySettings } from "../../src/telemetry/settings.ts";
import { openTraces } from "../../src/telemetry/traces.ts";
import { closedPort } from "../support/fake-elasticsearch.ts";

const SECRET = "open-sesame";
const SPAN: Span = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  parentId: null,
  name: "x",
  kind: "internal",
  attributes: {},
  beganAt: 1,
  endedAt: 2,
  failedWith: null,
};

const settingsFor = (endpoint: string): TelemetrySettings => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).telemetry!;

/** A collector over real HTTP that answers nothing until it is released. */
async function hangingCollector() {
  const bodies: string[] = [];
  const held: ServerResponse[] = [];
  let isReleased = false;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    if (isReleased) response.end("{}");
    else held.push(response);
  };
  const server = createServer((request, response) => void take(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.join("").split('"spanId"').length - 1,
    release: () => {
      isReleased = true;
      for (const response of held) response.end("{}");
    },
  };
}

describe("a collector that hangs", () => {
  it("makes no more than 2,048 spans wait, those being sent included", async () => {
    const place = await hangingCollector();
    const traces = openTraces(settingsFor(place.url), () => {});
    for (let count = 0; count < 1_000; count += 1) traces.take(SPAN);
    await expect.poll(() => place.bodies.length).toBe(1);
    for (let count = 0; count < 4_000; count += 1) traces.take(SPAN);
    place.release();
    await traces[Symbol.asyncDispose]();
    expect(place.spans()).toBe(2_048);
  });

  it("does not hold up the end: what it has not taken by then is lost", async () => {
    const place = await hangingCollector();
    const told: string[] = [];
    const traces = openTraces(settingsFor(place.url), (why) => told.push(why), { closeTimeoutMs: 200 });
    for (let count = 0; count < 2_048; count += 1) traces.take(SPAN);
    await expect.poll(() => place.bodies.length).toBe(1);
    await traces[Symbol.asyncDispose]();
    expect(place.spans()).toBe(512);
    expect(told).toEqual(["the collector did not answer: AbortError"]);
  });
});

describe("what is secret in the settings of a collector", () => {
  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", `http://ada:${SECRET}@collector:4318`],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `http://${SECRET}@collector:4318/x`],
    ["OTEL_EXPORTER_OTLP_HEADERS", `authorization=${SECRET}%0Ax`],
    ["OTEL_EXPORTER_OTLP_HEADERS", `authorization=${SECRET}%01x`],
    ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", `x%20key=${SECRET}`],
  ])("stops the start where %s cannot be used, and is not told: %s", (name, value) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", [name]: value };
    let thrown: unknown;
    try {
      loadConfig(environment);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    expect((thrown as Error).message).toMatch(new RegExp(`^${name}: must be `, "u"));
    expect((thrown as Error).message).not.toContain(SECRET);
  });

  it("is in no line about a collector that cannot be asked", async () => {
    const settings = settingsFor(await closedPort());
    for (const [broken, reason] of [
      [settings, "ECONNREFUSED"],
      [{ ...settings, headers: { authorization: `${SECRET}\nx` } }, "TypeError"],
      [{ ...settings, url: `http://ada:${SECRET}@127.0.0.1/` }, "TypeError"],
    ] as const) {
      const told: string[] = [];
      const traces = openTraces(broken, (why) => told.push(why));
      traces.take(SPAN);
      await traces[Symbol.asyncDispose]();
      expect(told).toEqual([`the collector did not answer: ${reason}`]);
    }
  });
});

it.each([
  { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
  { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf" },
  { OTEL_TRACES_EXPORTER: "console" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_SDK_DISABLED: "true" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_TRACES_EXPORTER: "none" },
])("settings of traces stop no start where no traces are made: %o", (environment) => {
  expect(loadConfig(environment).telemetry).toBeNull();
});
