import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

/*
 * A double of an OpenAI-compatible endpoint over real HTTP: `/v1/embeddings` and `/v1/chat/completions`, with answers that can be
 * scripted one by one or as a rule.
 */

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** By `performance.now()`. */
  at: number;
}

/** What goes back. `reset` breaks the connection off instead; `hang` never answers; `endless` sends one text again and again. */
export type Reply =
  | {
      status?: number;
      headers?: Record<string, string>;
      json?: unknown;
      text?: string;
      endless?: { text: string; everyMs: number };
      /** Server-sent events, one a piece of a completion. Before one that is a promise, it waits for that. `breaksOff`: the connection does, in the middle. */
      stream?: { pieces: readonly (string | Promise<void>)[]; breaksOff?: boolean };
      delayMs?: number;
    }
  | "reset"
  | "hang";
type Rule = (request: ReceivedRequest) => Reply | undefined;

export interface OpenAiServer extends AsyncDisposable {
  /** The base URL, with `/v1` at its end. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly requests: ReceivedRequest[];
  /** Texts of the requests for embeddings, a list a request. */
  readonly inputs: string[][];
  /** The next requests get these, one each; then the rules hold again. */
  next(...replies: (Reply | Rule)[]): void;
  /** Asked before the default answers; undefined leaves the request to them. */
  rule: Rule;
  /** The length of the default vectors, where a request does not ask for another. */
  dimensions: number;
}

export async function openOpenAiServer(): Promise<OpenAiServer> {
  const scripted: (Reply | Rule)[] = [];
  const requests: ReceivedRequest[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await readText(incoming)) as Record<string, unknown>;
    const request: ReceivedRequest = { path: incoming.url ?? "", headers: incoming.headers, body, at: performance.now() };
    requests.push(request);
    const step = scripted.shift();
    const reply = typeof step === "function" ? step(request) : step;
    await send(response, reply ?? handle.rule(request) ?? defaultReply(request, handle.dimensions));
  };
  const server = createServer((incoming, response) => {
    // A client may go away in the middle of its request; that ends the answer too.
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const handle: OpenAiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get inputs() {
      return requests.filter(({ path }) => path === "/v1/embeddings").map(inputsOf);
    },
    next: (...replies) => void scripted.push(...replies),
    rule: () => undefined,
    dimensions: 16,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return handle;
}

/** An error as OpenAI words it. */
export function apiError(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code: string | null = null,
): Reply {
  return { status, headers, json: { error: { message, type: "error", param: null, code } } };
}

/** A list of embeddings in the encoding that the request asks for. */
export function embeddings(request: ReceivedRequest, vectors: readonly (readonly number[])[]): Reply {
  const encode = request.body.encoding_format === "base64" ? base64 : (vector: readonly number[]) => vector;
  const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: encode(vector) }));
  return { json: { object: "list", model: request.body.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } } };
}

/** A chat completion with this content. */
export function chatCompletion(request: ReceivedRequest, content: string): Reply {
  const choice = { index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop" };
  return { json: { id: "chatcmpl-1", object: "chat.completion", created: 0, model: request.body.model, choices: [choice] } };
}

/** The texts of a request for embeddings. */
export function inputsOf(request: ReceivedRequest): string[] {
  return [request.body.input].flat() as string[];
}

/** The default vector of a text: not normalized, as endpoints may answer. */
export function vectorOf(text: string, dimensions: number): number[] {
  return Array.from({ length: dimensions }, (_, index) => {
    const digest = createHash("sha256").update(`${index} ${text}`).digest();
    return Math.fround(digest.readInt16LE(0) / 10_000);
  });
}

function defaultReply(request: ReceivedRequest, dimensions: number): Reply {
  switch (request.path) {
    case "/v1/embeddings": {
      const length = (request.body.dimensions as number | undefined) ?? dimensions;
      return embeddings(
        request,
        inputsOf(request).map((text) => vectorOf(text, length)),
      );
    }
    case "/v1/chat/completions":
      return chatCompletion(request, "");
    default:
      return apiError(404, `no such path: ${request.path}`);
  }
}

async function send(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply === "hang") return;
  if (reply === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  await sleep(reply.delayMs ?? 0);
  if (reply.stream) return sendStream(response, reply.stream);
  const type = reply.json === undefined ? "text/html" : "application/json";
  response.writeHead(reply.status ?? 200, { "content-type": type, ...reply.headers });
  if (reply.endless) return pipeline(forever(reply.endless.text, reply.endless.everyMs), response);
  response.end(reply.json === undefined ? (reply.text ?? "") : JSON.stringify(reply.json));
}

/** As OpenAI streams: chunks of the object `chat.completion.chunk`, then a chunk of usage without choices, then `[DONE]`. */
async function sendStream(
  response: ServerResponse,
  { pieces, breaksOff }: NonNullable<Exclude<Reply, string>["stream"]>,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const chunk = (choices: object[]) =>
    response.write(`data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, choices })}\n\n`);
  chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
  for (const piece of pieces) {
    if (typeof piece === "string") chunk([{ index: 0, delta: { content: piece }, finish_reason: null }]);
    else await piece;
  }
  if (breaksOff) return void response.socket?.resetAndDestroy();
  chunk([{ index: 0, delta: {}, finish_reason: "stop" }]);
  chunk([]);
  response.end("data: [DONE]\n\n");
}

async function* forever(text: string, everyMs: number): AsyncGenerator<string> {
  for (;;) {
    yield text;
    await sleep(everyMs);
  }
}

function base64(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString("base64");
}
