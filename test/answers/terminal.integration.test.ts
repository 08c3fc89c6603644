import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { answerText } from "../../src/answers/render/terminal.ts";
import { verdictWords } from "../../src/judgment/verdict.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

describe("an answer in a terminal", () => {
  let library: Library & AsyncDisposable;
  let canvas: CanvasAnswer;
  let text: string;

  beforeAll(async () => {
    library = await openTestLibrary();
    await loadSample(library);
    const query = "When does dense retrieval fail compared with BM25, and what helps?";
    canvas = await askCanvas(library, { query, mode: "corpus", time_scope: "all", match_count: 8, account: "test" });
    text = answerText(canvas, "full");
  }, 120_000);
  afterAll(() => library[Symbol.asyncDispose]());

  const unwrapped = () => text.replaceAll(/\n\s*/gu, " ");

  it("shows every sentence with its numbers, and every source with its address", () => {
    for (const { text: sentence, citations } of canvas.answer.sentences)
      expect(unwrapped()).toContain(`${sentence} ${citations.map((number) => `[${number}]`).join("")}`);
    for (const { number, url } of canvas.citations) {
      expect(text).toContain(`\n[${number}] `);
      if (url !== null) expect(text).toContain(url);
    }
  });

  it("shows the verdict with its arithmetic, what is not known, and what all of it rests on", () => {
    expect(text).toContain(`\nReadiness: ${verdictWords(canvas.judgment.verdict)}\n`);
    expect(unwrapped()).toContain(canvas.judgment.formula);
    for (const { name, score } of canvas.judgment.dimensions)
      expect(unwrapped()).toMatch(score === null ? new RegExp(`Unknown: [a-z, ]*\\b${name}\\b`, "u") : `• ${name} ${score} (`);
    for (const gap of canvas.gaps) expect(unwrapped()).toContain(gap);
    expect(unwrapped()).toContain(canvas.ground.sentence);
    expect(unwrapped()).toMatch(/library last updated \d{4}-\d\d-\d\d \d\d:\d\d UTC\./u);
    expect(unwrapped()).toContain(`library last updated ${canvas.freshness.last_ingest!.slice(0, 10)}`);
  });

  it("in short leaves out formulas and positions, and keeps the answer with its sources", () => {
    const short = answerText(canvas);
    expect(short.length).toBeLessThan(0.7 * text.length);
    expect(short).not.toContain(canvas.judgment.formula);
    const shown = short.replaceAll(/\n\s*/gu, " ");
    for (const { text: sentence, citations } of canvas.answer.sentences) {
      expect(shown).toContain(sentence);
      for (const number of citations) expect(short).toContain(`\n[${number}] `);
    }
  });

  it("keeps lines of words within 100 characters", () => {
    const long = text.split("\n").filter((line) => line.length > 101 && !line.includes("http"));
    expect(long).toEqual([]);
  });
});
