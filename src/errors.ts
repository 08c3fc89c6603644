import { asTyped } from "./shared/as-typed.ts";

/** Every public error: what a caller is told, without internal detail. `docs/errors.md` has an entry for each, held equal by a test. */
export const ERRORS = {
  parse_error: {
    http: 400,
    rpc: -32700,
    message: "The body is not valid JSON in UTF-8.",
    hint: "Send one JSON-RPC 2.0 request object.",
  },
  invalid_request: {
    http: 400,
    rpc: -32600,
    message: "The body is not a JSON-RPC 2.0 request.",
    hint: 'Send one object with "jsonrpc": "2.0", "id" and "method"; batch requests are not supported.',
  },
  unknown_method: {
    http: 200,
    rpc: -32601,
    message: "This method does not exist.",
    hint: "Call tools/list to see what is available.",
  },
  unknown_tool: {
    http: 200,
    rpc: -32602,
    message: "This tool does not exist.",
    hint: "Call tools/list to see the available tools.",
  },
  unknown_resource: {
    http: 200,
    rpc: -32602,
    message: "There is no resource with this URI.",
    hint: "Call resources/templates/list for the URI formats; IDs come from search results and must be percent-encoded.",
  },
  unknown_prompt: {
    http: 200,
    rpc: -32602,
    message: "This prompt does not exist.",
    hint: "Call prompts/list to see the available prompts.",
  },
  invalid_params: {
    http: 200,
    rpc: -32602,
    message: "The params are invalid.",
    hint: 'tools/call expects {"name": …, "arguments": {…}}.',
  },
  missing_key: {
    http: 401,
    rpc: -32600,
    message: "This endpoint requires an API key.",
    hint: "Send it as `Authorization: Bearer <API_KEY>`.",
  },
  invalid_key: {
    http: 401,
    rpc: -32600,
    message: "The API key is not valid.",
    hint: "Check that the whole key was copied, or create a new key.",
  },
  expired_key: { http: 401, rpc: -32600, message: "The API key has expired.", hint: "Create a new key." },
  revoked_key: { http: 401, rpc: -32600, message: "The API key has been revoked.", hint: "Create a new key." },
  missing_scope: {
    http: 403,
    rpc: -32600,
    message: "The API key does not have a scope that this tool requires.",
    hint: "Use a key with that scope.",
  },
  foreign_origin: {
    http: 403,
    rpc: -32600,
    message: "Requests from this origin or for this host are not allowed.",
    hint: "Ask the operator to allow the origin or host.",
  },
  method_not_allowed: {
    http: 405,
    rpc: -32600,
    message: "Only POST is supported here.",
    hint: "Send JSON-RPC requests with POST.",
  },
  request_timeout: {
    http: 408,
    rpc: -32600,
    message: "The body took too long to arrive.",
    hint: "Send the whole body without pausing.",
  },
  body_too_large: { http: 413, rpc: -32600, message: "The body is larger than 256 KiB.", hint: "Send a smaller request." },
  unsupported_media_type: {
    http: 415,
    rpc: -32600,
    message: "The body must be uncompressed application/json.",
    hint: "Send `Content-Type: application/json` and no Content-Encoding.",
  },
  rate_limited: {
    http: 429,
    rpc: -32600,
    message: "Too many requests with this key.",
    hint: "Retry after the number of seconds in Retry-After.",
  },
  too_many_in_flight: {
    http: 429,
    rpc: -32600,
    message: "Too many concurrent calls with this key.",
    hint: "Wait for a call to finish before making the next one.",
  },
  overloaded: {
    http: 503,
    rpc: -32603,
    message: "The server is overloaded.",
    hint: "Retry after the number of seconds in Retry-After.",
  },
  not_ready: {
    http: 503,
    rpc: -32603,
    message: "The server is starting up or shutting down.",
    hint: "Retry after the number of seconds in Retry-After.",
  },
  key_store_unavailable: {
    http: 503,
    rpc: -32603,
    message: "API keys cannot be verified right now.",
    hint: "Retry after the number of seconds in Retry-After.",
  },
  internal: {
    http: 500,
    rpc: -32603,
    message: "Something went wrong on our side.",
    hint: "Try again. If the problem persists, send the operator the request ID.",
  },

  wrong_credentials: {
    http: 422,
    page: true,
    message: "The username or password is incorrect.",
    hint: "Check both. The account may also have been disabled by an administrator.",
  },
  too_many_attempts: {
    http: 429,
    page: true,
    message: "Too many failed attempts.",
    hint: "Wait a while, then try again.",
  },
  invalid_code: {
    http: 422,
    page: true,
    message: "The code is not valid. It may be mistyped, already used, or expired.",
    hint: "Check the code, or ask for a new one.",
  },

  invalid_argument: { tool: true, retryable: false, message: "An argument is invalid.", hint: "See field and allowed." },
  unknown_argument: { tool: true, retryable: false, message: "This argument does not exist.", hint: "See allowed." },
  not_found: { tool: true, retryable: false, message: "Nothing was found with this ID.", hint: "Use IDs from search results." },
  read_only: {
    tool: true,
    retryable: false,
    message: "This is shared with you for reading only.",
    hint: "Ask its owner to let you edit it.",
  },
  version_conflict: {
    tool: true,
    retryable: false,
    message: "The version you sent is not the current one.",
    hint: "Read it again and retry with the current version, given in allowed.",
  },
  bad_cursor: {
    tool: true,
    retryable: false,
    message: "The cursor does not belong to this search.",
    hint: "Search again without a cursor.",
  },
  engine_unavailable: {
    tool: true,
    retryable: true,
    message: "The search engine is not responding.",
    hint: "Try again in a few seconds.",
  },
  engine_busy: {
    tool: true,
    retryable: true,
    message: "The search engine is too busy to answer in time.",
    hint: "Try again in a few seconds.",
  },
  index_missing: {
    tool: true,
    retryable: false,
    message: "There is no index yet.",
    hint: `Load papers first: \`${asTyped("ingest papers …")}\`, or \`${asTyped("demo")}\`.`,
  },
  embedder_unavailable: {
    tool: true,
    retryable: true,
    message: "The embedding model is not responding.",
    hint: "Try again in a few seconds, or search with retrieval: lexical.",
  },
  embedding_mismatch: {
    tool: true,
    retryable: false,
    message: "The index was built with a different embedding model.",
    hint: "Search with retrieval: lexical, or rebuild the index.",
  },
  records_unavailable: {
    tool: true,
    retryable: true,
    message: "The database of keys, workspaces and runs is not responding.",
    hint: "Try again in a few seconds.",
  },
  deadline_exceeded: { tool: true, retryable: true, message: "The call timed out.", hint: "Try again, or request less." },
  internal_error: {
    tool: true,
    retryable: true,
    message: "Something went wrong on our side.",
    hint: "Try again. If the problem persists, send the operator the request ID.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** True where the search engine, or a part of it, does not answer now: away or busy. */
export function isEngineSilent(error: unknown): boolean {
  return error instanceof PublicError && (error.code === "engine_unavailable" || error.code === "engine_busy");
}

export interface PublicErrorDetails {
  /** A sentence for this case in place of the general one; it goes out as it is, so it holds no host, path or secret. */
  message?: string;
  /** What to do in this case, in place of the general advice; held to the same. */
  hint?: string;
  /** The argument it is about, e.g. `filters.year_from`. */
  field?: string;
  allowed?: string | readonly string[];
  retryAfterSeconds?: number;
  /** For the log alone. */
  cause?: unknown;
}

/** An error whose message is safe to show to anyone. */
export class PublicError extends Error {
  override readonly name = "PublicError";
  readonly code: ErrorCode;
  readonly hint: string;
  readonly field: string | undefined;
  readonly allowed: string | readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: PublicErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? ERRORS[code].hint;
    this.field = details.field;
    this.allowed = details.allowed;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
