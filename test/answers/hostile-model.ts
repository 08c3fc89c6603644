import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fieldText } from "../../src/citations/book.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { openOpenAiLanguageModel } from "../../src/language-model/openai.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { BROKEN, LIE_NAMES, MARK, mixedClaims, told, type LabeledClaim } from "../support/lying-model.ts";
import { seededRandom } from "../../src/topics/random.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { openOpenAiServer, type OpenAiServer, type ReceivedRequest, type Reply } from "../support/openai-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { claimsReply, honestClaim, sentEvidence, variations } from "../support/scripted-model.ts";
import { figures } from "../../src/citations/figures.ts";

/*
 * A model that lies, behind a real HTTP server, asked through the real MCP endpoint over the sample's papers. What a caller gets is held
 * against the stored papers and against what the script says must become of each claim.
 */

const QUESTIONS = [
  "When does dense retrieval fail compared with BM25?",
  "Is long context better than retrieval-augmented generation?",
  "How can hallucination of language models be detected?",
  "Does late interaction improve passage ranking?",
  "How is attribution of generated answers evaluated?",
  "Do language models re-rank passages well?",
  "How are query expansion and generated documents used for retrieval?",
  "Which benchmarks evaluate retrieval in many languages?",
];

/** `questions`: how many questions each lie is told about; `seeds`: mixtures for each question; `honest`: honest answers. */
export function hostileModelSuite(amount: { questions: number; seeds: number; honest: number }): void {
  let library: Awaited<ReturnType<typeof openTestLibrary>>;
  let mcp: TestServer;
  let key: string;
  let server: OpenAiServer;

  beforeAll(async () => {
    library = await openTestLibrary({ embedder: hashEmbedder() });
    await loadSample(library);
    mcp = await startTestServer(library);
    key = await mcp.key();
    server = await openOpenAiServer();
  }, 60_000);
  afterAll(async () => {
    await mcp.close();
    await server[Symbol.asyncDispose]();
    await library[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    server.requests.length = 0;
  });

  /** The answer to a question, asked over MCP, with a model that answers by this rule and remembers nothing of other questions. */
  async function ask(question: string, rule: (request: ReceivedRequest) => Reply, patienceMs = 10_000) {
    server.rule = rule;
    await using model = await openOpenAiLanguageModel({ model: "liar", baseUrl: server.url, apiKey: null, patienceMs });
    library.languageModel = model;
    const body = legacyBody("tools/call", { name: "search_signal_canvas", arguments: { query: question, detail: "full" } });
    const { json, status } = await post(mcp.url, body, { key });
    expect(status).toBe(200);
    expect(json.result.isError, JSON.stringify(json)).not.toBe(true);
    return { canvas: json.result.structuredContent as CanvasAnswer, text: json.result.content[0].text as string };
  }

  /** What is promised of every answer, whoever wrote it. */
  async function expectVerified(canvas: CanvasAnswer): Promise<void> {
    const { sentences } = canvas.answer;
    const citations = new Map(canvas.citations.map((citation) => [citation.number, citation]));
    const papers = await library.engine.papers.get(canvas.citations.map((citation) => citation.id));
    const signals = await library.engine.signals.get(canvas.citations.map((citation) => citation.id));
    expect(sentences.length).toBeGreaterThan(0);
    for (const { text, citations: numbers, flags } of sentences) {
      expect(numbers.length, text).toBeGreaterThan(0);
      const quotes = numbers.map((number) => citations.get(number)!.quote);
      const unquoted = figures(text).filter((figure) => !quotes.some((quote) => figures(quote).includes(figure)));
      if (unquoted.length > 0) expect(flags, text).toContain("figure_not_quoted");
    }
    for (const { id, field, quote, start, end } of canvas.citations) {
      expect(quote).not.toBe("");
      expect(fieldText(papers.get(id) ?? signals.get(id), field)?.slice(start, end)).toBe(quote);
    }
  }

  /** Quotes in place of a model's sentences, and flagged as such. */
  function expectFallback(canvas: CanvasAnswer): void {
    expect(canvas.summarizer).toEqual({ name: "extractive", model: null });
    expect(canvas.degraded.filter(({ part }) => part === "summarizer")).toHaveLength(1);
    expect(canvas.answer.sentences.every(({ text }) => text.includes("“"))).toBe(true);
  }

  async function expectFates(claims: readonly LabeledClaim[], { canvas, text }: Awaited<ReturnType<typeof ask>>): Promise<void> {
    await expectVerified(canvas);
    expect(JSON.stringify(canvas)).not.toContain(MARK);
    expect(text).not.toContain(MARK);
    for (const { id } of sentEvidence(server.requests[0]!).spans) expect(JSON.stringify(canvas)).not.toContain(id);
    const said = canvas.answer.sentences;
    if (canvas.summarizer.name === "extractive") expectFallback(canvas);
    else {
      const known = claims.flatMap((claim) => [claim.text, (claim.claim as { text?: string }).text ?? ""]);
      for (const sentence of said)
        expect(
          known.some((claim) => claim.startsWith(sentence.text)),
          sentence.text,
        ).toBe(true);
      for (const claim of claims.filter(({ fate }) => fate === "flag")) {
        const sentence = said.find((sentence) => sentence.text === claim.text);
        if (sentence) expect(sentence.flags, sentence.text).not.toEqual([]);
      }
    }
    const dropped = claims.filter(({ fate }) => fate === "drop").length;
    if (dropped > 0) expect(canvas.degraded.map(({ part }) => part)).toContain("summarizer");
    if (dropped > 0.3 * claims.length) expectFallback(canvas);
  }

  describe("no lie reaches a caller, and where quotes stand in for the model that is flagged", () => {
    it.each(LIE_NAMES.map((name, n) => [name, n] as const))("%s, alone and beside four honest claims", async (name, n) => {
      for (const [index, question] of QUESTIONS.slice(0, amount.questions).entries()) {
        let claims: LabeledClaim[] = [];
        const alone = await ask(question, (request) => {
          claims = [told(name, sentEvidence(request).spans, seededRandom(n))];
          return claimsReply(
            request,
            claims.map(({ claim }) => claim),
          );
        });
        await expectFates(claims, alone);
        server.requests.length = 0;
        const beside = await ask(question, (request) => {
          const { spans } = sentEvidence(request);
          const random = seededRandom(100 * n + index);
          claims = [told(name, spans, random), ...mixedClaims(spans, 0, 4, random)];
          return claimsReply(
            request,
            claims.map(({ claim }) => claim),
          );
        });
        await expectFates(claims, beside);
        expect(beside.canvas.summarizer.name).toBe("openai");
        server.requests.length = 0;
      }
    });

    it.each(Array.from({ length: amount.seeds }, (_, seed) => seed))(
      "a mixture of lies and honest claims, seed %i",
      async (seed) => {
        for (const [index, question] of QUESTIONS.entries()) {
          const random = seededRandom(1_000 * seed + index);
          let claims: LabeledClaim[] = [];
          server.requests.length = 0;
          const answered = await ask(question, (request) => {
            claims = mixedClaims(sentEvidence(request).spans, Math.floor(random() * 4), Math.floor(random() * 4) + 1, random);
            return claimsReply(
              request,
              claims.map(({ claim }) => claim),
            );
          });
          await expectFates(claims, answered);
        }
      },
    );
  });

  describe("an answer that is broken as a whole gives quotes, flagged", () => {
    it.each(Object.entries(BROKEN))("%s", async (_, reply) => {
      const { canvas, text } = await ask(QUESTIONS[0]!, reply, 800);
      await expectVerified(canvas);
      expectFallback(canvas);
      expect(JSON.stringify(canvas) + text).not.toContain(MARK);
      expect(JSON.stringify(canvas) + text).not.toContain("127.0.0.1:" + new URL(server.url).port);
      expect(text).toContain("quotes instead");
    });
  });

  it("of honest answers at least nine in ten come through as they are, whatever typography they quote in", async () => {
    let through = 0;
    for (let n = 0; n < amount.honest; n += 1) {
      const random = seededRandom(n);
      let texts: string[] = [];
      const { canvas } = await ask(QUESTIONS[n % QUESTIONS.length]!, (request) => {
        const { spans } = sentEvidence(request);
        const from = Math.floor(random() * (spans.length - 5));
        const claims = spans
          .slice(from, from + 2 + (n % 4))
          .map((span) => honestClaim(span, variations[Math.floor(random() * variations.length)]));
        texts = claims.map((claim) => claim.text);
        return claimsReply(request, claims);
      });
      await expectVerified(canvas);
      const said = canvas.answer.sentences.map((sentence) => sentence.text);
      if (
        canvas.summarizer.name === "openai" &&
        said.length === texts.length &&
        said.every((text, index) => text === texts[index])
      )
        through += 1;
    }
    expect(through).toBeGreaterThanOrEqual(0.9 * amount.honest);
  });
}
