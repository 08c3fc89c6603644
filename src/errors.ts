/** Every public error: what a caller is told, never how it came about. `docs/errors.md` has an entry for each, held equal by a test. */
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
    hint: 'Send one object with "jsonrpc": "2.0", "id" and "method"; batches are not served.',
  },
  unknown_method: {
    http: 200,
    rpc: -32601,
    message: "There is no such method.",
    hint: "Call tools/list to see what is offered.",
  },
  unknown_tool: { http: 200, rpc: -32602, message: "There is no such tool.", hint: "Call tools/list to see what is offered." },
  unknown_resource: {
    http: 200,
    rpc: -32602,
    message: "There is no resource at this address.",
    hint: "Call resources/templates/list; ids come from search results and are percent-encoded.",
  },
  unknown_prompt: {
    http: 200,
    rpc: -32602,
    message: "There is no such prompt.",
    hint: "Call prompts/list to see what is offered.",
  },
  invalid_params: {
    http: 200,
    rpc: -32602,
    message: "The params have the wrong shape.",
    hint: 'tools/call takes {"name": …, "arguments": {…}}.',
  },
  missing_key: {
    http: 401,
    rpc: -32600,
    message: "This endpoint wants an API key.",
    hint: "Send it as `Authorization: Bearer <API_KEY>`.",
  },
  invalid_key: {
    http: 401,
    rpc: -32600,
    message: "The API key is not valid.",
    hint: "Make a new key, or check that it was copied whole.",
  },
  expired_key: { http: 401, rpc: -32600, message: "The API key has expired.", hint: "Make a new key." },
  revoked_key: { http: 401, rpc: -32600, message: "The API key was revoked.", hint: "Make a new key." },
  missing_scope: {
    http: 403,
    rpc: -32600,
    message: "The API key lacks a scope that this tool needs.",
    hint: "Use a key with that scope.",
  },
  foreign_origin: {
    http: 403,
    rpc: -32600,
    message: "Requests from this origin or for this host are not served.",
    hint: "Ask the operator to allow the origin or host.",
  },
  method_not_allowed: { http: 405, rpc: -32600, message: "Only POST is served here.", hint: "Send JSON-RPC requests with POST." },
  request_timeout: { http: 408, rpc: -32600, message: "The body took too long to arrive.", hint: "Send it at once." },
  body_too_large: { http: 413, rpc: -32600, message: "The body is larger than 256 KiB.", hint: "Send a smaller request." },
  unsupported_media_type: {
    http: 415,
    rpc: -32600,
    message: "The body must be uncompressed application/json.",
    hint: "Send `Content-Type: application/json` and no Content-Encoding.",
  },
  rate_limited: { http: 429, rpc: -32600, message: "Too many requests with this key.", hint: "Wait as Retry-After says." },
  too_many_in_flight: {
    http: 429,
    rpc: -32600,
    message: "Too many calls at once with this key.",
    hint: "Wait for an answer before the next call.",
  },
  overloaded: { http: 503, rpc: -32603, message: "The server is busy.", hint: "Try again as Retry-After says." },
  not_ready: { http: 503, rpc: -32603, message: "The server is starting or stopping.", hint: "Try again as Retry-After says." },
  key_store_unavailable: {
    http: 503,
    rpc: -32603,
    message: "Keys cannot be checked right now.",
    hint: "Try again as Retry-After says.",
  },
  internal: {
    http: 500,
    rpc: -32603,
    message: "Something went wrong on our side.",
    hint: "Try again; if it stays, tell the operator the request id.",
  },

  wrong_credentials: {
    http: 422,
    page: true,
    message: "The name or the password is not right.",
    hint: "Check both; an administrator may have disabled the account.",
  },
  too_many_attempts: {
    http: 429,
    page: true,
    message: "Too many wrong tries.",
    hint: "Wait a quarter of an hour, then try again.",
  },
  invalid_code: {
    http: 422,
    page: true,
    message: "The code is not good: it was mistyped, used already, or is too old.",
    hint: "Check it, or ask for another.",
  },

  invalid_argument: { tool: true, retryable: false, message: "An argument was refused.", hint: "See field and allowed." },
  unknown_argument: { tool: true, retryable: false, message: "There is no such argument.", hint: "See allowed." },
  not_found: { tool: true, retryable: false, message: "There is nothing with this id.", hint: "Take ids from search results." },
  version_conflict: {
    tool: true,
    retryable: false,
    message: "It was changed since that version.",
    hint: "Read it again and decide anew; allowed is the version that stands.",
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
    message: "The search engine does not answer.",
    hint: "Try again in a moment.",
  },
  index_missing: {
    tool: true,
    retryable: false,
    message: "There is no index yet.",
    hint: "Load papers first: `signal-canvas ingest papers …`, or `signal-canvas demo`.",
  },
  embedder_unavailable: {
    tool: true,
    retryable: true,
    message: "The embedding model does not answer.",
    hint: "Try again in a moment, or search with retrieval: lexical.",
  },
  embedding_mismatch: {
    tool: true,
    retryable: false,
    message: "The index was filled with another embedding model.",
    hint: "Search with retrieval: lexical, or rebuild the index.",
  },
  records_unavailable: {
    tool: true,
    retryable: true,
    message: "The record store does not answer.",
    hint: "Try again in a moment.",
  },
  deadline_exceeded: { tool: true, retryable: true, message: "The call took too long.", hint: "Try again, or ask for less." },
  internal_error: {
    tool: true,
    retryable: true,
    message: "Something went wrong on our side.",
    hint: "Try again; if it stays, tell the operator the request id.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

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

/** An error whose message may be shown to anyone. */
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
