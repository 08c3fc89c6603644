import type { APIError, OpenAI } from "openai";

/** How a request to the endpoint is put; which of these an endpoint takes is found out once, by `openai.ts`. */
export interface RequestForm {
  encoding: "base64" | "float";
  /** Asked of the model, where it can shorten its vectors; null: not mentioned. */
  dimensions: number | null;
}

export interface EndpointOptions {
  model: string;
  baseUrl: string | null;
  apiKey: string | null;
}

/**
 * A request that failed. `refused`: the endpoint will not take these texts; `retry`: the same request may pass later; `fatal`: it will
 * not, whatever the texts (wrong key, unknown model). The message is for the log: status and what the endpoint said, without the key.
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

/** One request: a normalised vector a text, in order; null where the endpoint gave none that can be used (not finite, all zero). */
export type EmbeddingsRequest = (
  texts: readonly string[],
  form: RequestForm,
  signal: AbortSignal,
) => Promise<(Float32Array | null)[]>;

const OPENAI_URL = "https://api.openai.com/v1";

/**
 * The `/embeddings` of an OpenAI-compatible endpoint. Opening asks it nothing. A request rejects with `EndpointFailure`, or with
 * whatever error where its signal was aborted.
 */
export async function openEndpoint(options: EndpointOptions): Promise<EmbeddingsRequest> {
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
  });

  return async (texts, form, signal) => {
    const body: OpenAI.EmbeddingCreateParams = { model: options.model, input: [...texts], encoding_format: form.encoding };
    if (form.dimensions !== null) body.dimensions = form.dimensions;
    const answer: unknown = await client.embeddings.create(body, { signal }).catch((error: unknown) => {
      throw signal.aborted ? error : failureOf(error, APIError, options);
    });
    return rowsOf(answer, texts.length).map(vectorOf);
  };
}

function failureOf(error: unknown, ApiError: typeof APIError, options: EndpointOptions): EndpointFailure {
  if (!(error instanceof ApiError)) return new EndpointFailure("retry", "the endpoint's answer cannot be read");
  const { status, headers } = error as APIError;
  if (status === undefined) return new EndpointFailure("retry", "the endpoint cannot be reached, or broke the connection off");
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

/** `Retry-After` in milliseconds: seconds or a date; `retry-after-ms` where OpenAI sends it. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const after = headers?.get("retry-after") ?? "";
  if (/^\d+(?:\.\d+)?$/u.test(after)) return Number(after) * 1_000;
  const until = Date.parse(after) - Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** The `embedding` of every text, in the order of the texts. */
function rowsOf(answer: unknown, count: number): unknown[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw new EndpointFailure("retry", "the endpoint's answer holds no list of embeddings");
  if (data.length !== count) throw new EndpointFailure("retry", `the endpoint gave ${data.length} embeddings for ${count} texts`);
  const rows = new Map<unknown, unknown>();
  for (const [position, item] of (data as ({ index?: unknown; embedding?: unknown } | null)[]).entries()) {
    rows.set(item?.index ?? position, item?.embedding);
  }
  return Array.from({ length: count }, (_, index) => {
    if (!rows.has(index)) throw new EndpointFailure("retry", `the endpoint's answer has no embedding with index ${index}`);
    return rows.get(index);
  });
}

function vectorOf(embedding: unknown): Float32Array | null {
  const vector =
    typeof embedding === "string"
      ? fromBase64(embedding)
      : Array.isArray(embedding)
        ? Float32Array.from(embedding, numberOrNaN)
        : null;
  if (vector === null) return null;
  const norm = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  return Number.isFinite(norm) && norm > 0 ? vector.map((component) => component / norm) : null;
}

function numberOrNaN(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** Little-endian float32, as the API defines it. */
function fromBase64(text: string): Float32Array | null {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0) return null;
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
