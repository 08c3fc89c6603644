import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import type { LanguageModel } from "../../src/language-model/port.ts";
import { loadSample } from "../support/sample-library.ts";
import { chatCompletion, openOpenAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { honestClaim, sentEvidence } from "../support/scripted-model.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { freePort, openSite, PASSWORD, type Site } from "./site.ts";

const executable = chromiumPath();

describe.skipIf(executable === null)("a browser, while a language model writes", () => {
  let browser: Browser;
  let endpoint: OpenAiServer;
  let model: LanguageModel;
  let site: Site;
  let held: PromiseWithResolvers<void>;

  beforeAll(async () => {
    browser = await launchChromium(executable!);
    endpoint = await openOpenAiServer();
    model = await openOpenAiLanguageModel({ model: "scripted", baseUrl: endpoint.url, apiKey: null, patienceMs: 60_000 });
    site = await openSite({ port: await freePort(), keep: true, languageModel: model });
    await loadSample(site.library);
    await site.account();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await model?.[Symbol.asyncDispose]();
    await endpoint?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    held = Promise.withResolvers<void>();
    endpoint.rule = (request) => {
      const [first, second] = sentEvidence(request)
        .spans.slice(0, 2)
        .map((span) => honestClaim(span));
      if (request.body.stream !== true) return chatCompletion(request, JSON.stringify({ claims: [first, second] }));
      return {
        stream: { pieces: [`{"claims": [${JSON.stringify(first)}`, held.promise, `, ${JSON.stringify(second)}]}`] },
      };
    };
  });

  async function signedIn(options: { javaScriptEnabled?: boolean } = {}) {
    const context = await browser.newContext({ baseURL: site.origin, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
    page.on("pageerror", (error) => void complaints.push(error.message));
    await page.goto("/sign-in");
    await page.fill("#name", "ada");
    await page.fill("#password", PASSWORD);
    await page.click('main button:not([type="button"])');
    await page.waitForURL((url) => url.pathname === "/");
    return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  it("shows each sentence once it has passed the check, then the answer's own page; and the way back leads to the form", async () => {
    await using visitor = await signedIn();
    const { page, complaints } = visitor;
    const question = "When does dense retrieval fail compared with BM25?";
    await page.fill("#q", question);
    await page.click(".question button");
    await page.waitForSelector(".answer .sentence");
    expect(await page.locator(".answer .sentence").count()).toBe(1);
    expect(await page.locator("h1").innerText()).toBe(question);
    expect(new URL(page.url()).pathname).toBe("/");
    held.resolve();
    await page.waitForURL("**/runs/*");
    expect(await page.locator(".answer .sentence").count()).toBeGreaterThanOrEqual(2);
    await page.goBack();
    await page.waitForSelector(".question button");
    expect(complaints).toEqual([]);
  });

  it("says what went wrong where the connection breaks off, and keeps the question", async () => {
    await using visitor = await signedIn();
    const { page } = visitor;
    await page.route("**/ask/live", (route) => route.abort());
    await page.fill("#q", "Where does dense retrieval lose to BM25?");
    await page.click(".question button");
    await page.waitForSelector(".notice.problem");
    expect(await page.inputValue("#q")).toBe("Where does dense retrieval lose to BM25?");
    await page.unroute("**/ask/live");
    held.resolve();
    await page.click(".question button");
    await page.waitForURL("**/runs/*");
  });

  it("has the same page after the wait where no script runs", async () => {
    await using visitor = await signedIn({ javaScriptEnabled: false });
    held.resolve();
    await visitor.page.fill("#q", "How does dense retrieval compare with BM25 on rare entities?");
    await visitor.page.click(".question button");
    await visitor.page.waitForURL("**/runs/*");
    expect(await visitor.page.locator(".answer .sentence").count()).toBeGreaterThanOrEqual(2);
    expect(await visitor.page.locator("main").innerText()).not.toContain("The LLM did not answer");
  });
});
