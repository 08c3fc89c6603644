import { PublicError } from "../errors.ts";
import type { RpcId } from "./rpc-error.ts";

/** One JSON-RPC 2.0 message; a notification has no id. */
export interface RpcMessage {
  jsonrpc: "2.0";
  id?: string | number;
  method: string;
  params?: Record<string, unknown>;
}

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body. Throws `parse_error` where it is not JSON in UTF-8. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    // The parser's own message repeats a part of the body, which has no place in a log.
    throw new PublicError("parse_error");
  }
}

/** The id to echo in an answer to a body of any shape. */
export function readableId(body: unknown): RpcId {
  if (!isObject(body)) return null;
  return typeof body.id === "string" || (typeof body.id === "number" && Number.isFinite(body.id)) ? body.id : null;
}

/**
 * The message that a body holds, without any member that JSON-RPC does not know. Throws `invalid_request` for anything but one request or notification of bounded depth and size in
 * well-formed Unicode, `invalid_params` for params that are no object.
 */
export function rpcMessage(body: unknown): RpcMessage {
  if (Array.isArray(body)) throw invalid("Batch requests are not supported.");
  if (!isObject(body) || body.jsonrpc !== "2.0" || typeof body.method !== "string") throw new PublicError("invalid_request");
  checkSize(body);
  if ("id" in body && typeof body.id !== "string" && !Number.isSafeInteger(body.id)) {
    throw invalid("The id must be a string or an integer.");
  }
  if ("params" in body && !isObject(body.params)) throw new PublicError("invalid_params");
  const { jsonrpc, id, method, params } = body as unknown as RpcMessage;
  return { jsonrpc, ...(id === undefined ? {} : { id }), method, ...(params === undefined ? {} : { params }) };
}

/** Walks the value without recursion, so that no depth can exhaust the stack. */
function checkSize(body: object): void {
  const open: { value: unknown; depth: number }[] = [{ value: body, depth: 1 }];
  let keys = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === "string" && !value.isWellFormed())
      throw invalid("The body contains text that is not well-formed Unicode.");
    if (value === null || typeof value !== "object") continue;
    if (depth > MAX_DEPTH) throw invalid(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        keys += 1;
        if (!key.isWellFormed()) throw invalid("The body contains a key that is not well-formed Unicode.");
      }
      open.push({ value: member, depth: depth + 1 });
    }
    if (keys > MAX_KEYS) throw invalid(`The body has more than ${MAX_KEYS} keys.`);
  }
}

function invalid(message: string): PublicError {
  return new PublicError("invalid_request", { message });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
