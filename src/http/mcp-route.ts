import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { KeyInfo } from "../access/keys.ts";
import type { KeysLately } from "../access/keys-lately.ts";
import type { InFlight } from "../access/in-flight.ts";
import type { RateLimiter } from "../access/rate-limit.ts";
import { missingScopes, type Scope } from "../access/scopes.ts";
import type { UsageCounter } from "../access/usage.ts";
import { PublicError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { KeyUse } from "../mcp/context.ts";
import { askedFor, type Registry } from "../mcp/registry.ts";
import type { Caller } from "../mcp/server.ts";
import { DEADLINE_MS, SEARCH_DEADLINE_MS, type Tool } from "../mcp/tool.ts";
import type { Library } from "../retrieval/library.ts";
import type { Precedence } from "../shared/precedence.ts";
import { admitKey } from "./admit-key.ts";
import { bearerToken } from "./bearer.ts";
import { preflight, readableBy } from "./cors.ts";
import { MODERN_ERA, type Exchange } from "./exchange.ts";
import { parseBody, readableId, rpcMessage } from "./message.ts";
import type { Metrics } from "./metrics.ts";
import type { Origins } from "./origins.ts";
import { errorHeaders, httpStatus, rpcErrorBody, type RpcId } from "./rpc-error.ts";

export interface McpRouteDeps {
  library: Library;
  registry: Registry;
  exchange: Exchange;
  baseUrl: string;
  origins: Origins;
  rateLimiter: RateLimiter;
  inFlight: InFlight;
  /** The calls of the endpoint go first. */
  precedence: Precedence;
  usage: UsageCounter;
  keysLately: KeysLately;
  metrics: Metrics;
  log: Logger;
  /** False while the server starts or stops. */
  isReady(): boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The key that was accepted for this request. */
    key: KeyInfo | null;
    /** Settled once the key is accepted or refused. */
    admission: Promise<void> | null;
    /** Why the request is refused, found before its body was read. */
    refusal: PublicError | null;
    /** What the log says of the request beside its status. */
    noted: { rpc?: string; tool?: string; code?: string };
  }
}

export const MCP_PATH = "/api/mcp";
const MAX_BODY_BYTES = 256 * 1024;
/** Where the check of a key takes longer than this, in milliseconds, reading for the answer begins beside it, if the key was good lately. */
const LATE_CHECK_MS = 100;

/**
 * The MCP endpoint. A request is refused for its host, origin, readiness, key or rate before its body is looked at; the body is read all
 * the same, so that the refusal can echo the id.
 */
export async function mcpRoute(app: FastifyInstance, deps: McpRouteDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", async (request, reply) => {
    reply.header("Cache-Control", "no-store");
    await admit(request, reply, deps).catch((error: unknown) => {
      request.refusal = error instanceof PublicError ? error : new PublicError("internal", { cause: error });
    });
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, request.refusal ?? publicErrorOf(error), deps));
  app.route({ method: "POST", url: MCP_PATH, handler: (request, reply) => serve(request, reply, deps) });
  app.route({ method: "OPTIONS", url: MCP_PATH, handler: (request, reply) => preflight(request, reply) });
  app.route({
    method: ["GET", "HEAD", "DELETE", "PUT", "PATCH"],
    url: MCP_PATH,
    exposeHeadRoute: false,
    handler: async (request) => {
      throw request.refusal ?? new PublicError("method_not_allowed");
    },
  });
}

/** Everything that can be told from the head of the request. */
async function admit(request: FastifyRequest, reply: FastifyReply, deps: McpRouteDeps): Promise<void> {
  const { origin } = request.headers;
  deps.origins.check(request.host, origin);
  if (origin !== undefined) reply.headers(readableBy(origin));
  if (request.method !== "POST") return;
  if (!deps.isReady()) throw new PublicError("not_ready", { retryAfterSeconds: 2 });
  deps.inFlight.refuseIfFull();
  request.admission = admitKey(request, reply, { ...deps, records: deps.library.records }).then(() => checkMediaType(request));
  const mayBegin = keyLately(request, deps) !== undefined;
  await (mayBegin ? Promise.race([request.admission, sleep(LATE_CHECK_MS, undefined, { ref: false })]) : request.admission);
  request.admission.catch(() => {});
}

/** The request's key as it was when it was good lately; undefined: it was not, or there is none. */
function keyLately({ raw }: FastifyRequest, { keysLately }: McpRouteDeps): KeyInfo | undefined {
  try {
    return keysLately.of(bearerToken(raw));
  } catch {
    return undefined;
  }
}

function checkMediaType(request: FastifyRequest): void {
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/iu.exec(type ?? "")?.[1] ?? "utf-8";
  if (!isJsonContentType(type ?? null) || encoding.toLowerCase() !== "identity" || !/^utf-?8$/iu.test(charset)) {
    throw new PublicError("unsupported_media_type");
  }
}

async function serve(request: FastifyRequest, reply: FastifyReply, deps: McpRouteDeps): Promise<FastifyReply> {
  if (request.refusal) throw request.refusal;
  const early = request.key === null ? earlyKey(request, deps) : null;
  if (early === null) await request.admission;
  const key = early ?? request.key;
  if (key === null) throw new PublicError("internal");
  const message = rpcMessage(bodyOf(request));
  const asked = askedFor(deps.registry, message);
  Object.assign(request.noted, { rpc: namedMethod(message.method), tool: asked?.tool?.name });
  if (asked) requireScopes(asked, key);

  const receivedAt = performance.now() - reply.elapsedTime;
  const kind = kindOf(asked?.tool, deps);
  const leavePlace = await deps.inFlight.enter(key.key_id, { kind, receivedAt });
  // Nothing need wait for a call that waits itself.
  const end = kind === "model" ? () => {} : deps.precedence.enter();
  const leave = () => {
    leavePlace();
    end();
  };
  // A client that went away while its call waited: the event below is over.
  if (request.socket.destroyed) return giveUp(request, reply, leave);
  reply.raw.once("close", leave);
  try {
    const takesStream = request.headers.accept?.includes("text/event-stream") ?? false;
    const caller: Caller = {
      library: deps.library,
      baseUrl: deps.baseUrl,
      key,
      use: () => useOf(key, deps),
      requestId: request.id,
      receivedAt,
      log: deps.log,
      takesStream,
      onToolCall(call) {
        deps.metrics.toolCalled(call, key.key_id);
        if (call.outcome !== "ok" && call.outcome !== "client_gone") deps.usage.countError(key);
      },
    };
    const refused = new AbortController();
    const called = { headers: request.headers, signal: AbortSignal.any([goneSignal(request, reply), refused.signal]) };
    const work = deps.exchange.answer(message, called, caller);
    if (early !== null) {
      work.catch(() => {});
      // Whatever was found, or went wrong, leaves only once the key is known to be good.
      await request.admission
        ?.then(() => requireScopes(asked!, request.key!))
        .catch((error: unknown) => {
          refused.abort();
          throw error;
        });
    }
    const answer = await work;
    if (answer instanceof Response) return reply.send(answer);
    return reply.code(answer.status).type("application/json").serializer(asItIs).send(answer.json);
  } catch (error) {
    if (request.socket.destroyed) return giveUp(request, reply, leave);
    leave();
    throw error;
  }
}

/**
 * The key to begin with while it is still being checked: one that was good lately, in a call that only reads and whose time is short. Null: the check is waited for, also where
 * anything is wrong with the request.
 */
function earlyKey(request: FastifyRequest, deps: McpRouteDeps): KeyInfo | null {
  const key = keyLately(request, deps);
  if (key === undefined) return null;
  try {
    checkMediaType(request);
    const asked = askedFor(deps.registry, rpcMessage(bodyOf(request)));
    if (!asked?.tool?.readsLibrary || asked.tool.deadlineMs > SEARCH_DEADLINE_MS) return null;
    requireScopes(asked, key);
    return key;
  } catch {
    return null;
  }
}

/** Searches tell how busy the server is. Answers that a language model writes wait for it most of their time. */
function kindOf(tool: Tool | undefined, { library }: Pick<McpRouteDeps, "library">): "search" | "model" | "other" {
  if (tool === undefined) return "other";
  if (tool.deadlineMs <= SEARCH_DEADLINE_MS) return "search";
  return tool.deadlineMs > DEADLINE_MS && library.languageModel !== undefined ? "model" : "other";
}

/** Ends a call whose client is gone: its place is free, and nothing is answered. */
function giveUp(request: FastifyRequest, reply: FastifyReply, leave: () => void): FastifyReply {
  leave();
  request.noted.code = "client_gone";
  return reply.hijack();
}

async function useOf({ key_id: keyId }: KeyInfo, { rateLimiter, inFlight, usage }: McpRouteDeps): Promise<KeyUse> {
  const { limit } = rateLimiter;
  return {
    limits: {
      requests_per_minute: limit,
      requests_left: rateLimiter.standing(keyId)?.remaining ?? limit,
      calls_at_once: inFlight.perKey,
    },
    requestsToday: await usage.today(keyId),
  };
}

function bodyOf(request: FastifyRequest): unknown {
  return parseBody(Buffer.isBuffer(request.body) ? request.body : new Uint8Array());
}

function requireScopes({ name, scopes }: { name: string; scopes: readonly Scope[] }, key: KeyInfo): void {
  const missing = missingScopes(scopes, key.scopes);
  if (missing.length === 0) return;
  throw new PublicError("missing_scope", { message: `${name} requires a key with ${missing.join(" and ")}.`, allowed: scopes });
}

/** For a text that is JSON already: the framework would add a charset to its type, which JSON has not. */
function asItIs(json: string): string {
  return json;
}

/** Aborted where the connection closes before the answer is out. */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (request.socket.destroyed) gone.abort();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: PublicError, deps: McpRouteDeps): FastifyReply {
  const { log, metrics, usage } = deps;
  request.noted.code = error.code;
  metrics.requestRefused(error.code);
  if (request.key) usage.countError(request.key);
  if (error.code === "internal" || error.cause !== undefined) {
    log[error.code === "internal" ? "error" : "warn"]({ err: error.cause ?? error, request_id: request.id }, error.code);
  }
  const modern = (request.headers["mcp-protocol-version"] ?? "") >= MODERN_ERA;
  return reply
    .code(httpStatus(error.code, modern))
    .headers(errorHeaders(error))
    .send(rpcErrorBody(error, idOf(request), request.id));
}

function idOf(request: FastifyRequest): RpcId {
  try {
    return readableId(bodyOf(request));
  } catch {
    return null;
  }
}

/** The web framework's errors, and whatever else was thrown, as ours. */
function publicErrorOf(error: unknown): PublicError {
  if (error instanceof PublicError) return error;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : 500;
  switch (status) {
    case 413:
      return new PublicError("body_too_large");
    case 415:
      return new PublicError("unsupported_media_type");
    case 400:
      return new PublicError("invalid_request");
    default:
      return new PublicError("internal", { cause: error });
  }
}

/** A method's name for the log, where it looks like one. */
function namedMethod(method: string): string | undefined {
  return /^[a-z]+(?:\/[a-z_]+){0,3}$/iu.test(method) && method.length <= 60 ? method : undefined;
}
