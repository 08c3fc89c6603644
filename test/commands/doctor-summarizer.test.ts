import { afterEach, beforeEach, expect, it } from "vitest";
import { summarizerFinding } from "../../src/commands/doctor-summarizer.ts";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import { apiError, chatCompletion, openOpenAiServer, type OpenAiServer, type Reply } from "../support/openai-server.ts";
import { claimsReply, honestClaim, sentEvidence } from "../support/scripted-model.ts";

const KEY = "sk-very-secret";
let server: OpenAiServer;
beforeEach(async () => {
  server = await openOpenAiServer();
});
afterEach(() => server[Symbol.asyncDispose]());

async function found(patienceMs = 60_000) {
  await using languageModel = await openOpenAiLanguageModel({ model: "m", baseUrl: server.url, apiKey: KEY, patienceMs });
  return await summarizerFinding({ languageModel });
}

it("without a language model the doctor says that answers are quotes", async () => {
  expect(await summarizerFinding({})).toMatchObject({ state: "ok", says: expect.stringContaining("extractive") });
});

it("a model that answers and keeps to its sources is found well", async () => {
  server.rule = (request) =>
    claimsReply(
      request,
      sentEvidence(request).spans.map((span) => honestClaim(span)),
    );
  const finding = await found();
  expect(finding).toMatchObject({
    part: "summarizer",
    state: "ok",
    says: expect.stringMatching(/^m answered in \d+ ms; citations verified: 2 of 2$/u),
  });
});

it.each<[string, string]>([
  ["does not write JSON", "Hello!"],
  ["cites what it was not sent", '{"claims":[{"text":"Dense retrieval falls behind.","citations":[{"id":"1","quote":"x"}]}]}'],
  ["finds nothing", '{"claims":[]}'],
])("a model that %s needs attention: the doctor says that it answers, and what happens then", async (_, content) => {
  server.rule = (request) => chatCompletion(request, content);
  expect(await found()).toMatchObject({
    state: "attention",
    says: expect.stringContaining("responds, but"),
    remedy: expect.any(String),
  });
});

it.each<[string, Reply, RegExp]>([
  ["refuses the key", apiError(401, `Incorrect API key provided: ${KEY}`), /Incorrect API key provided: …/u],
  ["does not know the model", apiError(404, "The model `m` does not exist"), /does not exist/u],
  ["never answers", "hang", /did not respond in time/u],
])(
  "an endpoint that %s is a failure: the doctor says what it said, without the key, and which settings to check",
  async (_, reply, says) => {
    server.rule = () => reply;
    const finding = await found(reply === "hang" ? 500 : undefined);
    expect(finding).toMatchObject({
      state: "failed",
      says: expect.stringMatching(says),
      remedy: expect.stringContaining("OPENAI_BASE_URL"),
    });
    expect(JSON.stringify(finding)).not.toContain(KEY);
  },
);
