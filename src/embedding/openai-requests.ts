import type { OpenAI } from "openai";
import { EndpointFailure, openEndpoint, type EndpointOptions } from "../openai/endpoint.ts";

/** How a request to the endpoint is put; which of these an endpoint takes is found out once, by `openai.ts`. */
export interface RequestForm {
  encoding: "base64" | "float";
  /** Asked of the model, where it can shorten its vectors; null: not mentioned. */
  dimensions: number | null;
}

/** One request: a normalized vector a text, in order; null where the endpoint gave none that can be used (not finite, all zero). */
export type EmbeddingsRequest = (
  texts: readonly string[],
  form: RequestForm,
  signal: AbortSignal,
) => Promise<(Float32Array | null)[]>;

/**
 * The `/embeddings` of an OpenAI-compatible endpoint. Opening asks it nothing. A request rejects with `EndpointFailure`, or with
 * whatever error where its signal was aborted.
 */
export async function openEmbeddings(
  options: EndpointOptions & { model: string; matryoshka?: number | null },
): Promise<EmbeddingsRequest> {
  const endpoint = await openEndpoint(options);
  return async (texts, form, signal) => {
    const body: OpenAI.EmbeddingCreateParams = { model: options.model, input: [...texts], encoding_format: form.encoding };
    if (form.dimensions !== null) body.dimensions = form.dimensions;
    const answer: unknown = await endpoint((client, signal) => client.embeddings.create(body, { signal }), signal);
    return rowsOf(answer, texts.length).map((row) => vectorOf(row, options.matryoshka ?? null));
  };
}

/** The `embedding` of every text, in the order of the texts. */
function rowsOf(answer: unknown, count: number): unknown[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw new EndpointFailure("retry", "the endpoint's response contains no list of embeddings");
  if (data.length !== count)
    throw new EndpointFailure("retry", `the endpoint returned ${data.length} embeddings for ${count} texts`);
  const rows = new Map<unknown, unknown>();
  for (const [position, item] of (data as ({ index?: unknown; embedding?: unknown } | null)[]).entries()) {
    rows.set(item?.index ?? position, item?.embedding);
  }
  return Array.from({ length: count }, (_, index) => {
    if (!rows.has(index)) throw new EndpointFailure("retry", `the endpoint's response has no embedding with index ${index}`);
    return rows.get(index);
  });
}

/** Of length 1, cut to its first dimensions before that where so many are to be kept. */
function vectorOf(embedding: unknown, kept: number | null): Float32Array | null {
  const whole =
    typeof embedding === "string"
      ? fromBase64(embedding)
      : Array.isArray(embedding)
        ? Float32Array.from(embedding, numberOrNaN)
        : null;
  if (whole === null || !whole.every(Number.isFinite)) return null;
  const vector = kept === null ? whole : whole.slice(0, kept);
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
