import { describe, expect, it } from "vitest";
import { quotedSentences } from "../../src/answers/extractive/extractive.ts";
import { readFurther } from "../../src/answers/extractive/read-further.ts";
import { readPassages } from "../../src/answers/extractive/read-passages.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { PublicError } from "../../src/errors.ts";
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

function readerOf(
  readings: SentenceReader["readings"],
  stances: SentenceReader["stances"] = () => Promise.reject(new Error("not to be asked")),
): SentenceReader & { asked: (readonly string[])[] } {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    model: "double",
    open: async () => undefined,
    readings: async (question, texts, signal) => {
      asked.push(texts);
      return readings(question, texts, signal);
    },
    stances,
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

describe("the reading of a claim's evidence", () => {
  const CLAIM = "Label smoothing improves translation.";
  const claimed = (reader: SentenceReader) =>
    readPassages(
      { embedder, sentenceReader: reader },
      { question: CLAIM, kind: "does_it", read: readQuestion(CLAIM, { today: "2026-01-01" }), vector, papers },
    );
  const grades: SentenceReader["readings"] = async (_, texts) => texts.map(() => ({ grade: 1, says: 0.1, against: 0.1 }));

  it("is told by the model of claims which way a sentence points, of all that was read and with the claim", async () => {
    const reader = readerOf(grades, async (claim, texts) => {
      expect(claim).toBe(CLAIM);
      return texts.map((text) => ({ says: 0.9, against: Number(/by (\d+)/u.exec(text)![1]) / 100, ofClaim: true }));
    });
    const { ranked } = await claimed(reader);
    const known = ranked.filter(({ reading }) => reading !== null);
    expect(known).toHaveLength(16);
    for (const { text, reading } of known)
      expect(reading).toEqual({ grade: 1, says: 0.9, against: Number(/by (\d+)/u.exec(text)![1]) / 100, ofClaim: true });
  });

  it("stands as it was where that model fails", async () => {
    const reader = readerOf(grades, () => Promise.reject(new RerankerFailure("away")));
    const { ranked, degraded } = await claimed(reader);
    expect(degraded).toEqual([]);
    expect(ranked.find(({ reading }) => reading !== null)!.reading).toEqual({ grade: 1, says: 0.1, against: 0.1 });
  });

  it("is not asked for a question", async () => {
    await expect(ask(readerOf(grades))).resolves.toMatchObject({ degraded: [] });
  });
});

describe("the reading for a list", () => {
  const question = "Which methods of label smoothing exist for translation?";
  const asked = (given: EvidencePaper[]) => ({
    question,
    kind: "which_exist" as const,
    read: readQuestion(question, { today: "2026-01-01" }),
    vector,
    papers: given,
  });
  const two = Array.from({ length: 30 }, (_, index): EvidencePaper => ({
    paper: paper({
      paper_id: `l${index}`,
      title: `Study ${index}`,
      abstract: `Label smoothing for translation was studied before by ${index} teams. ${told(index)}`,
    }),
    score: 0.5,
    cosine: 0.5,
    anchor: false,
  }));

  it("is of 48 sentences, of which the sixteen best are embedded, each of another paper", async () => {
    const reader = readerOf(async (_, texts) =>
      texts.map((text) => ({
        grade: text.includes("points") ? 2 + Number(/by (\d+) points/u.exec(text)![1]) / 100 : 1,
        says: 0,
        against: 0,
      })),
    );
    const { ranked, degraded } = await readPassages({ embedder, sentenceReader: reader }, asked(two));
    expect(degraded).toEqual([]);
    expect(reader.asked.map((texts) => texts.length)).toEqual([48]);
    const chosen = embedded(ranked);
    expect(chosen).toHaveLength(16);
    expect(new Set(chosen.map(({ paper: own }) => own.paper.paper_id)).size).toBe(16);
    for (const { text, reading } of chosen) {
      expect(reading).not.toBeNull();
      expect(text).toContain("points");
    }
  });

  it("is not done twice where it is read on", async () => {
    const reader = readerOf(async (_, texts) => texts.map(() => ({ grade: 0.3, says: 0, against: 0 })));
    const task = { ...asked(two), limit: 10 };
    const first = await readPassages({ embedder, sentenceReader: reader }, task);
    await readFurther({ embedder, sentenceReader: reader }, task, first, async () => two);
    const texts = reader.asked.flat();
    expect(texts.length).toBeGreaterThan(48);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("leaves a sentence alone that is the only one", async () => {
    const reader = readerOf(async () => Promise.reject(new Error("not to be asked")));
    const one = [{ ...two[0]!, paper: { ...two[0]!.paper, abstract: told(1) } }];
    expect((await readPassages({ embedder, sentenceReader: reader }, asked(one))).ranked).toHaveLength(1);
  });

  it("says so where the reader fails, and compares in meaning", async () => {
    const reader = readerOf(async () => Promise.reject(new RerankerFailure("away")));
    const { ranked, degraded } = await readPassages({ embedder, sentenceReader: reader }, asked(two));
    expect(degraded).toEqual([{ part: "reranker", reason: expect.stringContaining("did not respond in time") }]);
    expect(embedded(ranked)).toHaveLength(28);
  });
});

describe("reading on where little was found", () => {
  const weak = async () => readerOf(async (_, texts) => texts.map(() => ({ grade: 0.3, says: 0, against: 0 })));
  const task = { question: QUESTION, kind: read.kind, read, vector, papers: papers.slice(0, 20), limit: 5 };
  const many = Array.from({ length: 90 }, (_, index): EvidencePaper => ({
    paper: paper({ paper_id: `q${index}`, title: `Study ${index}`, abstract: told(index) }),
    score: 0.5,
    cosine: 0.5,
    anchor: false,
  }));

  it("reads four times as many sentences of more papers, none twice, embeds the sixteen best of them, and finds what was missed", async () => {
    const reader = readerOf(async (_, texts) =>
      texts.map((text) => ({ grade: text.includes("by 57 points") ? 3 : 0.3, says: 0, against: 0 })),
    );
    const first = await readPassages({ embedder, sentenceReader: reader }, task);
    const found = await readFurther({ embedder, sentenceReader: reader }, task, first, async () => many);
    expect(reader.asked.map((texts) => texts.length)).toEqual([16, 48]);
    // What was read first is among the 64 that are read in all.
    expect(new Set(reader.asked.flat()).size).toBe(64);
    expect(embedded(found.ranked)).toHaveLength(16);
    expect(found.ranked.find(({ reading }) => reading?.grade === 3)?.text).toContain("by 57 points");
    expect(found.papers).toBe(many);
    expect(found.degraded).toEqual([]);
  });

  it("leaves it where the first reading answers, where nothing was read, and for a claim", async () => {
    const good = readerOf(async (_, texts) => texts.map(() => ({ grade: 3, says: 0.9, against: 0.1 })));
    const wider = async () => Promise.reject(new Error("not to be read"));
    const answered = await readPassages({ embedder, sentenceReader: good }, task);
    expect((await readFurther({ embedder, sentenceReader: good }, task, answered, wider)).ranked).toBe(answered.ranked);
    expect(good.asked).toHaveLength(1);
    const compared = await readPassages({ embedder, sentenceReader: undefined }, task);
    expect((await readFurther({ embedder, sentenceReader: undefined }, task, compared, wider)).papers).toBe(task.papers);
    const reader = await weak();
    reader.stances = async (_, texts) => texts.map(() => ({ says: 0.1, against: 0.1, ofClaim: true }));
    const claim = { ...task, question: "Label smoothing improves translation." };
    const first = await readPassages({ embedder, sentenceReader: reader }, claim);
    expect((await readFurther({ embedder, sentenceReader: reader }, claim, first, wider)).ranked).toBe(first.ranked);
  });

  it("keeps what was read first where the rest is late", async () => {
    let calls = 0;
    const reader = readerOf(async (_, texts) => {
      if ((calls += 1) > 1) throw new RerankerFailure("away");
      return texts.map(() => ({ grade: 0.3, says: 0, against: 0 }));
    });
    const first = await readPassages({ embedder, sentenceReader: reader }, task);
    const found = await readFurther({ embedder, sentenceReader: reader }, task, first, async () => many);
    expect(found).toMatchObject({ ranked: first.ranked, papers: task.papers, degraded: [] });
    // The next question is read all the same.
    calls = 0;
    expect((await readPassages({ embedder, sentenceReader: reader }, task)).degraded).toEqual([]);
    expect(reader.asked).toHaveLength(3);
  });

  it("keeps what was read first where the papers cannot be read, and passes on what is no silence", async () => {
    const reader = await weak();
    const first = await readPassages({ embedder, sentenceReader: reader }, task);
    const failing = async (error: Error) => {
      const wider = async () => {
        throw error;
      };
      return readFurther({ embedder, sentenceReader: reader }, task, first, wider);
    };
    expect((await failing(new PublicError("engine_busy"))).ranked).toBe(first.ranked);
    expect((await failing(new PublicError("embedder_unavailable"))).ranked).toBe(first.ranked);
    await expect(failing(new RangeError("a fault"))).rejects.toThrow("a fault");
  });

  it("keeps what was quoted first among what it chooses from, and the first answer where that is better", async () => {
    const reader = readerOf(async (_, texts) =>
      texts.map((text) => ({ grade: /by (?:\d|1\d) points/u.test(text) ? 1.3 : 0.2, says: 0, against: 0 })),
    );
    const first = await readPassages({ embedder, sentenceReader: reader }, task);
    const found = await readFurther({ embedder, sentenceReader: reader }, task, first, async () => [...task.papers, ...many]);
    const chosen = embedded(found.ranked).map(({ text }) => text);
    const quotes = quotedSentences(first.ranked, task);
    expect(quotes.length).toBeGreaterThan(0);
    for (const { text } of quotes) expect(chosen.some((own) => text.includes(own))).toBe(true);
    const elsewhere = await readFurther({ embedder, sentenceReader: reader }, task, first, async () => many.slice(60));
    expect(elsewhere.ranked).toBe(first.ranked);
  });
});
