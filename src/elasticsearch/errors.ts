import { errors } from "@elastic/elasticsearch";
import { PublicError } from "../errors.ts";
import { DeadlinePassed } from "../shared/deadline.ts";
import { parseRetryAfter } from "../shared/retry.ts";

/** An error object of Elasticsearch, in an answer or in one item of it. */
export interface Failure {
  type?: string;
  reason?: string | null;
  caused_by?: Failure;
  root_cause?: Failure[];
}

/** What a failed call is to callers; errors of ours stay as they are. */
export function asPublicError(error: unknown): Error {
  if (error instanceof PublicError) return error;
  if (error instanceof Busy) return new PublicError("engine_busy", { cause: error.cause, retryAfterSeconds: 1 });
  if (!isFault(error)) return new PublicError("internal_error", { cause: error });
  const answer = answerOf(error);
  if (answer === null) return new PublicError("engine_unavailable", { ...tlsFault(error), cause: error });
  return failureToPublicError(answer.status, answer.failure, { cause: error, retryAfterMs: answer.retryAfterMs });
}

const CREDENTIALS_HINT = "Check ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.";

interface Told {
  message: string;
  hint: string;
}

/** What a connection that TLS refused is told as, by what OpenSSL says of it: it looks like a server that is away, and is none. */
const TLS_FAULTS: readonly [RegExp, Told][] = [
  [
    /certificate has expired/iu,
    { message: "The certificate of the search engine has expired.", hint: "Renew the certificate of Elasticsearch." },
  ],
  [
    /certificate is not yet valid/iu,
    {
      message: "The certificate of the search engine is not valid yet.",
      hint: "Check the clocks of this machine and of Elasticsearch.",
    },
  ],
  [
    /altnames/iu,
    {
      message: "The certificate of the search engine is for a different host name.",
      hint: "Use a host name in ELASTICSEARCH_URL that the certificate covers, or issue a certificate for this one.",
    },
  ],
  [
    /certificate|self[- ]signed/iu,
    {
      message: "The certificate of the search engine could not be verified: its issuer is not trusted here.",
      hint: "Set ELASTICSEARCH_CA_FILE to the CA certificate that issued it.",
    },
  ],
  [
    /wrong version number|packet length too long|EPROTO/iu,
    { message: "The search engine does not speak TLS.", hint: "Use http:// in ELASTICSEARCH_URL, or set up TLS there." },
  ],
];

function tlsFault({ message }: Error): Told | undefined {
  return TLS_FAULTS.find(([said]) => said.test(message))?.[1];
}

/** For a server that answers plain HTTP with nothing, and speaks TLS. */
export const SPEAKS_TLS: Told = {
  message: "The search engine speaks TLS, but ELASTICSEARCH_URL begins with http://.",
  hint: "Use https:// in ELASTICSEARCH_URL, with ELASTICSEARCH_CA_FILE if the issuer of its certificate is not publicly trusted.",
};

/** What one failed part of an answer (a search of several, an item of a bulk) is to callers. */
export function failureToPublicError(
  status: number,
  failure: Failure,
  { cause = new Error(describe(failure)), retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
): PublicError {
  if (failure.type === "index_not_found_exception") return new PublicError("index_missing", { cause });
  if (status === 401 || status === 403) {
    return new PublicError("engine_unavailable", {
      message:
        status === 401
          ? "The search engine rejected this server's credentials."
          : "This server's credentials do not have the privileges for this request to the search engine.",
      hint: status === 401 ? CREDENTIALS_HINT : "Give its user the privileges in docs/deployment.md.",
      cause,
    });
  }
  if (isPassing(status)) {
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    return new PublicError(status === 429 ? "engine_busy" : "engine_unavailable", { cause, retryAfterSeconds });
  }
  if (describe(failure).includes("different number of dimensions")) return new PublicError("embedding_mismatch", { cause });
  return new PublicError("internal_error", { cause });
}

/** True where the same request may pass later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** True where the request did not get through or its answer did not come back whole. */
export function isConnectionFault(error: unknown): boolean {
  return error instanceof errors.ConnectionError;
}

/** True where another node may answer: this one was not reached, broke off, took too long, says that it cannot now, or something else answered in its place. */
export function mayPassElsewhere(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return [502, 503, 504].includes(error.statusCode ?? 0);
  return isConnectionFault(error) || error instanceof errors.TimeoutError || isForeignAnswer(error);
}

/** True for an answer that is none of Elasticsearch, such as the page of a proxy in between. The client does not hold it against the node. */
export function isForeignAnswer(error: unknown): boolean {
  return error instanceof errors.ProductNotSupportedError || error instanceof errors.DeserializationError;
}

/** True where no byte of the request can have reached a server. The client keeps only the text of what went wrong. */
export function wasNotSent(error: unknown): boolean {
  return isConnectionFault(error) && /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/u.test((error as Error).message);
}

/** The error's type and reasons in one line, from the outside in. */
export function describe(failure: Failure): string {
  const reasons = [failure.type, failure.reason, ...(failure.root_cause ?? []).map(({ reason }) => reason)];
  for (let cause = failure.caused_by; cause; cause = cause.caused_by) reasons.push(cause.reason);
  return [...new Set(reasons.filter(Boolean))].join(": ") || "no reason given";
}

/** A server that answers others took too long for one call. */
export class Busy extends Error {
  override readonly name = "Busy";
}

/** True for what went wrong outside; anything else is a mistake of ours. */
export function isFault(error: unknown): error is Error {
  return error instanceof errors.ElasticsearchClientError || error instanceof DeadlinePassed;
}

/** An answer of the server that tells what went wrong. */
interface Answer {
  status: number;
  failure: Failure;
  retryAfterMs: number | undefined;
}

/**
 * The answer behind a client error; null where there was none that tells anything: no connection, no time left, a body that
 * is not whole, or a page of a proxy in between. Status 413, 429 and 5xx speak for themselves, whoever sends them.
 */
export function answerOf(error: unknown): Answer | null {
  if (!(error instanceof errors.ResponseError)) return null;
  const status = error.statusCode ?? 0;
  const body = error.body as { error?: Failure | string } | string | undefined;
  const told = typeof body === "object" && body !== null ? body.error : undefined;
  if (told === undefined && status !== 413 && !isPassing(status)) return null;
  const failure = typeof told === "string" ? { reason: told } : (told ?? {});
  return { status, failure, retryAfterMs: parseRetryAfter(error.headers?.["retry-after"]) };
}
