import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openOpenAiLanguageModel, type OpenAiLanguageModelOptions } from "../../src/language-model/openai.ts";
import { LanguageModelError, type CompletionRequest, type LanguageModel } from "../../src/language-model/port.ts";
import { apiError, chatCompletion, openOpenAiServer, type OpenAiServer, type Reply } from "../support/openai-server.ts";

const KEY = "sk-very-secret";
const TASK: CompletionRequest = {
  instructions: "Answer.",
  data: '{"question":"why"}',
  schema: { name: "answer", schema: { type: "object" } },
  maxTokens: 100,
};

let server: OpenAiServer;
const opened: LanguageModel[] = [];

beforeEach(async () => {
  server = await openOpenAiServer();
  server.rule = (request) => chatCompletion(request, "said");
});

afterEach(async () => {
  for (const model of opened.splice(0)) await model[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(options: Partial<OpenAiLanguageModelOptions> = {}): Promise<LanguageModel> {
  const model = await openOpenAiLanguageModel({ model: "m", baseUrl: server.url, apiKey: KEY, ...options });
  opened.push(model);
  return model;
}

const within = (milliseconds: number) => ({ deadline: performance.now() + milliseconds });
/** So that only the tests about a deadline meet one. */
const patiently = () => within(60_000);

async function failureOf(promise: Promise<unknown>): Promise<LanguageModelError> {
  const error = await promise.then(
    () => expect.unreachable("it must not succeed"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(LanguageModelError);
  return error as LanguageModelError;
}

describe("a request", () => {
  test("keeps instructions and data apart, asks for structured output, limits the answer and offers no tools", async () => {
    const model = await open();
    expect(await model.complete(TASK, patiently())).toBe("said");
    const { path, headers, body } = server.requests[0]!;
    expect(path).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toEqual({
      model: "m",
      messages: [
        { role: "system", content: TASK.instructions },
        { role: "user", content: TASK.data },
      ],
      response_format: { type: "json_schema", json_schema: { ...TASK.schema, strict: true } },
      max_tokens: 100,
      temperature: 0,
    });
  });

  test("carries no Authorization where there is no key", async () => {
    await (await open({ apiKey: null })).complete(TASK, patiently());
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  test("goes on in plain JSON, then in plain text, where the endpoint refuses a response format; what it took is remembered", async () => {
    server.rule = ({ body, ...request }) =>
      body.response_format ? apiError(400, "response_format is not supported") : chatCompletion({ ...request, body }, "plain");
    const model = await open();
    expect(await model.complete(TASK, patiently())).toBe("plain");
    expect(await model.complete(TASK, patiently())).toBe("plain");
    const formats = server.requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type);
    expect(formats).toEqual(["json_schema", "json_object", undefined, undefined]);
  });

  test.each<[string, string, Record<string, unknown>]>([
    [
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_completion_tokens: 100, temperature: 0 },
    ],
    ["max_tokens", "unknown field max_tokens", { temperature: 0 }],
    ["temperature", "'temperature' does not support 0 with this model. Only the default (1) is supported.", { max_tokens: 100 }],
  ])("is put without %s where the endpoint says: %s", async (field, message, left) => {
    server.rule = (request) => (field in request.body ? apiError(400, message) : chatCompletion(request, "said"));
    expect(await (await open()).complete(TASK, patiently())).toBe("said");
    const { model: _model, messages: _messages, response_format: format, ...rest } = server.requests.at(-1)!.body;
    expect(rest).toEqual(left);
    expect(format).toMatchObject({ type: "json_schema" });
  });

  test("is given up where no form of it is taken", async () => {
    server.rule = () => apiError(400, "no");
    expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "refused" });
    expect(server.requests).toHaveLength(4);
  });

  test.each<[string, Reply]>([
    ["says that the context is too long", apiError(400, "This model's maximum context length is 4096 tokens.")],
    ["answers 413", apiError(413, "request entity too large")],
  ])("is too long where the endpoint %s: no other form is tried", async (_, reply) => {
    server.next(reply);
    expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "too_long" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("an endpoint in trouble", () => {
  test.each<[string, Reply]>([
    ["answers 429", apiError(429, "slow down")],
    ["answers 500", apiError(500, "oops")],
    ["breaks the connection off", "reset"],
    ["sends HTML", { text: "<html>a proxy</html>" }],
    ["sends half an answer", { text: '{"choices":[{"mess', headers: { "content-type": "application/json" } }],
    ["sends an answer without a choice", { json: { choices: [] } }],
    ["sends an answer of another shape", { json: [1, 2] }],
    ["sends null", { json: null }],
    ["sends a choice without a message", { json: { choices: [null] } }],
    ["sends 2 MB", { json: { choices: [{ message: { content: "x".repeat(2_000_000) } }] } }],
    ["sends without end", { endless: { text: "x".repeat(65_536), everyMs: 0 } }],
  ])("that once %s is asked again", async (_, reply) => {
    server.next(reply);
    expect(await (await open()).complete(TASK, patiently())).toBe("said");
    expect(server.requests).toHaveLength(2);
  });

  test("is asked three times at most", async () => {
    server.rule = () => apiError(500, "oops");
    expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "unavailable" });
    expect(server.requests).toHaveLength(3);
  });

  test("is given the time that Retry-After asks for", async () => {
    server.next(apiError(429, "slow down", { "retry-after": "1" }));
    await (await open()).complete(TASK, patiently());
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test("whose Retry-After lies beyond the deadline is not waited for", async () => {
    server.next(apiError(429, "slow down", { "retry-after": "3600" }));
    expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "unavailable" });
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["never answers", "hang"],
    [
      "begins an answer and never ends it",
      { endless: { text: " ", everyMs: 20 }, headers: { "content-type": "application/json" } },
    ],
  ])("that %s is given up at the deadline", async (_, reply) => {
    server.rule = () => reply;
    expect(await failureOf((await open()).complete(TASK, within(300)))).toMatchObject({ kind: "unavailable" });
  });

  test.each([401, 403, 404])("that answers %i is not asked again", async (status) => {
    server.rule = () => apiError(status, "no such model");
    expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "unavailable" });
    expect(server.requests).toHaveLength(1);
  });

  test("never gets its address or key shown", async () => {
    server.rule = () => apiError(401, `Incorrect API key provided: ${KEY}. See ${server.url}/help`);
    const { message } = await failureOf((await open()).complete(TASK, patiently()));
    expect(message).toContain("Incorrect API key provided");
    expect(message).not.toContain(KEY);
    expect(message).not.toContain("127.0.0.1");
  });
});

test.each<[string, object]>([
  ["says that it declines", { message: { content: null, refusal: "I cannot help with that." }, finish_reason: "stop" }],
  ["is stopped by a filter", { message: { content: "" }, finish_reason: "content_filter" }],
])("a model that %s has refused", async (_, choice) => {
  server.rule = () => ({ json: { choices: [choice] } });
  expect(await failureOf((await open()).complete(TASK, patiently()))).toMatchObject({ kind: "refused" });
  expect(server.requests).toHaveLength(1);
});

test.each<[string, unknown]>([
  ["nothing", { content: null }],
  ["only calls of tools that it was not offered", { content: null, tool_calls: [{ function: { name: "rm", arguments: "{}" } }] }],
  ["a list of parts", { content: [{ type: "text", text: "x" }] }],
])("a model that writes %s has written nothing", async (_, message) => {
  server.rule = () => ({ json: { choices: [{ message, finish_reason: "stop" }] } });
  expect(await (await open()).complete(TASK, patiently())).toBe("");
});

test("a caller who aborts gets the reason of the abort, and the request is broken off", async () => {
  server.rule = () => "hang";
  const caller = new AbortController();
  const answer = (await open()).complete(TASK, { ...patiently(), signal: caller.signal });
  setTimeout(() => caller.abort(new Error("gone")), 50);
  await expect(answer).rejects.toThrow("gone");
});

test("closing ends what is under way", async () => {
  server.rule = () => "hang";
  const model = await open();
  const answer = failureOf(model.complete(TASK, patiently()));
  await model[Symbol.asyncDispose]();
  expect(await answer).toMatchObject({ kind: "unavailable" });
});

test("a model that failed three times in a row is left alone for a while, then tried again", async () => {
  server.rule = () => apiError(401, "no");
  const model = await open({ coolDownMs: 3_600_000 });
  for (let n = 0; n < 5; n += 1) await failureOf(model.complete(TASK, patiently()));
  expect(server.requests).toHaveLength(3);
  const anHourLater = performance.now() + 3_600_000;
  using _ = vi.spyOn(performance, "now").mockReturnValue(anHourLater);
  server.rule = (request) => chatCompletion(request, "said");
  expect(await model.complete(TASK, patiently())).toBe("said");
});

test("a model is not left alone because it refused, or failed now and then", async () => {
  const model = await open({ coolDownMs: 60_000 });
  for (let n = 0; n < 4; n += 1) {
    server.next(apiError(401, "no"), apiError(401, "no"));
    await failureOf(model.complete(TASK, patiently()));
    await failureOf(model.complete(TASK, patiently()));
    await model.complete(TASK, patiently());
  }
  server.rule = () => apiError(400, "no");
  for (let n = 0; n < 4; n += 1) expect(await failureOf(model.complete(TASK, patiently()))).toMatchObject({ kind: "refused" });
});
