import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { comparedFor, speaksOfComparison, speaksOfSubject } from "../../src/answers/stance/speaks.ts";

const speaks = (quote: string, title: string) =>
  speaksOfSubject(readQuestion("Does back-translation improve low-resource translation?"), quote, title);

describe("a quote counts for a yes or no only where it speaks of the subject", () => {
  it.each([
    ["Back-translation improves low-resource translation.", "A study", true],
    ["Back-translation improves the score.", "Low-resource translation of Bribri", true],
    ["The baseline systems do not yield acceptable quality.", "Back-translation for low-resource translation", false],
    ["Back-translation is common.", "A study of parsers", false],
  ])("%s (%s)", (quote, title, speaksOf) => {
    expect(speaks(quote, title)).toBe(speaksOf);
  });
});

describe("a quote counts for a side of a comparison only where it speaks of what they are compared for", () => {
  const read = readQuestion("Is LSTM or CNN better for relation classification?");

  it.each([
    ["The LSTM outperforms the CNN in relation classification.", "A study", true],
    ["The LSTM outperforms the CNN.", "Classification of relations with neural networks", true],
    ["The LSTM outperforms the CNN.", "Part-of-speech tagging", false],
  ])("%s (%s)", (quote, title, speaksOf) => {
    expect(speaksOfComparison(read, quote, title)).toBe(speaksOf);
  });

  it("which is the subject without the sides", () => {
    expect(comparedFor(read).map(({ text }) => text)).toEqual(["relation classification"]);
    expect(comparedFor(readQuestion("Does dense retrieval beat BM25?"))).toEqual([]);
    expect(comparedFor(readQuestion("Do adapters forget less than fine-tuning?"))).toEqual([]);
    expect(speaksOfComparison(readQuestion("Does dense retrieval beat BM25?"), "Anything.", "A study")).toBe(true);
  });
});
