import { ERRORS, PublicError, type ErrorCode } from "../errors.ts";

/** An id that a JSON-RPC answer can echo. */
export type RpcId = string | number | null;

export interface RpcErrorBody {
  jsonrpc: "2.0";
  id: RpcId;
  error: { code: number; message: string; data: { code: ErrorCode; hint: string; request_id?: string } };
}

/** Statuses that differ in the 2026 era, whose clients take a protocol error by its status. */
const MODERN_STATUS: Partial<Record<ErrorCode, number>> = {
  unknown_method: 404,
  unknown_tool: 400,
  unknown_resource: 400,
  unknown_prompt: 400,
  invalid_params: 400,
};

/** The HTTP status of an error. */
export function httpStatus(code: ErrorCode, modernEra = false): number {
  const entry = ERRORS[code];
  if (modernEra && MODERN_STATUS[code] !== undefined) return MODERN_STATUS[code];
  return "http" in entry ? entry.http : ERRORS.internal.http;
}

/** The JSON-RPC error object of an error; one that belongs to tools has no place here and counts as our own fault. */
export function rpcErrorBody(error: PublicError, id: RpcId, requestId?: string): RpcErrorBody {
  const entry = ERRORS[error.code];
  if (!("rpc" in entry)) return rpcErrorBody(new PublicError("internal"), id, requestId);
  return {
    jsonrpc: "2.0",
    id,
    error: {
      code: entry.rpc,
      message: error.message,
      data: { code: error.code, hint: error.hint, ...(requestId === undefined ? {} : { request_id: requestId }) },
    },
  };
}

/** The header fields that belong to an error: `WWW-Authenticate`, `Retry-After`, `Allow`. */
export function errorHeaders(error: PublicError): Record<string, string> {
  const status = httpStatus(error.code);
  const challenge = 'Bearer realm="signal-canvas"';
  if (error.code === "missing_key") return { "WWW-Authenticate": challenge };
  if (status === 401) return { "WWW-Authenticate": `${challenge}, error="invalid_token"` };
  if (error.code === "missing_scope") {
    const scope = [error.allowed ?? []].flat().join(" ");
    return { "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${scope}"` };
  }
  if (error.code === "method_not_allowed") return { Allow: "POST" };
  if (status === 429 || status === 503) return { "Retry-After": String(error.retryAfterSeconds ?? 1) };
  return {};
}
