import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { InFlight } from "../access/in-flight.ts";
import { RateLimiter } from "../access/rate-limit.ts";
import { UsageCounter } from "../access/usage.ts";
import type { Config } from "../config.ts";
import type { IngestRuns } from "../holdings/ingest-runs.ts";
import type { Logger } from "../log.ts";
import { REGISTRY, type Registry } from "../mcp/registry.ts";
import { assetRoutes } from "../pages/assets.ts";
import { answerBrowser, wantsPage } from "../pages/error-page.ts";
import { PAGE_LIMITS, type PageLimits } from "../pages/security/limits.ts";
import { pages } from "../pages/pages.ts";
import { sourceStatuses } from "../records/source-status.ts";
import type { Library } from "../retrieval/library.ts";
import { answerClientError } from "./client-error.ts";
import { exchangeOver } from "./exchange.ts";
import { healthRoutes } from "./health.ts";
import { llmsText } from "./llms-text.ts";
import { KeysLately } from "../access/keys-lately.ts";
import { mcpRoute } from "./mcp-route.ts";
import { Metrics } from "./metrics.ts";
import { metricsRoute } from "./metrics-route.ts";
import { originsOf } from "./origins.ts";
import { partsOf } from "./parts.ts";
import { measured, type PartName } from "../telemetry/measured.ts";
import { Precedence } from "../shared/precedence.ts";
import { rememberedFor } from "../shared/remembered-for.ts";
import { rounded } from "../shared/rounding.ts";
import { traced, type SpanSink } from "../shared/tracing.ts";
import { traceRequests } from "./trace-requests.ts";

export interface AppDeps {
  library: Library;
  config: Pick<Config, "baseUrl" | "allowedOrigins" | "trustProxy" | "rateLimitPerMinute" | "oidc" | "dataDir">;
  /** What the pages read of the pipeline's runs. */
  ingestRuns: IngestRuns;
  log: Logger;
  /** Takes spans; left out: no traces are made. */
  traces?: SpanSink;
  /** In place of what the service offers, for tests of the protocol. */
  registry?: Registry;
  /** How long a request may take to arrive, in milliseconds; for tests. Default: 15,000. */
  requestTimeoutMs?: number;
  /** For tests. Default: `PAGE_LIMITS`. */
  pageLimits?: PageLimits;
}

const REQUEST_TIMEOUT_MS = 15_000;
/** Must not exceed the one above: Node would take the longer of the two for the whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 60_000;
/** How often slow requests are looked for. */
const CHECK_INTERVAL_MS = 1_000;
/** Of so many runs of loads `/metrics` tells how they ended. */
const LATEST_RUNS = 100;
/** A scrape asks several times. */
const RUNS_LIFETIME_MS = 5_000;
/** How often a server that stops looks whether its last call is answered. */
const IDLE_CHECK_MS = 50;

export interface Server {
  app: FastifyInstance;
  /** Lets health checks say that the server stops; requests are answered as before. */
  stopTaking(): void;
  /** Resolves once no call is being answered. */
  idle(): Promise<void>;
}

/** The HTTP server alone. */
export function buildApp(deps: AppDeps): FastifyInstance {
  return buildServer(deps).app;
}

/** The HTTP server, ready to listen. Closing it refuses new requests, lets running ones finish and ends streams. */
export function buildServer(deps: AppDeps): Server {
  const { config, log, registry = REGISTRY, requestTimeoutMs = REQUEST_TIMEOUT_MS, pageLimits = PAGE_LIMITS } = deps;
  const app = fastify({
    logger: false,
    trustProxy: nearest(config.trustProxy),
    genReqId: () => `req_${randomBytes(8).toString("hex")}`,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: {
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
    },
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    // An address that cannot be read reaches no route, and so no handler of errors.
    frameworkErrors(error, request: FastifyRequest, reply: FastifyReply) {
      if (wantsPage(request)) void answerBrowser(error, request, reply, { log });
      else void reply.code(400).send(unreadable(request));
    },
  });
  app.decorateRequest("key", null);
  app.decorateRequest("admission", null);
  app.decorateRequest("refusal", null);
  app.decorateRequest("visitor", null);
  app.decorateRequest("noted");
  app.decorateRequest("span", null);
  app.addHook("onRequest", async (request, reply) => {
    request.noted = {};
    reply.headers({ "X-Request-Id": request.id, "X-Content-Type-Options": "nosniff" });
  });
  const inFlight = new InFlight();
  const precedence = new Precedence();
  // Health checks are no part of a call.
  const { library: unmeasured, ingestRuns } = deps;
  const lookAtParts = partsOf(unmeasured);
  const latestRuns = rememberedFor({ ms: RUNS_LIFETIME_MS, max: 1 }, () => ingestRuns.latest(LATEST_RUNS));
  const metrics = new Metrics({
    inFlight,
    lookAtParts,
    sources: () => sourceStatuses(unmeasured.records),
    ingestRuns: () => latestRuns(""),
  });
  const around = <Result>(part: PartName, run: () => Promise<Result>, of?: string): Promise<Result> =>
    traced(part, () => metrics.timed(part, run), of === undefined ? {} : { "signal_canvas.documents": of });
  const library = measured(unmeasured, around);
  if (deps.traces) traceRequests(app, deps.traces);
  app.addHook("onResponse", async (request, reply) => {
    logRequest(log, request, reply);
    metrics.requestAnswered(request.method, request.routeOptions.url, reply.statusCode);
  });

  const usage = new UsageCounter(library.records, { onError: (err) => log.warn({ err }, "usage could not be saved yet") });
  app.addHook("onClose", () => usage.close());

  const exchange = exchangeOver(registry);
  let takesMore = true;
  let closing = false;
  app.addHook("onSend", async (_request, reply) => {
    // The next request of this client goes to another server.
    if (!takesMore) reply.header("Connection", "close");
  });
  app.addHook("preClose", async () => {
    takesMore = false;
    closing = true;
    await exchange.close();
  });
  const isReady = () => !closing;
  const origins = originsOf(config.baseUrl, config.allowedOrigins);
  const rateLimiter = new RateLimiter(library.records, config.rateLimitPerMinute, {
    onError: (err) => log.warn({ err }, "the rate limit applies to this server alone"),
  });
  void app.register(mcpRoute, {
    keysLately: new KeysLately(),
    library,
    registry,
    exchange,
    baseUrl: config.baseUrl,
    origins,
    rateLimiter,
    inFlight,
    precedence,
    usage,
    metrics,
    log,
    isReady,
  });
  void app.register(healthRoutes, { lookAtParts, isReady: () => takesMore });
  void app.register(metricsRoute, { records: library.records, rateLimiter, usage, metrics, log });
  void app.register(pages, {
    records: library.records,
    library,
    ingestRuns,
    config,
    limits: pageLimits,
    rateLimiter,
    inFlight,
    precedence,
    log,
    checkHost: (host) => origins.check(host, undefined),
  });
  assetRoutes(app);
  app.get("/llms.txt", async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(llmsText(config.baseUrl, registry.tools)),
  );
  app.setErrorHandler((error, request, reply) => {
    if (wantsPage(request)) return answerBrowser(error, request, reply, { log });
    const refusal = refusalStatus(error);
    if (refusal !== null) {
      request.noted.code = "invalid_request";
      return reply.code(refusal).send(unreadable(request));
    }
    log.error({ err: error, request_id: request.id }, "a request failed");
    return reply.code(500).send({ error: "internal", message: "Something went wrong on our side.", request_id: request.id });
  });
  return {
    app,
    stopTaking: () => (takesMore = false),
    async idle() {
      while (inFlight.running + inFlight.waiting > 0) await sleep(IDLE_CHECK_MS);
    },
  };
}

function unreadable({ id }: { id: string }): object {
  return { error: "invalid_request", message: "The request could not be read.", request_id: id };
}

/** The status with which the web framework refuses a request for a fault of its sender; null: the fault is ours. */
function refusalStatus(error: unknown): number | null {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : null;
}

/**
 * Trusts so many proxies, counted from this server, and nobody behind them: a proxy adds the address that it was asked from to whatever `X-Forwarded-For` the
 * asker had made up.
 */
function nearest(proxies: number): false | ((address: string, hop: number) => boolean) {
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}

/** One line a request: never its address's query, its body, or the key. */
function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      request_id: request.id,
      ...(request.span ? { trace_id: request.span.traceId } : {}),
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: rounded(reply.elapsedTime, 1),
      remote: request.ip,
      ...(request.key ? { key_id: request.key.key_id } : {}),
      ...request.noted,
    },
    "request",
  );
}
