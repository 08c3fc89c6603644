import { describe, expect, it } from "vitest";
import { readAgain } from "../../src/answers/extractive/second-reading.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { RerankerFailure, type Reading, type SentenceReader } from "../../src/reranking/port.ts";
import { passage } from "../support/passages.ts";

const QUESTION = "Does label smoothing improve translation?";
const read = readQuestion(QUESTION, { today: "2026-01-01" });
const vector = new Float32Array([1, 0]);
const passages = Array.from({ length: 14 }, (_, index) =>
  passage(`p${index}`, `Label smoothing improves translation by ${index} points.`, { vector }),
);

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

const ask = (reader: SentenceReader | undefined, ranked = passages) => readAgain(reader, ranked, { question: QUESTION, read });

describe("the second reading", () => {
  it("gives twelve sentences what was read of each behind its title, and the others nothing", async () => {
    const reader = readerOf(async (_, texts) =>
      texts.map((text) => ({ grade: Number(/by (\d+)/u.exec(text)![1]), says: 0.5, against: 0.1 })),
    );
    const { ranked, degraded } = await ask(reader);
    expect(degraded).toEqual([]);
    expect(ranked.map(({ text }) => text)).toEqual(passages.map(({ text }) => text));
    const known = ranked.filter(({ reading }) => reading !== null);
    expect(known).toHaveLength(12);
    for (const { text, reading } of known) expect(text).toContain(`by ${reading!.grade} points`);
    expect(reader.asked).toHaveLength(1);
    for (const text of reader.asked[0]!) expect(text).toMatch(/^[^.]+\. Label smoothing improves/u);
  });

  it("reads nothing without a reader, of one sentence, or where the question is about one paper", async () => {
    const reader = readerOf(async () => Promise.reject(new Error("not to be asked")));
    expect((await ask(undefined)).ranked).toBe(passages);
    expect((await ask(reader, passages.slice(0, 1))).ranked).toHaveLength(1);
    const anchored = passages.map((one) => ({ ...one, paper: { ...one.paper, anchor: true } }));
    expect((await ask(reader, anchored)).ranked).toBe(anchored);
    expect(reader.asked).toEqual([]);
  });

  it.each([
    ["fails", async () => Promise.reject(new RerankerFailure("the model failed"))],
    ["never answers", async () => new Promise<Reading[]>(() => undefined)],
  ])("says so where the reader %s, and changes nothing", async (_, readings) => {
    const reader = readerOf(readings);
    const { ranked, degraded } = await ask(reader);
    expect(ranked).toBe(passages);
    expect(degraded).toEqual([{ part: "reranker", reason: expect.stringContaining("not read a second time") }]);
    // It is left alone for a while, and that is said again.
    expect(await ask(reader)).toEqual({ ranked: passages, degraded });
    expect(reader.asked).toHaveLength(1);
  });

  it("ends with its caller", async () => {
    const controller = new AbortController();
    const reader = readerOf(async () => {
      controller.abort(new Error("enough"));
      return new Promise<Reading[]>(() => undefined);
    });
    await expect(readAgain(reader, passages, { question: QUESTION, read }, controller.signal)).rejects.toThrow("enough");
  });
});
