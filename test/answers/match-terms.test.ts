import { describe, expect, it } from "vitest";
import { agreement } from "../../src/evidence/relevance.ts";
import { matchTerms, termsWithout } from "../../src/answers/question/match-terms.ts";
import { readQuestion } from "../../src/answers/question/read.ts";

const texts = (question: string) => matchTerms(readQuestion(question)).map(({ text }) => text);

describe("what a paper must agree with", () => {
  it("is the subject and the languages named", () => {
    expect(texts("Is there an open speech corpus for Quechua or Guarani?")).toEqual(["speech corpus", "Quechua", "Guarani"]);
    expect(texts("Image captioning without paired data")).toEqual(["Image captioning"]);
  });

  it("is not what is to be done without, which has terms of its own", () => {
    expect(termsWithout("Image captioning without paired data", readQuestion("Image captioning without paired data"))).toEqual([
      { text: "paired data", stems: ["pair", "data"] },
    ]);
    expect(termsWithout("Image captioning", readQuestion("Image captioning"))).toEqual([]);
    expect(
      termsWithout(
        "How are models pruned without hurting quality?",
        readQuestion("How are models pruned without hurting quality?"),
      ),
    ).toEqual([]);
  });

  it("nor what is only left out", () => {
    const question = "hate speech datasets other than Twitter data";
    expect(readQuestion(question).constraints.without).toEqual(["Twitter data"]);
    expect(termsWithout(question, readQuestion(question))).toEqual([]);
  });

  it("of a family of languages is any of them", () => {
    const terms = matchTerms(readQuestion("Which treebanks exist for Slavic languages?"));
    const coverage = (title: string) => agreement(terms, { title, abstract: null }).coverage;
    expect(coverage("A treebank for Ukrainian")).toBe(1);
    expect(coverage("A treebank for Slavic languages")).toBe(1);
    expect(coverage("A treebank for Basque")).toBeLessThan(0.9);
    expect(coverage("A lexicon for Ukrainian")).toBeLessThan(0.9);
    // Who stands for the family is still named itself.
    const both = matchTerms(readQuestion("Which treebanks exist for Slavic languages such as Czech?"));
    expect(agreement(both, { title: "A treebank for Czech", abstract: null }).coverage).toBe(1);
  });

  it("says no word twice", () => {
    expect(
      texts("Does Swahili morphology help Swahili taggers without taggers?")
        .join(" ")
        .match(/taggers/gu),
    ).toHaveLength(1);
  });

  it("takes no language for asked for that a question excludes, or that names a variety", () => {
    expect(texts("Which corpora exist in languages other than German?")).not.toContain("German");
    expect(
      readQuestion("Are toxicity classifiers biased against African American English?").constraints.languages,
    ).toBeUndefined();
  });
});
