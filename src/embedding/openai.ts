import { contentHash } from "../documents/hash.ts";
import { firstTokens } from "../documents/tokens.ts";
import { PublicError } from "../errors.ts";
import { EndpointFailure } from "../openai/endpoint.ts";
import { withRetries } from "../openai/retry.ts";
import { batchesOf, type BatchLimits } from "./openai-batches.ts";
import { UNCALIBRATED } from "./model-card.ts";
import { openEmbeddings, type EmbeddingsRequest, type RequestForm } from "./openai-requests.ts";
import { isRefusal, type Embedder, type EmbeddingRefusal } from "./port.ts";
import { EMPTY_TEXT, embeddingText, isBlank } from "./text.ts";
import { pairs } from "../shared/pairs.ts";
import { CircuitBreaker } from "../shared/circuit-breaker.ts";

export interface OpenAiEmbedderOptions {
  model: string;
  /** Of any endpoint that speaks OpenAI's `/embeddings`, e.g. `http://localhost:11434/v1`; null: OpenAI itself. */
  baseUrl: string | null;
  apiKey: string | null;
  /** Asked of the model and expected from it; null: whatever the model gives. */
  dimensions: number | null;
  /** Put before a question and before a stored text, where the model expects that. */
  queryPrefix?: string;
  textPrefix?: string;
  /** Longer texts are cut to about so many tokens, for endpoints that refuse them; null: sent whole. */
  maxTokens?: number | null;
  /** So many dimensions are kept of what the endpoint returns, for models trained for that; null: all. */
  matryoshka?: number | null;
  limits?: Partial<BatchLimits>;
  /** Requests in flight for `embedTexts`. */
  concurrency?: number;
  deadlines?: Partial<Deadlines>;
  /** How long queries are not sent after three in a row that failed, in milliseconds. Default: 5,000. */
  coolDownMs?: number;
}

/** In milliseconds, retries included. */
interface Deadlines {
  /** For the first answer while opening, where the dimensions are still to be learned. */
  open: number;
  query: number;
  /** For one request of `embedTexts`. */
  texts: number;
  /** Between attempts to learn the dimensions from an endpoint that was away at the start. */
  learnAgain: number;
}

const LIMITS: BatchLimits = { texts: 32, tokens: 100_000 };
const CONCURRENCY = 4;
const DEADLINES: Deadlines = { open: 3_000, query: 2_000, texts: 60_000, learnAgain: 10_000 };

const COOL_DOWN_MS = 5_000;
/** A query that waited so long for the endpoint, in milliseconds, has seen it fail, whoever ended it. */
const WAITED_IN_VAIN_MS = 500;

/**
 * The embedder behind an OpenAI-compatible endpoint. How it wants its requests is found out with a short text before the first use.
 *
 * Opening never fails because the endpoint is away. Where `dimensions` is null, opening asks the endpoint for them and waits up to
 * 3 s; after that `space.dimensions` is 0, equal to no index's, until the endpoint has answered: it is asked again every 10 s.
 */
export async function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const endpoint = new OpenAiEmbedding(await openEmbeddings(options), options);
  if (options.dimensions === null) await endpoint.learnDimensions();
  return endpoint;
}

/** Names the model and, where they are not as usual, what is done to texts and vectors. */
function spaceName({
  model,
  queryPrefix = "",
  textPrefix = "",
  maxTokens = null,
  matryoshka = null,
}: OpenAiEmbedderOptions): string {
  const preparation = { queryPrefix, textPrefix, maxTokens, matryoshka };
  const isUsual = queryPrefix === "" && textPrefix === "" && maxTokens === null && matryoshka === null;
  return isUsual ? `openai:${model}` : `openai:${model}@${contentHash(preparation).slice(0, 12)}`;
}

/** What was found out about the endpoint. */
interface Settled {
  form: RequestForm;
  dimensions: number;
}

class OpenAiEmbedding implements Embedder {
  readonly kind = "openai";
  readonly fusionWeight = UNCALIBRATED.fusionWeight;
  readonly answerThreshold = UNCALIBRATED.answerThreshold;
  readonly supportMargin = UNCALIBRATED.supportMargin;
  readonly #request: EmbeddingsRequest;
  readonly #options: OpenAiEmbedderOptions;
  readonly #limits: BatchLimits;
  readonly #deadlines: Deadlines;
  readonly #breaker: CircuitBreaker;
  readonly #closing = new AbortController();
  readonly #model: string;
  #settled: Settled | null = null;
  #learnAgain: NodeJS.Timeout | undefined;

  constructor(request: EmbeddingsRequest, options: OpenAiEmbedderOptions) {
    this.#request = request;
    this.#options = options;
    this.#model = spaceName(options);
    this.#limits = { ...LIMITS, ...options.limits };
    this.#deadlines = { ...DEADLINES, ...options.deadlines };
    this.#breaker = new CircuitBreaker({ coolDownMs: options.coolDownMs ?? COOL_DOWN_MS });
  }

  get space() {
    const { matryoshka, dimensions } = this.#options;
    return { model: this.#model, dimensions: this.#settled?.dimensions ?? matryoshka ?? dimensions ?? 0 };
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const query = embeddingText(text);
    if (isBlank(query)) throw new PublicError("invalid_argument", { field: "query", message: "The query is empty." });
    if (this.#breaker.isOpen) throw new PublicError("embedder_unavailable");
    const startedAt = performance.now();
    try {
      const vector = await this.#available(signal, async (signal) => {
        const deadline = startedAt + this.#deadlines.query;
        const [vector] = await this.#vectors([this.#sent(this.#options.queryPrefix, query)], deadline, signal);
        if (!vector) throw new EndpointFailure("refused", "the endpoint returned no usable vector");
        return vector;
      });
      this.#breaker.succeeded();
      return vector;
    } catch (error) {
      // A caller who left soon says nothing of the endpoint; one whose time was over does.
      if (!signal?.aborted || performance.now() - startedAt > WAITED_IN_VAIN_MS) this.#breaker.failed();
      throw error;
    }
  }

  async embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | EmbeddingRefusal)[]> {
    return this.#available(signal, async (signal) => {
      const prepared = texts.map(embeddingText);
      const results = await this.#embedAll(
        prepared.filter((text) => !isBlank(text)).map((text) => this.#sent(this.#options.textPrefix, text)),
        signal,
      );
      return prepared.map((text) => (isBlank(text) ? { refused: EMPTY_TEXT } : results.shift()!));
    });
  }

  #sent(prefix = "", text: string): string {
    const { maxTokens = null } = this.#options;
    return maxTokens === null ? prefix + text : firstTokens(prefix + text, maxTokens);
  }

  /** Learns the dimensions, now or as soon as the endpoint answers. Never rejects. */
  async learnDimensions(): Promise<void> {
    try {
      await this.#settle(performance.now() + this.#deadlines.open, this.#closing.signal);
    } catch {
      if (this.#closing.signal.aborted) return;
      this.#learnAgain = setTimeout(() => void this.learnDimensions(), this.#deadlines.learnAgain).unref();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#learnAgain);
    this.#closing.abort(new EndpointFailure("fatal", "the embedder was closed"));
  }

  /** Turns every failure but the caller's own abort into `embedder_unavailable`. */
  async #available<Value>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    signal?.throwIfAborted();
    try {
      return await work(signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal);
    } catch (error) {
      signal?.throwIfAborted();
      const retryAfterMs = error instanceof EndpointFailure ? error.retryAfterMs : undefined;
      const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
      throw new PublicError("embedder_unavailable", { cause: error, retryAfterSeconds });
    }
  }

  async #embedAll(texts: readonly string[], signal: AbortSignal): Promise<(Float32Array | EmbeddingRefusal)[]> {
    const batches = batchesOf(texts, this.#limits);
    const results: (Float32Array | EmbeddingRefusal)[][] = [];
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    // Shared by the lanes: each batch goes to the lane that is free first.
    const waiting = batches.entries();
    const lane = async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const [index, batch] = next.value;
        results[index] = await this.#embedBatch(batch, either);
      }
    };
    const lanes = Array.from({ length: Math.min(this.#options.concurrency ?? CONCURRENCY, batches.length) }, lane);
    await Promise.all(lanes).catch((error: unknown) => {
      failed.abort();
      throw error;
    });
    const flat = results.flat();
    // The texts are to blame only if the endpoint still takes a plain one.
    if (flat.length > 0 && flat.every(isRefusal)) await this.#findForm(performance.now() + this.#deadlines.texts, signal);
    return flat;
  }

  /** Where the endpoint refuses a batch, its halves are tried, down to the single text that is to blame. */
  async #embedBatch(texts: readonly string[], signal: AbortSignal): Promise<(Float32Array | EmbeddingRefusal)[]> {
    try {
      const vectors = await this.#vectors(texts, performance.now() + this.#deadlines.texts, signal);
      const results: (Float32Array | EmbeddingRefusal)[] = [];
      for (const [text, vector] of pairs(texts, vectors)) results.push(vector ?? (await this.#onceMore(text, signal)));
      return results;
    } catch (error) {
      if (!(error instanceof EndpointFailure) || error.kind !== "refused") throw error;
      if (texts.length === 1) return [{ refused: `the embeddings endpoint rejected the text: ${error.message}` }];
      const middle = Math.ceil(texts.length / 2);
      return [
        ...(await this.#embedBatch(texts.slice(0, middle), signal)),
        ...(await this.#embedBatch(texts.slice(middle), signal)),
      ];
    }
  }

  /** A text whose vector could not be used gets one more chance, alone. */
  async #onceMore(text: string, signal: AbortSignal): Promise<Float32Array | EmbeddingRefusal> {
    const [vector] = await this.#vectors([text], performance.now() + this.#deadlines.texts, signal);
    return vector ?? { refused: "the embeddings endpoint returned no usable vector for the text" };
  }

  async #vectors(texts: readonly string[], deadline: number, signal: AbortSignal): Promise<(Float32Array | null)[]> {
    const { form, dimensions } = await this.#settle(deadline, signal);
    return withRetries(
      async (signal) => {
        const vectors = await this.#request(texts, form, signal);
        const wrong = vectors.find((vector) => vector !== null && vector.length !== dimensions);
        if (wrong)
          throw new EndpointFailure("retry", `the endpoint returned ${wrong.length} dimensions instead of ${dimensions}`);
        return vectors;
      },
      deadline,
      signal,
    );
  }

  /** What the endpoint takes and gives; asked for once. */
  async #settle(deadline: number, signal: AbortSignal): Promise<Settled> {
    this.#settled ??= await this.#findForm(deadline, signal);
    return this.#settled;
  }

  /** The first form of request that the endpoint takes: base64 is a quarter of the bytes, but not every endpoint knows it. */
  async #findForm(deadline: number, signal: AbortSignal): Promise<Settled> {
    const { dimensions: wanted, matryoshka } = this.#options;
    const forms: RequestForm[] = [
      { encoding: "base64", dimensions: wanted },
      { encoding: "float", dimensions: wanted },
      { encoding: "float", dimensions: null },
    ];
    for (const form of forms) {
      const dimensions = await this.#tryForm(form, deadline, signal);
      if (dimensions === null) continue;
      if (wanted !== null && dimensions !== (matryoshka ?? wanted)) {
        throw new EndpointFailure("fatal", `the model returns ${dimensions} dimensions, but EMBEDDING_DIMENSIONS is ${wanted}`);
      }
      return { form, dimensions };
    }
    throw new EndpointFailure("fatal", "the endpoint rejects even plain text");
  }

  /** The length of a vector asked for in this form; null where the endpoint refuses the form. */
  async #tryForm(form: RequestForm, deadline: number, signal: AbortSignal): Promise<number | null> {
    try {
      const [vector] = await withRetries((signal) => this.#request(["paper"], form, signal), deadline, signal);
      if (!vector) throw new EndpointFailure("fatal", "the endpoint returns no usable vector");
      const { matryoshka } = this.#options;
      if (matryoshka && vector.length < matryoshka) {
        throw new EndpointFailure(
          "fatal",
          `the model returns ${vector.length} dimensions, fewer than EMBEDDING_MATRYOSHKA keeps`,
        );
      }
      return vector.length;
    } catch (error) {
      if (error instanceof EndpointFailure && error.kind === "refused") return null;
      throw error;
    }
  }
}
