import { errors } from "@elastic/elasticsearch";
import { PublicError } from "../../errors.ts";
import { WriteError } from "../port.ts";

/** An error object of Elasticsearch, in an answer or in one item of it. */
export interface Failure {
  type?: string;
  reason?: string | null;
  caused_by?: Failure;
  root_cause?: Failure[];
}

/** The time of a call is over. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";

  constructor(timeoutMs: number) {
    super(`Elasticsearch did not answer within ${timeoutMs} ms`);
  }
}

/** What a failed call is to callers; errors of ours stay as they are. */
export function asPublicError(error: unknown): Error {
  if (error instanceof PublicError || error instanceof WriteError) return error;
  if (!isFault(error)) return new PublicError("internal_error", { cause: error });
  const answer = answerOf(error);
  if (answer === null) return new PublicError("engine_unavailable", { cause: error });
  return failureToPublicError(answer.status, answer.failure, { cause: error, retryAfterMs: answer.retryAfterMs });
}

/** What one failed part of an answer (a search of several, an item of a bulk) is to callers. */
export function failureToPublicError(
  status: number,
  failure: Failure,
  { cause = new Error(describe(failure)), retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
): PublicError {
  if (failure.type === "index_not_found_exception") return new PublicError("index_missing", { cause });
  if (status === 401 || status === 403) {
    return new PublicError("engine_unavailable", { message: "The search engine refuses this server's credentials.", cause });
  }
  if (isPassing(status)) {
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    return new PublicError("engine_unavailable", { cause, retryAfterSeconds });
  }
  if (describe(failure).includes("different number of dimensions")) return new PublicError("embedding_mismatch", { cause });
  return new PublicError("internal_error", { cause });
}

/**
 * What became of a bulk request of this many bytes that failed as a whole. A missing index and refused credentials are public errors: no smaller
 * and no later request mends them.
 */
export function asWriteError(error: unknown, bytes: number): Error {
  if (!isFault(error)) return asPublicError(error);
  const answer = answerOf(error);
  if (answer === null) return new WriteError("retry", `no usable answer: ${error.message}`, { cause: error });
  const { status, failure, retryAfterMs } = answer;
  const reason = `${status} ${describe(failure)}`;
  if (status === 413 || fillsWriteMemory(failure, bytes)) return new WriteError("too_large", reason, { cause: error });
  if (isPassing(status)) return new WriteError("retry", reason, { cause: error, retryAfterMs });
  if (status === 400) return new WriteError("refused", reason, { cause: error });
  return asPublicError(error);
}

/**
 * True where a bulk of this many bytes is refused with 429, as if waiting would help, though it fills the memory that the
 * server gives to all writes together by itself: a document is counted on arrival and again while it is written.
 */
export function fillsWriteMemory({ type, reason }: Failure, bytes: number): boolean {
  if (type !== "es_rejected_execution_exception") return false;
  const limit = /max_(?:coordinating|primary)_bytes=(\d+)/u.exec(reason ?? "")?.[1];
  return limit !== undefined && 2 * bytes > Number(limit);
}

/** True where the same request may pass later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** True where the request did not get through or its answer did not come back whole. */
export function isConnectionFault(error: unknown): boolean {
  return error instanceof errors.ConnectionError;
}

/** The error's type and reasons in one line, from the outside in. */
export function describe(failure: Failure): string {
  const reasons = [failure.type, failure.reason, ...(failure.root_cause ?? []).map(({ reason }) => reason)];
  for (let cause = failure.caused_by; cause; cause = cause.caused_by) reasons.push(cause.reason);
  return [...new Set(reasons.filter(Boolean))].join(": ") || "no reason given";
}

/** True for what went wrong outside; anything else is a mistake of ours. */
function isFault(error: unknown): error is Error {
  return error instanceof errors.ElasticsearchClientError || error instanceof DeadlinePassed;
}

interface Answer {
  status: number;
  failure: Failure;
  retryAfterMs: number | undefined;
}

/**
 * The answer behind a client error; null where there was none that tells anything: no connection, no time left, a body that
 * is not whole, or a page of a proxy in between. Status 413, 429 and 5xx speak for themselves, whoever sends them.
 */
function answerOf(error: unknown): Answer | null {
  if (!(error instanceof errors.ResponseError)) return null;
  const status = error.statusCode ?? 0;
  const body = error.body as { error?: Failure | string } | string | undefined;
  const told = typeof body === "object" && body !== null ? body.error : undefined;
  if (told === undefined && status !== 413 && !isPassing(status)) return null;
  const failure = typeof told === "string" ? { reason: told } : (told ?? {});
  return { status, failure, retryAfterMs: retryAfterMs(error.headers?.["retry-after"]) };
}

/** Reads `Retry-After`: seconds, or a date. */
function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== "string" || header.trim() === "") return undefined;
  const ms = /^\d+$/u.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
