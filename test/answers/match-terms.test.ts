import { describe, expect, it } from "vitest";
import { matchTerms } from "../../src/answers/question/match-terms.ts";
import { readQuestion } from "../../src/answers/question/read.ts";

const texts = (question: string) => matchTerms(readQuestion(question)).map(({ text }) => text);

describe("what a paper must agree with", () => {
  it("is the subject and the languages named", () => {
    expect(texts("Is there an open speech corpus for Quechua or Guarani?")).toEqual(["speech corpus", "Quechua", "Guarani"]);
    expect(texts("Image captioning without paired data")).toEqual(["Image captioning"]);
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
