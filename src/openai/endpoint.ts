import type { APIError, OpenAI } from "openai";
import { fetchAtMost } from "./fetch-at-most.ts";
import { parseRetryAfter } from "../shared/retry.ts";

export interface EndpointOptions {
  /** Of anything that speaks OpenAI's API, e.g. `http://localhost:11434/v1`; null: OpenAI itself. */
  baseUrl: string | null;
  apiKey: string | null;
  /** The most bytes that an answer may have. Default: as many as it has. */
  maxAnswerBytes?: number;
}

/**
 * Sends one request to an OpenAI-compatible endpoint, without retries. Rejects with `EndpointFailure`, or with whatever error where
 * `signal` was aborted.
 */
export type Endpoint = <Answer>(
  send: (client: OpenAI, signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>;

/**
 * A request that failed. `refused`: the endpoint will not take what was sent; `retry`: the same request may pass later; `fatal`: it will
 * not, whatever is sent (wrong key, unknown model). The message is for the log: status and what the endpoint said, without the key.
 */
export class EndpointFailure extends Error {
  override readonly name = "EndpointFailure";
  readonly kind: "refused" | "retry" | "fatal";
  readonly retryAfterMs: number | undefined;

  constructor(kind: "refused" | "retry" | "fatal", message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const OPENAI_URL = "https://api.openai.com/v1";

/** The way to an OpenAI-compatible endpoint. Opening asks it nothing. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { OpenAI, APIError } = await import("openai");
  const client = new OpenAI({
    baseURL: options.baseUrl ?? OPENAI_URL,
    apiKey: options.apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    defaultHeaders: options.apiKey === null ? { Authorization: null } : {},
    maxRetries: 0,
    logLevel: "off",
    ...(options.maxAnswerBytes === undefined ? {} : { fetch: fetchAtMost(options.maxAnswerBytes) }),
  });
  return (send, signal) =>
    send(client, signal).catch((error: unknown) => {
      throw signal.aborted ? error : failureOf(error, APIError, options);
    });
}

function failureOf(error: unknown, ApiError: typeof APIError, options: EndpointOptions): EndpointFailure {
  if (!(error instanceof ApiError)) return new EndpointFailure("retry", "the endpoint's response cannot be read");
  const { status, headers } = error as APIError;
  if (status === undefined) return new EndpointFailure("retry", "the endpoint cannot be reached, or closed the connection");
  const message = withoutSecrets(error.message, options).slice(0, 300);
  if ([400, 413, 422].includes(status)) return new EndpointFailure("refused", message);
  const outOfCredit = error.code === "insufficient_quota";
  const passing = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
  return new EndpointFailure(passing && !outOfCredit ? "retry" : "fatal", message, retryAfterMs(headers));
}

/** What a 400 said goes into dead letters and logs; some endpoints repeat the key or their own address in it. */
function withoutSecrets(message: string, { apiKey, baseUrl }: EndpointOptions): string {
  const host = baseUrl === null ? null : URL.parse(baseUrl)?.host;
  const secrets = [apiKey, baseUrl, host].filter((secret) => typeof secret === "string" && secret !== "");
  return secrets
    .reduce<string>((text, secret) => text.replaceAll(secret!, "…"), message)
    .replace(/https?:\/\/\S+/gu, "…")
    .replace(/\s+/gu, " ");
}

/** How long the endpoint asks to wait; `retry-after-ms` is OpenAI's own. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  return parseRetryAfter(headers?.get("retry-after"));
}
