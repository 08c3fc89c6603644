import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { comparedFor, speaksOfComparison } from "../../src/answers/stance/speaks.ts";

describe("a quote counts for a side of a comparison only where it speaks of what they are compared for", () => {
  const read = readQuestion("Is LSTM or CNN better for relation classification?");

  it.each([
    ["The LSTM outperforms the CNN in relation classification.", "A study", true],
    ["The LSTM outperforms the CNN.", "Classification of relations with neural networks", true],
    ["The LSTM outperforms the CNN.", "Part-of-speech tagging", false],
  ])("%s (%s)", (quote, title, speaksOf) => {
    expect(speaksOfComparison(read, quote, title)).toBe(speaksOf);
  });

  it.each([
    ["BM25 beats dense retrieval on out-of-domain questions.", true],
    ["BM25 beats dense retrieval on questions out of domain.", true],
    ["BM25 beats dense retrieval on open-domain questions.", false],
    ["BM25 beats dense retrieval on questions.", false],
  ])("and of what narrows that down: %s", (quote, speaksOf) => {
    const narrowed = readQuestion("Is dense retrieval or BM25 better for out-of-domain questions?");
    expect(speaksOfComparison(narrowed, quote, "A study")).toBe(speaksOf);
  });

  it("which is the subject without the sides", () => {
    expect(comparedFor(read).map(({ text }) => text)).toEqual(["relation classification"]);
    expect(comparedFor(readQuestion("Does dense retrieval beat BM25?"))).toEqual([]);
    expect(comparedFor(readQuestion("Do adapters forget less than fine-tuning?"))).toEqual([]);
    expect(speaksOfComparison(readQuestion("Does dense retrieval beat BM25?"), "Anything.", "A study")).toBe(true);
  });
});
