import { errors } from "@elastic/elasticsearch";
import { asPublicError } from "../elasticsearch/errors.ts";
import { ERRORS, PublicError } from "../errors.ts";
import { recordsUnavailable } from "./unavailable.ts";

/** What a failed call is to callers: `records_unavailable`, unless the mistake is ours. */
export function asRecordsError(error: unknown): Error {
  const translated = asPublicError(error);
  if (!(translated instanceof PublicError) || translated.code === "internal_error") return translated;
  const { cause, code, message, hint, retryAfterSeconds } = translated;
  // Refused credentials and certificates have a sentence of their own.
  const isTold = code === "engine_unavailable" && message !== ERRORS[code].message;
  return isTold ? new PublicError("records_unavailable", { message, hint, cause }) : recordsUnavailable(cause, retryAfterSeconds);
}

/** True where the server itself says that the record or the whole index is not there; not for a 404 of something in between. */
export function isAbsence(error: unknown): boolean {
  if (errorType(error) === "index_not_found_exception") return true;
  const body =
    error instanceof errors.ResponseError ? (error.body as { found?: boolean; result?: string } | undefined) : undefined;
  return body?.found === false || body?.result === "not_found";
}

/** The type of the error that the server answers with; undefined where it sent none. */
export function errorType(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return (error.body as { error?: { type?: string } } | undefined)?.error?.type;
}
