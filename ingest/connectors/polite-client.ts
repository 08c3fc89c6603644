import { realClock, retryDelay, type Backoff, type RetryClock } from "../../src/shared/retry.ts";
import { VERSION } from "../../src/version.ts";
import { FetchFailure, leadsElsewhere, request, type Answer, type RequestOptions } from "./request.ts";

export interface ClientOptions extends Pick<
  RequestOptions,
  "origins" | "headers" | "maxBytes" | "maxRetryAfterMs" | "repeatsMoved" | "timeoutMs" | "signal"
> {
  /** Added to the query of every address, such as a credential. */
  query?: Readonly<Record<string, string>>;
  /** From the end of an answer to the next request, in milliseconds. A host that states a slower pace in its answers is given it. */
  betweenMs: number;
  /** Requests that may be sent; default: any number. */
  budget?: number;
  /** Times that a request is sent before it has failed. Default: 6. */
  maxAttempts?: number;
  backoff?: Backoff;
  clock?: RetryClock;
}

/** With six attempts the waits between them are random parts of 1.6, 3.2, 6.4, 12.8 and 20 s: 22 s on average. */
const BACKOFF: Backoff = { baseMs: 1_600, maxMs: 20_000 };
const MAX_ATTEMPTS = 6;
const SAMPLE_LENGTH = 2_048;

const NOT_MODIFIED = 304;

/** What tells one state of an answer from another, as the service gave it: kept, so that only what changed since is sent. */
export interface Seen {
  etag?: string;
  last_modified?: string;
}

function seenIn({ headers: { etag, "last-modified": modified } }: Answer): Seen {
  return { ...(etag === undefined ? {} : { etag }), ...(modified === undefined ? {} : { last_modified: modified }) };
}

/** A service that gives an ETag is asked by it alone, as it is the surer one. */
function conditionsOf({ etag, last_modified: modified }: Seen): Record<string, string> {
  if (etag !== undefined) return { "If-None-Match": etag };
  return modified === undefined ? {} : { "If-Modified-Since": modified };
}

/** What a client throws once it has sent as many requests as it may. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/**
 * Asks one service politely: one request at a time, at its pace, as late as it asks for (`Retry-After`), longer from failure to failure, and no more often
 * than its budget allows. Says who asks. Headers may hold a credential; neither they nor addresses with queries stand in errors.
 */
export class PoliteClient {
  readonly #options: ClientOptions;
  readonly #clock: RetryClock;
  #betweenMs: number;
  #lastEnded = -Infinity;
  #sent = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#betweenMs = options.betweenMs;
  }

  /** Requests sent so far, repetitions included. */
  get sent(): number {
    return this.#sent;
  }

  /** Requests that it may still send. */
  get left(): number {
    return (this.#options.budget ?? Infinity) - this.#sent;
  }

  /**
   * What `read` makes of the answer. An answer that `read` throws a `FetchFailure` for with `again` is asked for once more. Throws the last
   * `FetchFailure`, or `BudgetSpent`; rejects with the reason of the signal once that is aborted.
   */
  get<Result>(
    url: URL,
    read: (answer: Answer) => Result | Promise<Result>,
    more: Pick<RequestOptions, "headers" | "reads"> = {},
  ): Promise<Result> {
    const result = this.#turn.then(() => this.#attempts(url, read, more));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /**
   * JSON, as `parse` takes it; what it throws makes the answer one of another form, which is asked for again. `null` for a status of `reads`, and for
   * 304 where the caller has `seen` an answer that still stands.
   */
  getJson<Result>(
    url: URL,
    parse: (value: unknown, answer: Answer) => Result,
    { seen = {}, headers: given, reads = [] }: Pick<RequestOptions, "headers" | "reads"> & { seen?: Seen } = {},
  ): Promise<{ status: number; value: Result | null; seen: Seen }> {
    const conditions = conditionsOf(seen);
    return this.get(
      url,
      (answer) => {
        const { status } = answer;
        if (status === NOT_MODIFIED) return { status, value: null, seen: { ...seen, ...seenIn(answer) } };
        if (status !== 200) return { status, value: null, seen: {} };
        try {
          return { status, value: parse(JSON.parse(answer.body.toString("utf8")), answer), seen: seenIn(answer) };
        } catch (cause) {
          const sample = answer.body.subarray(0, SAMPLE_LENGTH).toString("utf8");
          const message = `${url.origin} sent an unexpected response: ${formProblem(cause)}`;
          throw new FetchFailure(message, { again: true, sample, cause });
        }
      },
      // Without a condition a 304 is no answer.
      { headers: { ...given, ...conditions }, reads: Object.keys(conditions).length === 0 ? reads : [...reads, NOT_MODIFIED] },
    );
  }

  async #attempts<Result>(
    url: URL,
    read: (answer: Answer) => Result | Promise<Result>,
    more: Pick<RequestOptions, "headers" | "reads">,
  ): Promise<Result> {
    const { maxAttempts = MAX_ATTEMPTS, backoff = BACKOFF, signal } = this.#options;
    const clock = this.#clock;
    let wait = 0;
    for (let attempt = 0; ; attempt += 1) {
      await this.#turnAt(wait);
      try {
        return await read(await this.#send(url, more));
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof FetchFailure) || !error.again || attempt + 1 >= maxAttempts) throw error;
        wait = Math.max(error.retryAfterMs ?? 0, this.#betweenMs + retryDelay(attempt, undefined, clock.random, backoff));
      }
    }
  }

  /** Waits until the next request may be sent, and counts it. Throws `BudgetSpent`. */
  async #turnAt(wait: number): Promise<void> {
    const { signal } = this.#options;
    if (this.left <= 0) throw new BudgetSpent(`the maximum of ${this.#sent} requests was reached`);
    const pause = Math.max(wait, this.#lastEnded + this.#betweenMs - this.#clock.now());
    if (pause > 0) await this.#clock.sleep(pause, signal).catch(() => undefined);
    signal?.throwIfAborted();
    this.#sent += 1;
  }

  /** The answer, where a redirect within the service leads: each step is a request like any other. */
  async #send(url: URL, { headers, reads }: Pick<RequestOptions, "headers" | "reads">): Promise<Answer> {
    const { origins, maxBytes, maxRetryAfterMs, repeatsMoved, timeoutMs, signal, query = {} } = this.#options;
    const whole = { "User-Agent": USER_AGENT, ...this.#options.headers, ...headers };
    const options = { origins, maxBytes, maxRetryAfterMs, repeatsMoved, timeoutMs, signal, reads, headers: whole };
    let address = new URL(url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await request(address, options).finally(() => (this.#lastEnded = this.#clock.now()));
      this.#betweenMs = Math.max(this.#betweenMs, statedPaceMs(answer.headers));
      if (!("movedTo" in answer)) return answer;
      if (redirects >= MAX_REDIRECTS) throw leadsElsewhere(address, answer.movedTo.href, options);
      address = answer.movedTo;
      await this.#turnAt(0);
    }
  }
}

/** Enough for http → https → the host that answers; more is a circle. */
const MAX_REDIRECTS = 3;
const USER_AGENT = `signal-canvas/${VERSION} (research search)`;
/** A pace that a host states is believed up to one request a minute. */
const MAX_STATED_PACE_MS = 60_000;

/** What Crossref states: so many requests (`X-Rate-Limit-Limit`) in so many seconds (`X-Rate-Limit-Interval: 1s`). */
function statedPaceMs(headers: Answer["headers"]): number {
  const limit = Number(headers["x-rate-limit-limit"]);
  const [, seconds] = /^(\d+)s?$/u.exec(String(headers["x-rate-limit-interval"] ?? "")) ?? [];
  if (!(limit > 0) || seconds === undefined) return 0;
  return Math.min(MAX_STATED_PACE_MS, (Number(seconds) * 1_000) / limit);
}

/** What is wrong with an answer, in a line: the first member of another form, or that it is no JSON. */
function formProblem(cause: unknown): string {
  if (cause instanceof SyntaxError) return "it is not valid JSON";
  const issues = (cause as { issues?: { path: PropertyKey[]; message: string }[] }).issues;
  if (issues?.[0]) return `${issues[0].path.map(String).join(".") || "the response"} ${issues[0].message}`.slice(0, 300);
  return cause instanceof Error ? cause.message.slice(0, 300) : "it cannot be read";
}
