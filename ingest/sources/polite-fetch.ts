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

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** A host that asks for a longer wait is not waited for. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * The body of a GET request. Says who asks, follows redirects to the given origins alone, and reads no more than 64 MiB. Throws `FetchFailure`,
 * with how long to wait where the host says so.
 */
export async function fetchPolitely(url: URL, options: { origins: readonly string[]; signal?: AbortSignal }): Promise<Buffer> {
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await request(address, options.signal);
    const target = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (target === null) return body(response);
    await response.body?.cancel();
    const next = URL.parse(target, address);
    if (!next || !options.origins.includes(next.origin) || redirects >= MAX_REDIRECTS) {
      throw new FetchFailure(`${address.origin} leads elsewhere: ${target.slice(0, 200)}`, { again: false });
    }
    address = next;
  }
}

async function request(url: URL, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { "User-Agent": "signal-canvas (research search; one request each 3 s)", Accept: "application/xml, text/xml" };
  try {
    return await fetch(url, { headers, redirect: "manual", signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (cause) {
    throw new FetchFailure(`${url.origin} does not answer`, { again: true, cause });
  }
}

async function body(response: Response): Promise<Buffer> {
  const { status, headers } = response;
  const { origin } = new URL(response.url);
  if (status !== 200) {
    await response.body?.cancel();
    const retryAfterMs = waitOf(headers.get("retry-after"));
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

/** `Retry-After` in milliseconds: seconds, or a date. */
function waitOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,6}$/u.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
