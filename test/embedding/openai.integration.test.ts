import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openOpenAiEmbedder, type OpenAiEmbedderOptions } from "../../src/embedding/openai.ts";
import type { Embedder, EmbeddingRefusal } from "../../src/embedding/port.ts";
import { PublicError } from "../../src/errors.ts";
import { apiError, embeddings, inputsOf, openOpenAiServer, vectorOf, type OpenAiServer } from "../support/openai-server.ts";

const KEY = "sk-very-secret";
/** So that only the tests about a deadline meet one. */
const PATIENT = { open: 60_000, query: 60_000, texts: 60_000 };
/** A header of an answer that is not to be asked for again. */
const COME_BACK_TOMORROW = { "retry-after": "86400" };
let server: OpenAiServer;
const opened: Embedder[] = [];

beforeEach(async () => {
  server = await openOpenAiServer();
});

afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(options: Partial<OpenAiEmbedderOptions> = {}): Promise<Embedder> {
  const embedder = await openOpenAiEmbedder({
    model: "test-model",
    baseUrl: server.url,
    apiKey: KEY,
    dimensions: null,
    ...options,
    deadlines: { ...PATIENT, ...options.deadlines },
  });
  opened.push(embedder);
  return embedder;
}

/** The text's default vector at length 1, as the embedder must give it. */
function unit(text: string, dimensions = 16): Float32Array {
  const vector = Float32Array.from(vectorOf(text, dimensions));
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return vector.map((x) => x / norm);
}

async function failureOf(promise: Promise<unknown>): Promise<PublicError> {
  const error = await promise.then(
    () => expect.unreachable("it must not succeed"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(PublicError);
  return error as PublicError;
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

describe("vectors", () => {
  test("come at length 1 and in the order of the texts, over several requests in flight", async () => {
    server.rule = (request) => {
      const vectors = inputsOf(request).map((text) => vectorOf(text, 16));
      return { ...(embeddings(request, vectors) as object), delayMs: Math.random() * 10 };
    };
    const embedder = await open({ limits: { texts: 3 } });
    const results = await embedder.embedTexts(texts(20));
    expect(results).toEqual(texts(20).map((text) => unit(text)));
    expect(server.inputs.slice(1).every((input) => input.length <= 3)).toBe(true);
  });

  test("are put in order by `index`, whatever the order of the answer", async () => {
    const embedder = await open();
    server.next((request) => {
      const reply = embeddings(
        request,
        inputsOf(request).map((text) => vectorOf(text, 16)),
      ) as { json: { data: unknown[] } };
      reply.json.data.reverse();
      return reply;
    });
    expect(await embedder.embedTexts(["a", "b", "c"])).toEqual(["a", "b", "c"].map((text) => unit(text)));
  });

  test("are understood as floats where the endpoint gives floats though base64 was asked for", async () => {
    server.rule = (request) =>
      embeddings(
        { ...request, body: { ...request.body, encoding_format: "float" } },
        inputsOf(request).map((text) => vectorOf(text, 16)),
      );
    const embedder = await open();
    expect(await embedder.embedQuery("a")).toEqual(unit("a"));
  });

  test("are asked for as floats where the endpoint refuses base64", async () => {
    server.rule = ({ body }) => (body.encoding_format === "float" ? undefined : apiError(422, "unknown variant base64"));
    const embedder = await open();
    expect(await embedder.embedQuery("a")).toEqual(unit("a"));
  });

  test("are one for spellings that differ in how accents are composed, and lone surrogates pass", async () => {
    const embedder = await open();
    const [composed, decomposed, lone] = await embedder.embedTexts(["caf\u00e9", "cafe\u0301", "x\ud800y"]);
    expect(decomposed).toEqual(composed);
    expect(lone).toEqual(unit("x\ufffdy"));
  });

  test("requests keep the limit of estimated tokens", async () => {
    const embedder = await open({ limits: { texts: 100, tokens: 100 } });
    await embedder.embedTexts(Array.from({ length: 6 }, () => "x".repeat(150)));
    expect(server.inputs.slice(1).map((input) => input.length)).toEqual([2, 2, 2]);
  });
});

describe("dimensions", () => {
  test("are learned at the start where they are not set, and not asked of the model", async () => {
    server.dimensions = 24;
    const embedder = await open();
    expect(embedder.space).toEqual({ model: "openai:test-model", dimensions: 24 });
    expect(server.requests.every(({ body }) => !("dimensions" in body))).toBe(true);
  });

  test("are asked of the model where they are set, without a request at the start", async () => {
    const embedder = await open({ dimensions: 8 });
    expect(server.requests).toHaveLength(0);
    expect(embedder.space).toEqual({ model: "openai:test-model", dimensions: 8 });
    expect(await embedder.embedQuery("a")).toEqual(unit("a", 8));
  });

  test("are left out of requests where the endpoint refuses to be asked but gives what is wanted", async () => {
    server.rule = ({ body }) => ("dimensions" in body ? apiError(400, "no matryoshka here") : undefined);
    const embedder = await open({ dimensions: 16 });
    expect(await embedder.embedQuery("a")).toEqual(unit("a"));
  });

  test("other than those set are never mixed in: the model counts as away", async () => {
    server.rule = (request) =>
      embeddings(
        request,
        inputsOf(request).map((text) => vectorOf(text, 16)),
      );
    const embedder = await open({ dimensions: 8 });
    const error = await failureOf(embedder.embedTexts(["a"]));
    expect(error.code).toBe("embedder_unavailable");
    expect((error.cause as Error).message).toBe("the model returns 16 dimensions, but EMBEDDING_DIMENSIONS is 8");
  });

  test("that change while running are never mixed in", async () => {
    const embedder = await open({ deadlines: { texts: 300 } });
    server.dimensions = 24;
    expect((await failureOf(embedder.embedTexts(["a"]))).code).toBe("embedder_unavailable");
  });

  test("are learned later by themselves where the endpoint is away at the start", async () => {
    server.rule = () => apiError(503, "loading", COME_BACK_TOMORROW);
    const embedder = await open({ deadlines: { learnAgain: 20 } });
    expect(embedder.space.dimensions).toBe(0);
    server.rule = () => undefined;
    await expect.poll(() => embedder.space.dimensions).toBe(16);
  });
});

describe("what a model expects", () => {
  test("its prefixes stand before questions and texts, never before an empty text", async () => {
    const embedder = await open({ queryPrefix: "query: ", textPrefix: "passage: " });
    expect(await embedder.embedQuery("a")).toEqual(unit("query: a"));
    expect(await embedder.embedTexts(["a", " "])).toEqual([unit("passage: a"), { refused: "the text is empty" }]);
  });

  test("texts are cut to its length, between characters", async () => {
    const embedder = await open({ maxTokens: 8 });
    await embedder.embedTexts(["x".repeat(24), "x".repeat(25), "ä".repeat(30)]);
    expect(server.inputs.flat().slice(-3)).toEqual(["x".repeat(24), "x".repeat(24), "ä".repeat(12)]);
  });

  test("vectors are cut to the first dimensions and of length 1 again, and the endpoint is not asked to", async () => {
    const embedder = await open({ matryoshka: 8 });
    const cut = Float32Array.from(vectorOf("a", 16).slice(0, 8));
    const length = Math.hypot(...cut);
    const [vector] = (await embedder.embedTexts(["a"])) as Float32Array[];
    expect([...vector!]).toEqual([...cut].map((value) => expect.closeTo(value / length, 5) as number));
    expect(embedder.space.dimensions).toBe(8);
    expect(server.requests.every(({ body }) => body.dimensions === undefined)).toBe(true);
  });

  test("vectors shorter than the cut are never used: the model counts as away", async () => {
    const embedder = await open({ matryoshka: 32 });
    const error = await failureOf(embedder.embedTexts(["a"]));
    expect(error.code).toBe("embedder_unavailable");
    expect((error.cause as Error).message).toContain("16 dimensions, fewer than EMBEDDING_MATRYOSHKA keeps");
  });

  test("and each of these makes a space of its own", async () => {
    const changes = [{}, { queryPrefix: "q: " }, { textPrefix: "q: " }, { maxTokens: 8 }, { matryoshka: 8 }];
    const models: string[] = [];
    for (const change of changes) models.push((await open({ dimensions: 16, ...change })).space.model);
    expect(models[0]).toBe("openai:test-model");
    expect(new Set(models).size).toBe(changes.length);
  });
});

describe("an endpoint in trouble", () => {
  test.each([
    ["429", apiError(429, "slow down")],
    ["408", apiError(408, "too slow")],
    ["500", apiError(500, "oops")],
    ["503 with HTML", { status: 503, text: "<h1>Bad gateway</h1>" }],
    ["a page of HTML", { text: "<h1>Welcome</h1>" }],
    ["JSON without data", { json: { object: "list" } }],
    ["a broken connection", "reset" as const],
  ])("that answers %s once is asked again", async (_, reply) => {
    const embedder = await open();
    server.next(reply);
    expect(await embedder.embedTexts(["a", "b"])).toEqual([unit("a"), unit("b")]);
  });

  test.each([
    ["too few embeddings", [[1, 0]]],
    ["too many embeddings", [[1], [1], [1]]],
  ])("that gives %s is asked again", async (_, vectors) => {
    const embedder = await open();
    server.next((request) => embeddings(request, vectors));
    expect(await embedder.embedTexts(["a", "b"])).toEqual([unit("a"), unit("b")]);
  });

  test("that gives one index twice is asked again", async () => {
    const embedder = await open();
    server.next({ json: { data: [1, 1].map((index) => ({ index, embedding: vectorOf("z", 16) })) } });
    expect(await embedder.embedTexts(["a", "b"])).toEqual([unit("a"), unit("b")]);
  });

  test("is given the time that Retry-After asks for", async () => {
    const embedder = await open();
    server.next(apiError(429, "slow down", { "retry-after": "0.6" }));
    await embedder.embedTexts(["a"]);
    const [refused, repeated] = server.requests.slice(-2);
    expect(repeated!.at - refused!.at).toBeGreaterThanOrEqual(595);
  });

  test("whose Retry-After lies beyond the deadline fails at once, and says when to come back", async () => {
    const embedder = await open();
    const before = server.requests.length;
    server.next(apiError(429, "slow down", COME_BACK_TOMORROW));
    expect(await failureOf(embedder.embedQuery("a"))).toMatchObject({ code: "embedder_unavailable", retryAfterSeconds: 86_400 });
    expect(server.requests.length - before).toBe(1);
  });

  test("that never answers is given up at the deadline", async () => {
    const embedder = await open({ deadlines: { query: 300 } });
    server.rule = () => "hang";
    expect(await failureOf(embedder.embedQuery("a"))).toMatchObject({
      code: "embedder_unavailable",
      cause: { message: "the endpoint did not respond in time" },
    });
  });

  test("that is not there does not keep the embedder from opening", async () => {
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const embedder = await open({ baseUrl: url, deadlines: { open: 200, query: 200 } });
    expect((await failureOf(embedder.embedQuery("a"))).code).toBe("embedder_unavailable");
    server = await openOpenAiServer();
  });

  test.each([
    ["a wrong key", apiError(401, `Incorrect API key provided: ${KEY}`)],
    ["an unknown model", apiError(404, "model not found")],
    ["used-up credit", apiError(429, "no credit", {}, "insufficient_quota")],
  ])("that reports %s is not asked again", async (_, reply) => {
    const embedder = await open();
    const before = server.requests.length;
    server.rule = () => reply;
    expect((await failureOf(embedder.embedTexts(["a"]))).code).toBe("embedder_unavailable");
    expect(server.requests.length - before).toBe(1);
  });

  test("never gets its address or key shown", async () => {
    const embedder = await open();
    const { host } = new URL(server.url);
    for (const status of [401, 500]) {
      server.rule = () => apiError(status, `key ${KEY} at ${server.url} on ${host}`, COME_BACK_TOMORROW);
      const error = await failureOf(embedder.embedTexts(["a"]));
      const cause = error.cause as Error;
      const shown = [error.message, error.hint, String(cause), cause.stack].join("\n");
      expect(cause.message).toContain("key … at");
      expect(shown).not.toContain(KEY);
      expect(shown).not.toContain(host);
    }
  });
});

describe("a text that is refused", () => {
  const refuse = (poison: string) => {
    server.rule = (request) => (inputsOf(request).includes(poison) ? apiError(400, "input is too long") : undefined);
  };

  test("costs nobody else's vector", async () => {
    const embedder = await open({ limits: { texts: 16 } });
    refuse("text 11");
    const results = await embedder.embedTexts(texts(32));
    const expected = texts(32).map((text): Float32Array | EmbeddingRefusal =>
      text === "text 11" ? { refused: "the embeddings endpoint rejected the text: 400 input is too long" } : unit(text),
    );
    expect(results).toEqual(expected);
  });

  test("alone is a refusal and no failure", async () => {
    const embedder = await open();
    refuse("text 0");
    expect(await embedder.embedTexts(["text 0"])).toEqual([{ refused: expect.stringContaining("too long") }]);
  });

  test("because it is empty is never sent", async () => {
    const embedder = await open();
    expect(await embedder.embedTexts(["", "a", " \n"])).toEqual([
      { refused: "the text is empty" },
      unit("a"),
      { refused: "the text is empty" },
    ]);
    expect(server.inputs.slice(1)).toEqual([["a"]]);
    expect(await failureOf(embedder.embedQuery(" "))).toMatchObject({ code: "invalid_argument", field: "query" });
  });

  test.each([
    ["not a number", Number.NaN],
    ["zero", 0],
  ])("by a vector of %s is tried once more alone", async (_, component) => {
    const embedder = await open();
    server.rule = (request) => {
      const vectors = inputsOf(request).map((text) =>
        text === "text 1" ? Array.from({ length: 16 }, () => component) : vectorOf(text, 16),
      );
      return embeddings(request, vectors);
    };
    expect(await embedder.embedTexts(texts(3))).toEqual([
      unit("text 0"),
      { refused: "the embeddings endpoint returned no usable vector for the text" },
      unit("text 2"),
    ]);
    expect(server.inputs.slice(1)).toEqual([texts(3), ["text 1"]]);
  });

  test("is not believed where the endpoint refuses everything", async () => {
    const embedder = await open();
    server.rule = () => apiError(400, "model is gone");
    expect((await failureOf(embedder.embedTexts(texts(4)))).code).toBe("embedder_unavailable");
  });
});

describe("ending", () => {
  test("a caller who aborts gets the reason of the abort", async () => {
    const embedder = await open();
    server.rule = () => "hang";
    const reason = new Error("enough");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(embedder.embedTexts(texts(3), controller.signal)).rejects.toBe(reason);
    await expect(embedder.embedQuery("a", controller.signal)).rejects.toBe(reason);
  });

  test("closing ends what is under way", async () => {
    const embedder = await open();
    server.rule = () => "hang";
    const pending = failureOf(embedder.embedTexts(["a"]));
    await expect.poll(() => server.inputs.at(-1)).toEqual(["a"]);
    await embedder[Symbol.asyncDispose]();
    expect((await pending).code).toBe("embedder_unavailable");
  });
});

test("the key is sent as bearer token, and no Authorization where there is none", async () => {
  await open();
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  await open({ apiKey: null });
  expect(server.requests.at(-1)?.headers).not.toHaveProperty("authorization");
});
