import { withDeadline } from "../../src/shared/deadline.ts";
import { parseRetryAfter } from "../../src/shared/retry.ts";

/** A request that did not succeed; `again`: the same one may later. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  readonly again: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { again: boolean; retryAfterMs?: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.again = options.again;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Far above what a page takes: a connection that hangs is given up, and asked for again. */
const TIMEOUT_MS = 120_000;
/** Far above the size of a page: what is larger is no answer of arXiv's, and must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Enough for http → https → the host that answers; more is a circle. */
const MAX_REDIRECTS = 3;
/** A host that asks for a longer wait is not waited for. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * The body of a GET request. Says who asks, follows redirects to the given origins alone, and reads no more than 64 MiB. Throws `FetchFailure`,
 * with how long to wait where the host says so; rejects with the reason of `signal` once that is aborted.
 */
export function fetchPolitely(
  url: URL,
  { origins, signal }: { origins: readonly string[]; signal?: AbortSignal },
): Promise<Buffer> {
  const late = () => new FetchFailure(`${url.origin} does not answer in time`, { again: true });
  return withDeadline(TIMEOUT_MS, (ended) => followed(url, origins, ended), { signal, late });
}

async function followed(url: URL, origins: readonly string[], signal: AbortSignal): Promise<Buffer> {
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(address, signal);
    const target = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (target === null) return body(response);
    await response.body?.cancel();
    const next = URL.parse(target, address);
    if (!next || !origins.includes(next.origin) || redirects >= MAX_REDIRECTS) {
      throw new FetchFailure(`${address.origin} leads elsewhere: ${target.slice(0, 200)}`, { again: false });
    }
    address = next;
  }
}

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  const headers = { "User-Agent": "signal-canvas (research search; one request each 3 s)", Accept: "application/xml, text/xml" };
  try {
    return await fetch(url, { headers, redirect: "manual", signal });
  } catch (cause) {
    throw new FetchFailure(`${url.origin} does not answer`, { again: true, cause });
  }
}

async function body(response: Response): Promise<Buffer> {
  const { status, headers } = response;
  const { origin } = new URL(response.url);
  if (status !== 200) {
    await response.body?.cancel();
    const retryAfterMs = parseRetryAfter(headers.get("retry-after"));
    const again = (status === 429 || status >= 500) && (retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS;
    throw new FetchFailure(`${origin} answers with HTTP status ${status}`, { again, retryAfterMs });
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > MAX_BYTES) throw new FetchFailure(`${origin} answers with more than ${MAX_BYTES} bytes`, { again: false });
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof FetchFailure) throw cause;
    throw new FetchFailure(`the answer of ${origin} broke off`, { again: true, cause });
  }
  return Buffer.concat(parts);
}
