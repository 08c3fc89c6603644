import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { createGunzip } from "node:zlib";
import { proxyVariables } from "../../src/config.ts";
import { withDeadline } from "../../src/shared/deadline.ts";
import { parseRetryAfter } from "../../src/shared/retry.ts";
import { HOUR_MS } from "../../src/shared/time.ts";

/** A request that did not succeed; `again`: the same one may later. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  readonly again: boolean;
  readonly retryAfterMs: number | undefined;
  /** The beginning of an answer that could not be used. */
  readonly sample: string | undefined;

  constructor(message: string, options: { again: boolean; retryAfterMs?: number; sample?: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.again = options.again;
    this.retryAfterMs = options.retryAfterMs;
    this.sample = options.sample;
  }
}

export interface Answer {
  /** 200, or one of those that the caller reads (`reads`). */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Where it came from in the end. */
  url: URL;
}

/** An answer that leads to another address, which may be asked. */
export interface Moved {
  movedTo: URL;
  headers: IncomingHttpHeaders;
}

export interface RequestOptions {
  /** Scheme, host and port that may be asked; a redirect to any other is a failure. */
  origins: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Statuses beside 200 that are answers and no failures, e.g. 304 and 404. */
  reads?: readonly number[];
  /** Longest answer, unpacked. Default: 64 MiB. */
  maxBytes?: number;
  /** Whether a redirect elsewhere may be gone with the next request, as that of a network's sign-in page. Default: false. */
  repeatsMoved?: boolean;
  /** A host that asks for a longer wait is not waited for, in milliseconds. Default: an hour. */
  maxRetryAfterMs?: number;
  /** Longest time from the request to the end of the answer, in milliseconds. Default: 120,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Far above what an answer takes: a connection that hangs or drips is given up, and asked for again. */
const TIMEOUT_MS = 120_000;
/** Far above the size of a page: what is larger is no answer, and must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_RETRY_AFTER_MS = HOUR_MS;
const SAMPLE_BYTES = 2_048;

/** `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` of the environment apply. */
const AGENTS = {
  "http:": new HttpAgent({ keepAlive: true, proxyEnv: proxyVariables() }),
  "https:": new HttpsAgent({ keepAlive: true, proxyEnv: proxyVariables() }),
};

/**
 * The answer to one GET request; a redirect to one of the given origins is told and not followed, as it is a request of its own. Throws `FetchFailure`,
 * with how long to wait where the host says so; rejects with the reason of `signal` once that is aborted.
 */
export function request(url: URL, options: RequestOptions): Promise<Answer | Moved> {
  const { timeoutMs = TIMEOUT_MS, signal } = options;
  const late = () => new FetchFailure(`${url.origin} did not respond in time`, { again: true });
  return withDeadline(timeoutMs, (ended) => answered(url, { ...options, signal: ended }), { signal, late });
}

async function answered(url: URL, options: RequestOptions): Promise<Answer | Moved> {
  const response = await send(url, options);
  const { statusCode: status = 0, headers } = response;
  const target = status >= 300 && status < 400 && status !== 304 ? headers.location : undefined;
  if (target === undefined) return answerOf(response, url, options);
  response.destroy();
  const movedTo = URL.parse(target, url);
  if (movedTo && options.origins.includes(movedTo.origin)) return { movedTo, headers };
  throw leadsElsewhere(url, target, options);
}

/** What a redirect that is not followed comes to. */
export function leadsElsewhere(
  from: URL,
  target: string,
  { repeatsMoved = false }: Pick<RequestOptions, "repeatsMoved">,
): FetchFailure {
  return new FetchFailure(`${from.origin} redirects elsewhere: ${withoutQuery(target).slice(0, 200)}`, { again: repeatsMoved });
}

/** An answer may repeat the query of the request, and a credential in it. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/su, "");
}

function send(url: URL, { headers, signal }: RequestOptions): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const agent = isSecure ? AGENTS["https:"] : AGENTS["http:"];
  return new Promise((resolve, reject) => {
    const asked = (isSecure ? httpsRequest : httpRequest)(
      url,
      { agent, signal, headers: { ...headers, "Accept-Encoding": "gzip" } },
      resolve,
    );
    asked.on("error", (cause) => reject(new FetchFailure(`${url.origin} is not responding`, { again: true, cause })));
    asked.end();
  });
}

async function answerOf(
  response: IncomingMessage,
  url: URL,
  { reads = [], maxBytes = MAX_BYTES, maxRetryAfterMs = MAX_RETRY_AFTER_MS }: RequestOptions,
): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const isRead = status === 200 || reads.includes(status);
  const limited = isLimited(status, headers);
  if (!isRead || limited) {
    const sample = (await bytesOf(response, url, SAMPLE_BYTES, true).catch(() => Buffer.alloc(0))).toString("utf8");
    const retryAfterMs = parseRetryAfter(headers["retry-after"]) ?? untilReset(headers);
    const again = (limited || status === 429 || status >= 500) && (retryAfterMs ?? 0) <= maxRetryAfterMs;
    throw new FetchFailure(`${url.origin} returned HTTP status ${status}`, { again, retryAfterMs, sample });
  }
  return { status, headers, body: await bytesOf(response, url, maxBytes, false), url };
}

/** GitHub refuses with 403 what others refuse with 429. */
function isLimited(status: number, headers: IncomingHttpHeaders): boolean {
  return status === 403 && (headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0");
}

/** Until the moment that `X-RateLimit-Reset` names in seconds of the epoch, where nothing is left of the limit. */
function untilReset(headers: IncomingHttpHeaders): number | undefined {
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !Number.isFinite(reset)) return undefined;
  return Math.max(0, reset * 1_000 - Date.now());
}

/** The body, unpacked. `cut`: stops at the limit; else more is a failure. */
async function bytesOf(response: IncomingMessage, url: URL, maxBytes: number, cut: boolean): Promise<Buffer> {
  const isPacked = /\bgzip\b/iu.test(response.headers["content-encoding"] ?? "");
  const body: AsyncIterable<Buffer> = isPacked ? response.compose(createGunzip()) : response;
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      length += part.length;
      if (length <= maxBytes) continue;
      response.destroy();
      if (cut) break;
      throw new FetchFailure(`${url.origin} sent more than ${maxBytes} bytes`, { again: true });
    }
  } catch (cause) {
    if (cause instanceof FetchFailure) throw cause;
    throw new FetchFailure(`the response from ${url.origin} was cut off`, { again: true, cause });
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
