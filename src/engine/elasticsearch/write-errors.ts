import { answerOf, asPublicError, describe, isFault, isPassing, type Failure } from "../../elasticsearch/errors.ts";
import { WriteError } from "../writes.ts";

/**
 * What became of a bulk request of this many bytes that failed as a whole. A missing index and refused credentials are public errors: no smaller
 * and no later request mends them.
 */
export function asWriteError(error: unknown, bytes: number): Error {
  if (!isFault(error)) return asPublicError(error);
  const answer = answerOf(error);
  if (answer === null) return new WriteError("retry", `no usable response: ${error.message}`, { cause: error });
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
