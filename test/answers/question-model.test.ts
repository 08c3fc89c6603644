import { afterEach, beforeEach, expect, test } from "vitest";
import { readQuestionWithModel } from "../../src/answers/question/model.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import type { LanguageModel } from "../../src/language-model/port.ts";
import { apiError, chatCompletion, openOpenAiServer, type OpenAiServer, type Reply } from "../support/openai-server.ts";
import { messageOf } from "../support/scripted-model.ts";

const QUESTION = "transformers pruned hard, still any good on Swahili news since 2021?";
/** Patient, so that only the tests about the deadline meet it. */
const CONTEXT = { today: "2026-11-22", patienceMs: 20_000 };
const READING = {
  kind: "how_well",
  artifact: null,
  record: null,
  sides: null,
  subject: ["transformers pruned", "news"],
  without: [],
  negative_results: false,
};

let server: OpenAiServer;
let model: LanguageModel;

beforeEach(async () => {
  server = await openOpenAiServer();
  model = await openOpenAiLanguageModel({ model: "m", baseUrl: server.url, apiKey: "key" });
});

afterEach(async () => {
  await model[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function answers(content: unknown): void {
  server.rule = (request) => chatCompletion(request, typeof content === "string" ? content : JSON.stringify(content));
}

test("a model's reading gives kind and subject; years and languages stay as the rules read them", async () => {
  answers(`<think>{"kind"</think>\`\`\`json\n${JSON.stringify(READING)}\n\`\`\``);
  const reading = await readQuestionWithModel(model, QUESTION, CONTEXT);
  expect(readQuestion(QUESTION, CONTEXT).kind).not.toBe("how_well");
  expect(reading).toMatchObject({
    kind: "how_well",
    subject: { text: "transformers pruned news", terms: [{ stems: ["transform", "prune"] }, { stems: ["new"] }] },
    constraints: { years: { from: 2021, to: null }, languages: ["Swahili"] },
  });
  const [request] = server.requests;
  expect(messageOf(request!, "system")).not.toContain("Swahili");
  expect(JSON.parse(messageOf(request!, "user"))).toEqual({ question: QUESTION });
  expect(request!.body.response_format).toMatchObject({
    type: "json_schema",
    json_schema: { name: "question_reading", strict: true },
  });
});

test("two sides that stand in the question make a comparison", async () => {
  const question = "pruned transformers against small ones trained from scratch: who comes out ahead?";
  answers({
    ...READING,
    kind: "comparison",
    sides: ["pruned transformers", "small ones trained from scratch"],
    subject: ["pruned transformers"],
  });
  expect(await readQuestionWithModel(model, question, CONTEXT)).toMatchObject({
    kind: "comparison",
    sides: ["pruned transformers", "small ones trained from scratch"],
  });
});

test.each<[string, unknown]>([
  ["no JSON", "I would say that this is about pruning."],
  ["another kind than there is", { ...READING, kind: "poem" }],
  ["more than was asked for", { ...READING, note: "x" }],
  ["words that are not in the question", { ...READING, subject: ["quantization"] }],
  ["a record where the rules see none", { ...READING, kind: "record", record: "award" }],
  ["a record without saying which", { ...READING, kind: "record" }],
  ["a comparison of one side", { ...READING, kind: "comparison", sides: ["transformers"] }],
  ["an artifact without saying which", { ...READING, kind: "artifact" }],
  ["nothing", ""],
])("the reading of the rules stands where the model answers with %s", async (_, content) => {
  answers(content);
  expect(await readQuestionWithModel(model, QUESTION, CONTEXT)).toEqual(readQuestion(QUESTION, CONTEXT));
  expect(server.requests.length).toBeGreaterThan(0);
});

test("the rules' record stands against a model that sees none", async () => {
  const question = "Which papers on pruning won a best paper award?";
  answers({ ...READING, kind: "which_exist", subject: ["pruning"] });
  expect(await readQuestionWithModel(model, question, CONTEXT)).toEqual(readQuestion(question, CONTEXT));
});

test.each<[string, Reply]>([
  ["fails", apiError(400, "no such model")],
  ["does not answer in time", "hang"],
])("the reading of the rules stands where the model %s", async (_, reply) => {
  server.rule = () => reply;
  const patienceMs = reply === "hang" ? 200 : CONTEXT.patienceMs;
  expect(await readQuestionWithModel(model, QUESTION, { ...CONTEXT, patienceMs })).toEqual(readQuestion(QUESTION, CONTEXT));
});

test("a caller that goes away ends the wait", async () => {
  const leaving = new AbortController();
  server.rule = () => {
    leaving.abort(new Error("gone"));
    return "hang";
  };
  await expect(readQuestionWithModel(model, QUESTION, { ...CONTEXT, signal: leaving.signal })).rejects.toThrow("gone");
});
