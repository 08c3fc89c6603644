import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { speaksOfSubject } from "../../src/answers/stance/speaks.ts";

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
