import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import type { Summary } from "../../src/answers/summarize.ts";
import { tellingTitles, withTellingTitles } from "../../src/answers/telling-titles.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { RerankerFailure, type SentenceReader } from "../../src/reranking/port.ts";
import { paper } from "../support/documents.ts";

const QUESTION = "Does oversmoothing limit the depth of graph neural networks?";
const STATEMENT = "Graph Neural Networks Do Not Always Oversmooth";

function titled(title: string, given: { cosine?: number | null; retracted?: boolean } = {}): EvidencePaper {
  const { cosine = 0.6, retracted = false } = given;
  return {
    paper: paper({ paper_id: `p:${title}`, title, abstract: null, year: 2022, retracted }),
    score: 0.5,
    cosine,
    anchor: false,
  };
}

/** A reader that gives each text this grade, and keeps what it was given. */
function readerOf(gradeOf: (text: string) => number): SentenceReader & { seen: string[] } {
  const seen: string[] = [];
  return {
    model: "a reader",
    seen,
    open: async () => {},
    readings: async (_, texts) => {
      seen.push(...texts);
      return texts.map((text) => ({ grade: gradeOf(text), says: 0, against: 0 }));
    },
    stances: async () => [],
    [Symbol.asyncDispose]: async () => {},
  };
}

function writtenWith(...predicted: number[]): Summary {
  return {
    sentences: predicted.map((answers) => ({ text: "", quotes: [], answers, wasRead: true })),
    summarizer: { name: "extractive", model: null },
    degraded: [],
  };
}

async function told(
  titles: EvidencePaper[],
  {
    papers = [],
    reader = readerOf(() => 2),
    question = QUESTION,
    written = writtenWith(0.4),
  }: Partial<{ reader: SentenceReader; question: string; written: Summary; papers: EvidencePaper[] }> = {},
): Promise<string[]> {
  const library = { sentenceReader: reader, embedder: { answerThreshold: 0.4 } } as Parameters<typeof tellingTitles>[0];
  const found = await tellingTitles(library, { titled: titles, papers }, { read: readQuestion(question), question, written });
  return found.map((item) => item.paper.title);
}

describe("titles that tell something", () => {
  it.each([
    ["a statement", STATEMENT, true],
    ["a comparison", "Few-Shot Fine-Tuning is Better and Cheaper than In-Context Learning", true],
    ["a finding", "3D Pre-training improves GNNs for Molecular Property Prediction", true],
    ["a name", "Residual Gated Graph Convolutional Networks", false],
    ["a question", "Is Oversmoothing Really a Problem?", false],
    ["a question without its mark", "Does Oversmoothing Limit Depth", false],
    ["an aim", "Towards Networks That Do Not Oversmooth", false],
    ["a question behind a name", "Data Augmentation for Text: Does It Help? An Empirical Study", false],
    ["a noun that is a verb elsewhere", "Transfer Learning for Low-Resource Machine Translation", false],
    ["another", "Image Style Transfer Using Convolutional Networks", false],
    ["another", "Joint Beat and Downbeat Tracking", false],
    ["the verb behind a plural", "Diffusion Models Beat GANs on Image Synthesis", true],
    ["what it is asked why of", "Why do tree-based models still outperform deep learning on tabular data?", true],
    ["the same without its mark", "Why Normalizing Flows Fail to Detect Out-of-Distribution Data", true],
    ["a question of another sort", "Why Should I Trust You, Bellman?", false],
    ["an invitation", "Why think step by step?", false],
    ["what it is, not that it is so", "Why Is This Misleading? Detecting News Headline Hallucinations", false],
    ["when as well as why", "Why and When Can Deep Networks Avoid the Curse of Dimensionality?", false],
    ["a statement that begins like a place", "On-Policy Distillation Outperforms Supervised Fine-Tuning", true],
  ])("%s: %s", async (_, title, tells) => {
    expect(await told([titled(title)])).toEqual(tells ? [title] : []);
  });

  it("are those that the reader finds to answer, the best first, two at most", async () => {
    const grades: Record<string, number> = { "A is good": 1.2, "B is good": 0.8, "C is good": 2.1, "D is good": 1.1 };
    const titles = Object.keys(grades).map((title) => titled(title));
    expect(await told(titles, { reader: readerOf((text) => grades[text]!) })).toEqual(["C is good", "A is good"]);
  });

  it("are told once, and not of a paper that was read in another version", async () => {
    const [first, again] = ["Graph Networks Do Not Oversmooth", "Graph networks do not oversmooth."];
    expect(await told([titled(first), titled(again)])).toEqual([first]);
    const readVersion = { ...titled(again), paper: paper({ paper_id: "p:read", title: again, abstract: "It does not." }) };
    expect(await told([titled(first)], { papers: [readVersion] })).toEqual([]);
  });

  it("are near to the question and not retracted; a paper without a vector passes", async () => {
    expect(await told([titled("A is far", { cosine: 0.3 }), titled("B is void", { retracted: true })])).toEqual([]);
    expect(await told([titled("C is new", { cosine: null })])).toEqual(["C is new"]);
  });

  it("are not looked for in a list, for a claim, or beside what a model wrote; nothing is read then", async () => {
    const reader = readerOf(() => 2);
    const model: Summary = { ...writtenWith(0.4), summarizer: { name: "openai", model: "a-model" } };
    expect(await told([titled(STATEMENT)], { reader, written: model })).toEqual([]);
    expect(await told([titled(STATEMENT)], { reader, question: "Which methods exist for deep graph networks?" })).toEqual([]);
    expect(await told([titled(STATEMENT)], { reader, question: "Oversmoothing limits graph neural networks." })).toEqual([]);
    expect(reader.seen).toEqual([]);
  });

  it("are one that surely answers where a quote does", async () => {
    const titles = ["A is good", "B is good"].map((title) => titled(title));
    const beside = (a: number, b: number) =>
      told(titles, { reader: readerOf((text) => (text.startsWith("A") ? a : b)), written: writtenWith(0.7) });
    expect(await beside(1.6, 1.7)).toEqual(["B is good"]);
    expect(await beside(1.5, 1.5)).toEqual([]);
  });

  it("are looked for where what is quoted is in doubt, however much of it there is", async () => {
    const reader = readerOf(() => 1);
    expect(await told([titled(STATEMENT)], { reader, written: writtenWith(0.54, 0.45, 0.4, 0.4) })).toEqual([STATEMENT]);
    expect(await told([titled(STATEMENT)], { reader, written: writtenWith(0.54, 0.6) })).toEqual([]);
    expect(await told([titled(STATEMENT)], { written: writtenWith() })).toEqual([STATEMENT]);
  });

  it("are none where the reader fails", async () => {
    const reader = readerOf(() => 2);
    const failing = { ...reader, readings: async () => Promise.reject(new RerankerFailure("away")) };
    expect(await told([titled(STATEMENT)], { reader: failing })).toEqual([]);
  });
});

describe("an answer with such titles", () => {
  const quote = { text: "From A: “It does.”", citations: [1], flags: [], point: 1 };

  it("cites each behind its quotes, and says so", () => {
    const book = new CitationBook();
    const { state, reason, sentences } = withTellingTitles(
      { state: "answered", reason: "Drawn from papers.", sentences: [quote] },
      [titled(STATEMENT)],
      book,
    );
    expect(state).toBe("answered");
    expect(reason).toBe("Drawn from papers. 1 paper without an abstract is quoted by title.");
    expect(sentences.map(({ point }) => point)).toEqual([1, 2]);
    expect(sentences[1]!.text).toContain(`“${STATEMENT}”`);
    expect(book.citations).toMatchObject([{ id: `p:${STATEMENT}`, field: "title", quote: STATEMENT }]);
  });

  it("is weak where there is nothing else, and stays as it is without titles", () => {
    const none = { state: "no_evidence" as const, reason: "Nothing answers.", sentences: [] };
    expect(withTellingTitles(none, [], new CitationBook())).toBe(none);
    const made = withTellingTitles(none, [titled(STATEMENT), titled("B is good")], new CitationBook());
    expect(made.state).toBe("weak");
    expect(made.reason).toBe(
      "No sentence found clearly answers the question, but the titles of 2 papers without an abstract suggest an answer.",
    );
    expect(made.sentences).toHaveLength(2);
  });
});
