import type { IncomingHttpHeaders } from "node:http";
import {
  classifyInboundRequest,
  createMcpHandler,
  PerRequestHTTPServerTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  type AuthInfo,
  type JSONRPCRequest,
} from "@modelcontextprotocol/server";
import { ERRORS, PublicError, type ErrorCode } from "../errors.ts";
import type { Registry } from "../mcp/registry.ts";
import { checkParams } from "../mcp/params.ts";
import { serverFor, type Caller } from "../mcp/server.ts";
import type { RpcMessage } from "./message.ts";
import { httpStatus, rpcErrorBody, type RpcId } from "./rpc-error.ts";
import { SingleAnswer } from "./single-answer.ts";

/** Answers messages of both protocol eras with the official SDK. */
export interface Exchange {
  /** The answer to one message. */
  answer(message: RpcMessage, request: HttpRequest, caller: Caller): Promise<JsonAnswer | Response>;
  /** Ends what is still streaming. */
  close(): Promise<void>;
}

/** What matters of an HTTP request beside its body. */
export interface HttpRequest {
  headers: IncomingHttpHeaders;
  /** Aborted where the caller goes away. */
  signal: AbortSignal;
}

/** An answer in one piece; any other streams, or has no body. */
export interface JsonAnswer {
  status: number;
  json: string;
}

/** The first revision of the newer era, in which requests stand for themselves and errors of the protocol carry statuses of their own. */
export const MODERN_ERA = "2026-07-28";

/** Answers longer than this are results: errors are short. */
const MAX_ERROR_LENGTH = 16_384;
/** The error that the SDK's own transport answers to a protocol version it does not know. */
const UNKNOWN_VERSION = -32_000;

export function exchangeOver(registry: Registry): Exchange {
  const modern = createMcpHandler((context) => serverFor(callerOf(context.authInfo), registry), { legacy: "reject" });
  return {
    async answer(message, request, caller) {
      const legacy = isLegacy(message, request.headers);
      if (legacy && message.id === undefined) return new Response(null, { status: 202 });
      // The newer era has no initialize: the SDK says so.
      if (legacy || message.method !== "initialize") checkParams(message);
      const called = { ...caller, sentArguments: message.params?.arguments };
      if (legacy) return answerLegacy({ ...message, id: message.id! }, request, called, registry);
      const response = await modern.fetch(webRequest(request), { authInfo: authInfoOf(called), parsedBody: message });
      return withPublicError(response, message.id ?? null, caller.requestId);
    },
    close: () => modern.close(),
  };
}

/** Whether the SDK would serve the message as one of the older era. Never where the header names the newer one; else the body decides. */
function isLegacy(body: RpcMessage, headers: IncomingHttpHeaders): boolean {
  const version = valueOf(headers["mcp-protocol-version"]);
  if (version === MODERN_ERA) return false;
  const route = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version,
    mcpMethodHeader: valueOf(headers["mcp-method"]),
    mcpNameHeader: valueOf(headers["mcp-name"]),
    body,
  });
  return route.kind === "legacy";
}

async function answerLegacy(
  message: JSONRPCRequest,
  request: HttpRequest,
  caller: Caller,
  registry: Registry,
): Promise<JsonAnswer | Response> {
  const version = valueOf(request.headers["mcp-protocol-version"]);
  if (version !== undefined && message.method !== "initialize" && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    return unknownVersion(message.id);
  }
  const server = serverFor(caller, registry);
  if (caller.takesStream && message.params?._meta?.progressToken !== undefined) {
    const transport = new PerRequestHTTPServerTransport({ classification: { era: "legacy" } });
    await server.connect(transport);
    const response = await transport.handleMessage(message, { request: webRequest(request) });
    return withPublicError(response, message.id, caller.requestId, LEGACY);
  }
  const transport = new SingleAnswer();
  await server.connect(transport);
  const answer = await transport.to(message, request.signal);
  const refused = "error" in answer ? publicError(answer.error as WireError, message.id, caller.requestId, LEGACY) : undefined;
  return refused ?? { status: 200, json: JSON.stringify(answer) };
}

const LEGACY = { modernEra: false };
const MODERN = { modernEra: true };

/** A response of the SDK with its error as ours; a result as it is. */
async function withPublicError(response: Response, id: RpcId, requestId: string, era = MODERN): Promise<JsonAnswer | Response> {
  if (!response.headers.get("content-type")?.includes("application/json")) return response;
  const json = await response.text();
  // Nearly all answers are results, which need not be read back for this.
  const mayBeError = json.length <= MAX_ERROR_LENGTH && json.includes('"error":');
  const error = mayBeError ? (JSON.parse(json) as { error?: WireError }).error : undefined;
  return (error && publicError(error, id, requestId, era)) ?? { status: response.status, json };
}

/**
 * A protocol error with our code, hint and the request's id, and the status that its era expects: the older one takes errors
 * that arise after the envelope as 200. Undefined for errors of the SDK that carry data of their own.
 */
function publicError(error: WireError, id: RpcId, requestId: string, { modernEra }: typeof MODERN): JsonAnswer | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const status = "http" in ERRORS[code] || modernEra ? httpStatus(code, modernEra) : 200;
  const body =
    error.data === undefined
      ? rpcErrorBody(new PublicError(code), id, requestId)
      : { jsonrpc: "2.0", id, error: { ...error, data: { ...error.data, request_id: requestId } } };
  return { status, json: JSON.stringify(body) };
}

interface WireError {
  code: number;
  message: string;
  data?: { code?: string };
}

/** The public error that a protocol error stands for: the one that our handlers threw, or that of the SDK's code. */
function codeOf({ code, data }: WireError): ErrorCode | undefined {
  if (data !== undefined) return data.code !== undefined && data.code in ERRORS ? (data.code as ErrorCode) : undefined;
  switch (code) {
    case -32_600:
      return "invalid_request";
    case -32_601:
      return "unknown_method";
    case -32_602:
      return "invalid_params";
    case -32_603:
      return "internal";
    default:
      return undefined;
  }
}

function unknownVersion(id: RpcId): JsonAnswer {
  const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
  const message = `Bad Request: Unsupported protocol version (supported versions: ${supported})`;
  return { status: 400, json: JSON.stringify({ jsonrpc: "2.0", id, error: { code: UNKNOWN_VERSION, message } }) };
}

/** The request as the SDK takes it; the key is not in it. */
function webRequest({ headers, signal }: HttpRequest): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "authorization") fields.set(name, valueOf(value)!);
  }
  return new Request("http://localhost/", { method: "POST", headers: fields, signal });
}

/** A field's value; several of a name as one. */
function valueOf(field: string | string[] | undefined): string | undefined {
  return Array.isArray(field) ? field.join(", ") : field;
}

/** The SDK hands this on to the factory; the key itself is not in it. */
function authInfoOf(caller: Caller): AuthInfo {
  return { token: "", clientId: caller.key.key_id, scopes: caller.key.scopes, extra: { caller } };
}

function callerOf(authInfo: AuthInfo | undefined): Caller {
  return authInfo?.extra?.caller as Caller;
}
