import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { askCanvas, type CanvasRequest } from "../../src/canvas/answer.ts";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import type { LanguageModel } from "../../src/language-model/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { apiError, chatCompletion, openOpenAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { claimsReply, honestClaim, messageOf, sentEvidence } from "../support/scripted-model.ts";

const QUESTION = "When does dense retrieval fail compared with BM25?";

let bare: Library & AsyncDisposable;
let library: Library;
let server: OpenAiServer;
let model: LanguageModel;

beforeAll(async () => {
  bare = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(bare);
}, 60_000);
afterAll(() => bare[Symbol.asyncDispose]());

beforeEach(async () => {
  server = await openOpenAiServer();
  model = await openOpenAiLanguageModel({ model: "scripted", baseUrl: server.url, apiKey: null, patienceMs: 3_000 });
  library = { ...bare, languageModel: model };
});
afterEach(async () => {
  await model[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const ask = (query = QUESTION, more: Partial<CanvasRequest> = {}, signal?: AbortSignal) =>
  askCanvas(library, { query, mode: "corpus", time_scope: "all", match_count: 8, account: "test", ...more }, signal);

describe("an honest model", () => {
  it("has its sentences given to the caller, each with the stored sentence that it quoted", async () => {
    server.rule = (request) =>
      claimsReply(
        request,
        sentEvidence(request)
          .spans.slice(0, 4)
          .map((span) => honestClaim(span)),
      );
    const canvas = await ask();
    expect(canvas.summarizer).toEqual({ name: "openai", model: "scripted" });
    expect(canvas.degraded).toEqual([]);
    const sent = sentEvidence(server.requests[0]).spans.slice(0, 4);
    expect(canvas.answer.sentences.map((sentence) => sentence.text)).toEqual(sent.map((span) => honestClaim(span).text));
    expect(canvas.citations.slice(0, 4).map((citation) => citation.quote)).toEqual(sent.map((span) => span.text));
    expect(canvas.answer.sentences.flatMap((sentence) => sentence.flags)).toEqual([]);
  });
});
