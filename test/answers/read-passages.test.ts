import { describe, expect, it } from "vitest";
import { readPassages } from "../../src/answers/extractive/read-passages.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { RerankerFailure, type Reading, type SentenceReader } from "../../src/reranking/port.ts";
import { paper } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";

const QUESTION = "Does label smoothing improve translation?";
const read = readQuestion(QUESTION, { today: "2026-01-01" });
const embedder = hashEmbedder();
const vector = await embedder.embedQuery(QUESTION);
const told = (index: number) => `Label smoothing improves the translation of long sentences by ${index} points.`;
const papers = Array.from({ length: 40 }, (_, index): EvidencePaper => ({
  paper: paper({ paper_id: `p${index}`, title: `Study ${index}`, abstract: told(index) }),
  score: 0.5,
  cosine: 0.5,
  anchor: false,
}));

function readerOf(readings: SentenceReader["readings"]): SentenceReader & { asked: (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    model: "double",
    open: async () => undefined,
    readings: async (question, texts, signal) => {
      asked.push(texts);
      return readings(question, texts, signal);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const ask = (sentenceReader: SentenceReader | undefined, given = papers, signal?: AbortSignal) =>
  readPassages({ embedder, sentenceReader }, { question: QUESTION, kind: read.kind, read, vector, papers: given }, signal);
const embedded = (ranked: Awaited<ReturnType<typeof ask>>["ranked"]) => ranked.filter((one) => one.vector !== null);

describe("the reading of sentences together with the question", () => {
  it("gives sixteen what was read of each behind its title, embeds no others, and gives those nothing", async () => {
    const reader = readerOf(async (_, texts) =>
      texts.map((text) => ({ grade: Number(/by (\d+)/u.exec(text)![1]), says: 0.5, against: 0.1 })),
    );
    const { ranked, degraded } = await ask(reader);
    expect(degraded).toEqual([]);
    expect(ranked).toHaveLength(40);
    const known = ranked.filter(({ reading }) => reading !== null);
    expect(known).toHaveLength(16);
    expect(embedded(ranked)).toEqual(known);
    for (const { text, reading } of known) expect(text).toContain(`by ${reading!.grade} points`);
    expect(reader.asked).toHaveLength(1);
    for (const text of reader.asked[0]!) expect(text).toMatch(/^Study (\d+)\. .* by \1 points/u);
  });

  it("reads nothing without a reader, of one sentence, without the question's vector, or where the question is about one paper", async () => {
    const reader = readerOf(async () => Promise.reject(new Error("not to be asked")));
    expect(embedded((await ask(undefined)).ranked)).toHaveLength(28);
    expect((await ask(reader, papers.slice(0, 1))).ranked).toHaveLength(1);
    const anchored = papers.map((one, index) => ({ ...one, anchor: index === 0 }));
    expect((await ask(reader, anchored)).ranked).toHaveLength(40);
    const asked = { question: QUESTION, kind: read.kind, read, vector: null, papers };
    expect((await readPassages({ embedder, sentenceReader: reader }, asked)).ranked).toHaveLength(40);
    expect(reader.asked).toEqual([]);
  });

  it.each([
    ["fails", async () => Promise.reject(new RerankerFailure("the model failed"))],
    ["never answers", async () => new Promise<Reading[]>(() => undefined)],
  ])("where the reader %s, says so and compares 28 in meaning, as without one", async (_, readings) => {
    const reader = readerOf(readings);
    const { ranked, degraded } = await ask(reader);
    expect(ranked).toEqual((await ask(undefined)).ranked);
    expect(degraded).toEqual([{ part: "reranker", reason: expect.stringContaining("did not respond in time") }]);
    // It is left alone for a while, and that is said again.
    expect(await ask(reader)).toEqual({ ranked, degraded });
    expect(reader.asked).toHaveLength(1);
  });

  it("fails as the embedder does", async () => {
    const reader = readerOf(async () => Promise.reject(new RerankerFailure("nobody waits for it")));
    const broken = { ...embedder, embedTexts: async () => Promise.reject(new Error("down")) };
    const asked = { question: QUESTION, kind: read.kind, read, vector, papers };
    await expect(readPassages({ embedder: broken, sentenceReader: reader }, asked)).rejects.toThrow("down");
  });

  it("ends with its caller", async () => {
    const controller = new AbortController();
    const reader = readerOf(async () => {
      controller.abort(new Error("enough"));
      return new Promise<Reading[]>(() => undefined);
    });
    await expect(ask(reader, papers, controller.signal)).rejects.toThrow("enough");
  });
});
