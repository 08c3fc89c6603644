import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import type { LanguageModel } from "../../src/language-model/port.ts";
import { loadSample } from "../support/sample-library.ts";
import { openOpenAiServer, type OpenAiServer, type ReceivedRequest, type Reply } from "../support/openai-server.ts";
import { honestClaim, sentEvidence } from "../support/scripted-model.ts";
import { openSite, type Browser, type Site } from "./site.ts";

let endpoint: OpenAiServer;
let model: LanguageModel;
let site: Site;
let ada: Browser;

beforeAll(async () => {
  endpoint = await openOpenAiServer();
  model = await openOpenAiLanguageModel({ model: "scripted", baseUrl: endpoint.url, apiKey: null, patienceMs: 60_000 });
  site = await openSite({ keep: true, languageModel: model });
  await loadSample(site.library);
  ada = await site.signedIn();
}, 60_000);
afterAll(async () => {
  await site.close();
  await model[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});
beforeEach(() => {
  endpoint.rule = (request) => streamed(request, 3);
});

/** An honest answer of some claims, in pieces; before the last claim it waits for `held`. */
function streamed(request: ReceivedRequest, claims: number, held?: Promise<void>): Reply {
  const texts = sentEvidence(request)
    .spans.slice(0, claims)
    .map((span) => JSON.stringify(honestClaim(span)));
  const pieces = [`{"claims": [${texts.slice(0, -1).join(",")}`, ...(held ? [held] : []), `,${texts.at(-1)}]}`];
  return { stream: { pieces } };
}

/** Sends a question and gives its events as they come. */
async function* asked(q: string): AsyncGenerator<{ name: string; data: Record<string, unknown> }> {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin", accept: "text/event-stream" };
  const response = await fetch(`${site.origin}/ask/live`, { method: "POST", headers, body: new URLSearchParams({ q }) });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  let text = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/u.exec(event)!;
      yield { name: name!, data: JSON.parse(data!) as Record<string, unknown> };
    }
  }
}

async function eventsOf(q: string) {
  const events: Awaited<ReturnType<ReturnType<typeof asked>["next"]>>["value"][] = [];
  for await (const event of asked(q)) events.push(event);
  return events as { name: string; data: Record<string, unknown> }[];
}

describe("a question whose answer is watched", () => {
  it("has its checked sentences told while the model still writes, and they are those of the answer", async () => {
    const held = Promise.withResolvers<void>();
    endpoint.rule = (request) => streamed(request, 3, held.promise);
    const sentences: unknown[] = [];
    let address = "";
    for await (const { name, data } of asked("When does dense retrieval fail compared with BM25?")) {
      if (name === "sentence") sentences.push(data.text);
      // The model goes on only once two sentences have been read here.
      if (sentences.length === 2) held.resolve();
      if (name === "done") address = String(data.address);
    }
    expect(sentences).toHaveLength(3);
    const page = await ada.get(address);
    expect(page.status).toBe(200);
    const { value } = (await site.records.get<{ answer: { answer: { sentences: { text: string }[] } } }>(
      "run",
      address.replace("/runs/", ""),
    ))!;
    expect(value.answer.answer.sentences.map(({ text }) => text)).toEqual(sentences);
  });

  it("whose sentences do not hold up has them withdrawn, and quotes in their place", async () => {
    endpoint.rule = (request) => {
      const [first, ...others] = sentEvidence(request)
        .spans.slice(0, 4)
        .map((span) => honestClaim(span));
      const claims = [first, ...others.map((claim) => ({ ...claim, citations: [] }))];
      return { stream: { pieces: [JSON.stringify({ claims })] } };
    };
    const events = await eventsOf("Where does BM25 do better than dense retrieval?");
    expect(events.map(({ name }) => name)).toEqual(["read", "sentence", "withdrawn", "done"]);
    expect((await ada.get(String(events.at(-1)!.data.address))).text).toContain("The answer consists of quotes instead.");
  });

  it("is answered by quotes where the model is away", async () => {
    endpoint.rule = () => ({ status: 401, json: { error: { message: "no", type: "x", param: null, code: null } } });
    const events = await eventsOf("Do hybrids of BM25 and dense retrieval help?");
    expect(events.map(({ name }) => name)).toEqual(["read", "withdrawn", "done"]);
  });

  it("that is refused is refused as without a script: nothing asked, another site's form, nobody signed in", async () => {
    expect((await ada.post("/ask/live", { q: " " })).status).toBe(422);
    expect((await ada.post("/ask/live", { q: "x" }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const { status, location } = await site.browser().post("/ask/live", { q: "x" });
    expect([status, location?.startsWith("/sign-in")]).toEqual([303, true]);
  });

  it("about something that is gone is left to the form", async () => {
    const { text } = await ada.post("/ask/live", { q: "What?", paper: "doi:10.1/none" });
    expect(text).toBe("event: plainly\ndata: {}\n\n");
  });
});
