import {
  createMcpHandler,
  isLegacyRequest,
  PerRequestHTTPServerTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  type AuthInfo,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import { ERRORS, PublicError, type ErrorCode } from "../errors.ts";
import type { Offer } from "../mcp/offer.ts";
import { checkParams } from "../mcp/params.ts";
import { serverFor, type Caller } from "../mcp/server.ts";
import type { RpcMessage } from "./message.ts";
import { httpStatus, rpcErrorBody, type RpcId } from "./rpc-error.ts";

/** Answers messages of both protocol eras with the official SDK. */
export interface Exchange {
  /** The answer to one message. `request` carries header fields and the abort signal; its body is not read. */
  answer(message: RpcMessage, request: Request, caller: Caller): Promise<Response>;
  /** Ends what is still streaming. */
  close(): Promise<void>;
}

/** Answers longer than this are results: errors are short. */
const LONGEST_ERROR = 16_384;
/** The error that the SDK's own transport answers to a protocol version it does not know. */
const UNKNOWN_VERSION = -32_000;

export function exchangeOver(offer: Offer): Exchange {
  const modern = createMcpHandler((context) => serverFor(callerOf(context.authInfo), offer), { legacy: "reject" });
  return {
    async answer(message, request, caller) {
      const legacy = await isLegacyRequest(request, message);
      if (legacy && message.id === undefined) return new Response(null, { status: 202 });
      // The newer era has no initialize: the SDK says so.
      if (legacy || message.method !== "initialize") checkParams(message);
      const called = { ...caller, sentArguments: message.params?.arguments };
      const response = legacy
        ? await answerLegacy(message, request, called, offer)
        : await answerModern(modern, message, request, called);
      return withPublicError(response, message.id ?? null, !legacy, caller.requestId);
    },
    close: () => modern.close(),
  };
}

async function answerModern(handler: McpHttpHandler, message: RpcMessage, request: Request, caller: Caller): Promise<Response> {
  return handler.fetch(request, { authInfo: authInfoOf(caller), parsedBody: message });
}

async function answerLegacy(message: RpcMessage, request: Request, caller: Caller, offer: Offer): Promise<Response> {
  const version = request.headers.get("mcp-protocol-version");
  if (version !== null && message.method !== "initialize" && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    return unknownVersion(message.id ?? null);
  }
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: "legacy" },
    responseMode: caller.takesStream ? "auto" : "json",
  });
  const server = serverFor(caller, offer);
  await server.connect(transport);
  return transport.handleMessage({ ...message, id: message.id! }, { request, authInfo: authInfoOf(caller) });
}

/**
 * Puts our code, hint and the request's id into a protocol error, and the status that its era expects: the older one takes errors
 * that arise after the envelope as 200. Errors of the SDK that carry data of their own stay as they are.
 */
async function withPublicError(response: Response, id: RpcId, modernEra: boolean, requestId: string): Promise<Response> {
  if (!response.headers.get("content-type")?.includes("application/json")) return response;
  const text = await response.text();
  const error = text.length > LONGEST_ERROR ? undefined : (JSON.parse(text) as { error?: WireError }).error;
  const code = error && codeOf(error);
  if (error === undefined || code === undefined) {
    return new Response(text, { status: response.status, headers: response.headers });
  }
  const status = "http" in ERRORS[code] || modernEra ? httpStatus(code, modernEra) : 200;
  if (error.data === undefined) return Response.json(rpcErrorBody(new PublicError(code), id, requestId), { status });
  return Response.json({ jsonrpc: "2.0", id, error: { ...error, data: { ...error.data, request_id: requestId } } }, { status });
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

function unknownVersion(id: RpcId): Response {
  const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
  const message = `Bad Request: Unsupported protocol version (supported versions: ${supported})`;
  return Response.json({ jsonrpc: "2.0", id, error: { code: UNKNOWN_VERSION, message } }, { status: 400 });
}

/** The SDK hands this on to the factory; the key itself is not in it. */
function authInfoOf(caller: Caller): AuthInfo {
  return { token: "", clientId: caller.key.key_id, scopes: caller.key.scopes, extra: { caller } };
}

function callerOf(authInfo: AuthInfo | undefined): Caller {
  return authInfo?.extra?.caller as Caller;
}
