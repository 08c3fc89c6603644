import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import type { CompletionRequest, LanguageModel } from "../../src/language-model/port.ts";
import { apiError, chatCompletion, openOpenAiServer, type OpenAiServer } from "../support/openai-server.ts";

const TASK: CompletionRequest = {
  instructions: "Answer.",
  data: '{"question":"why"}',
  schema: { name: "answer", schema: { type: "object" } },
  maxTokens: 100,
};
const PIECES = ["It ", "is ", "so."];

let server: OpenAiServer;
let model: LanguageModel;
let told: (readonly [string, number])[];

beforeEach(async () => {
  server = await openOpenAiServer();
  model = await openOpenAiLanguageModel({ model: "m", baseUrl: server.url, apiKey: null });
  told = [];
});
afterEach(async () => {
  await model[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const complete = () =>
  model.complete(TASK, { deadline: performance.now() + 60_000, onText: (piece, at) => void told.push([piece, at]) });

describe("a completion that somebody watches", () => {
  it("is streamed, and each piece is told with its place before the whole is there", async () => {
    const held = Promise.withResolvers<void>();
    server.next({ stream: { pieces: ["It ", held.promise, "is so."] } });
    const whole = complete();
    await expect.poll(() => told, { timeout: 30_000 }).toEqual([["It ", 0]]);
    held.resolve();
    expect(await whole).toBe("It is so.");
    expect(told).toEqual([
      ["It ", 0],
      ["is so.", 3],
    ]);
    expect(server.requests[0]!.body).toMatchObject({ stream: true, response_format: { type: "json_schema" } });
  });

  it("that breaks off is asked for again, from the beginning", async () => {
    const held = Promise.withResolvers<void>();
    server.next({ stream: { pieces: ["It ", held.promise], breaksOff: true } }, { stream: { pieces: PIECES } });
    const whole = complete();
    await expect.poll(() => told, { timeout: 30_000 }).toHaveLength(1);
    held.resolve();
    expect(await whole).toBe("It is so.");
    expect(told.filter(([, at]) => at === 0)).toHaveLength(2);
  });

  it("is whole where the endpoint does not stream, which is remembered", async () => {
    server.rule = (request) => chatCompletion(request, "whole");
    expect([await complete(), await complete()]).toEqual(["whole", "whole"]);
    expect(server.requests.map(({ body }) => body.stream ?? false)).toEqual([true, false, false]);
    expect(told).toEqual([]);
  });

  it("is whole where the endpoint refuses to stream, in the same form", async () => {
    server.rule = (request) =>
      request.body.stream ? apiError(400, "'stream' is not supported with this model") : chatCompletion(request, "whole");
    expect(await complete()).toBe("whole");
    expect(server.requests.map(({ body }) => (body.response_format as { type: string }).type)).toEqual([
      "json_schema",
      "json_schema",
    ]);
  });

  it("that nobody watches is not streamed", async () => {
    server.rule = (request) => chatCompletion(request, "whole");
    await model.complete(TASK, { deadline: performance.now() + 60_000 });
    expect(server.requests[0]!.body).not.toHaveProperty("stream");
  });
});
