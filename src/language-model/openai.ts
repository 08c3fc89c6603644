import { EndpointFailure, openEndpoint, type Endpoint, type EndpointOptions } from "../openai/endpoint.ts";
import { withRetries } from "../openai/retry.ts";
import { streamedContent } from "./openai-stream.ts";
import { bodyOf, firstForm, plainerForm, type RequestForm } from "./openai-forms.ts";
import { LanguageModelError, type CompletionCall, type CompletionRequest, type LanguageModel } from "./port.ts";
import { CircuitBreaker } from "../shared/circuit-breaker.ts";

export interface OpenAiLanguageModelOptions extends EndpointOptions {
  model: string;
  patienceMs?: number;
  /** How long it is left alone after three failures in a row, in milliseconds. Default: 30,000. */
  coolDownMs?: number;
}

/** An editor waits a minute for a tool; what is left of a call after this is ample for the answer without a model. */
const PATIENCE_MS = 20_000;
/** Some 4,000 tokens are 16 kB; more than this is not an answer. */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Requests for one completion, where the endpoint is in trouble. */
const MAX_ATTEMPTS = 3;
/** A refusal of streaming itself. */
const STREAM = /\bstream/iu;
const TOO_LONG = /^413\b|context[ _-](?:length|window|size)|prompt is too long|too many (?:input )?tokens|reduce the length/iu;

/**
 * A language model behind an OpenAI-compatible endpoint's `/chat/completions`. Opening asks it nothing; which form of request it takes
 * is found out with the first one, from structured output down to plain text.
 */
export async function openOpenAiLanguageModel(options: OpenAiLanguageModelOptions): Promise<LanguageModel> {
  return new OpenAiLanguageModel(await openEndpoint({ maxAnswerBytes: MAX_ANSWER_BYTES, ...options }), options);
}

class OpenAiLanguageModel implements LanguageModel {
  readonly kind = "openai";
  readonly model: string;
  readonly patienceMs: number;
  readonly #endpoint: Endpoint;
  readonly #closing = new AbortController();
  readonly #breaker: CircuitBreaker;
  /** The last form that was taken. */
  #form: RequestForm;
  /** Whether the endpoint streams, as far as is known. */
  #streams = true;

  constructor(endpoint: Endpoint, options: OpenAiLanguageModelOptions) {
    this.#endpoint = endpoint;
    this.model = options.model;
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#breaker = new CircuitBreaker(options);
    this.#form = firstForm(options.baseUrl === null);
  }

  async complete(request: CompletionRequest, { deadline, signal, onText }: CompletionCall): Promise<string> {
    signal?.throwIfAborted();
    if (this.#breaker.isOpen)
      throw new LanguageModelError("unavailable", "the endpoint failed repeatedly and will be tried again shortly");
    const either = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    try {
      const content = await this.#inSomeForm(request, { deadline, signal: either, onText });
      this.#breaker.succeeded();
      return content;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = asLanguageModelError(error);
      if (failure instanceof LanguageModelError && failure.kind === "unavailable") this.#breaker.failed();
      throw failure;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new LanguageModelError("unavailable", "the LLM was closed"));
  }

  async #inSomeForm(
    request: CompletionRequest,
    { deadline, signal, onText }: CompletionCall & { signal: AbortSignal },
  ): Promise<string> {
    for (let form: RequestForm = this.#form; ;) {
      try {
        const send = (signal: AbortSignal) => this.#once(request, form, signal, onText);
        const content = await withRetries(send, deadline, signal, MAX_ATTEMPTS);
        this.#form = form;
        return content;
      } catch (error) {
        if (!(error instanceof EndpointFailure) || error.kind !== "refused") throw error;
        if (TOO_LONG.test(error.message)) throw new LanguageModelError("too_long", error.message);
        if (onText !== undefined && this.#streams && STREAM.test(error.message)) {
          this.#streams = false;
          continue;
        }
        const plainer = plainerForm(form, error.message);
        if (plainer === null) throw error;
        form = plainer;
      }
    }
  }

  async #once(
    request: CompletionRequest,
    form: RequestForm,
    signal: AbortSignal,
    onText: CompletionCall["onText"],
  ): Promise<string> {
    const body = bodyOf(this.model, request, form);
    if (onText !== undefined && this.#streams) {
      const streamed = await this.#endpoint((client, signal) => streamedContent(client, body, onText, signal), signal);
      if (streamed !== null) return streamed;
      this.#streams = false;
    }
    const answer: unknown = await this.#endpoint((client, signal) => client.chat.completions.create(body, { signal }), signal);
    return contentOf(answer);
  }
}

/** The text of the first choice; an endpoint may send anything. */
function contentOf(answer: unknown): string {
  const choices = (answer as { choices?: unknown } | null)?.choices;
  const choice = (Array.isArray(choices) ? choices[0] : undefined) as
    | { message?: { content?: unknown; refusal?: unknown } | null; finish_reason?: unknown }
    | null
    | undefined;
  if (!choice?.message) throw new EndpointFailure("retry", "the endpoint's response contains no message");
  const { content, refusal } = choice.message;
  if ((typeof refusal === "string" && refusal !== "") || choice.finish_reason === "content_filter") {
    throw new LanguageModelError("refused", "the model declined to answer");
  }
  return typeof content === "string" ? content : "";
}

function asLanguageModelError(error: unknown): unknown {
  if (!(error instanceof EndpointFailure)) return error;
  return new LanguageModelError(error.kind === "refused" ? "refused" : "unavailable", error.message);
}
