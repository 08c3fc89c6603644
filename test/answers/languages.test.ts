import { describe, expect, it } from "vitest";
import { isAboutOthers, namesPair, readLanguages } from "../../src/answers/question/languages.ts";

describe("a pair of languages", () => {
  it.each([
    ["Is there a parallel corpus for Quechua and Spanish?", true],
    ["Which datasets exist for code-mixed Hindi-English?", true],
    ["How well does translation from Finnish to Basque work?", true],
    ["Do parsers work for Finnish or Basque?", false],
    ["Do parsers work for Basque?", false],
  ])("%s: %s", (question, pair) => {
    expect(namesPair(question)).toBe(pair);
  });

  it("wants texts about both, but for English, which texts seldom name", () => {
    const quechua = (text: string) => isAboutOthers(["Quechua", "Spanish"], text, { pair: true });
    expect(quechua("A Spanish-Nahuatl corpus")).toBe(true);
    expect(quechua("A corpus of Spanish learners")).toBe(true);
    expect(quechua("A corpus of Quechua and Spanish")).toBe(false);
    expect(quechua("A corpus of sentences")).toBe(false);
    const hindi = (text: string) => isAboutOthers(["Hindi", "English"], text, { pair: true });
    expect(hindi("Hate speech in Hindi")).toBe(false);
    expect(hindi("Hate speech in Kannada-English")).toBe(true);
  });

  it("of two that are alternatives one is enough", () => {
    expect(isAboutOthers(["Finnish", "Basque"], "A BERT for Finnish")).toBe(false);
    expect(isAboutOthers(["Finnish", "Basque"], "A BERT for Dutch")).toBe(true);
  });

  it("is known by either of its names", () => {
    expect(isAboutOthers(["Bengali"], "Hate speech in Bangla")).toBe(false);
    expect(readLanguages("corpora of Setswana and bambara").languages).toEqual(["Setswana", "Bambara"]);
    expect(readLanguages("an ewe and a cornish pasty").languages).toEqual([]);
  });
});
