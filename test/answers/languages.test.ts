import { describe, expect, it } from "vitest";
import { isAboutOthers, languagesAsked, namesLanguage, pairOf, readLanguages } from "../../src/answers/question/languages.ts";

describe("a pair of languages", () => {
  it.each([
    ["Is there a parallel corpus for Quechua and Spanish?", ["Quechua", "Spanish"]],
    ["Which datasets exist for code-mixed Hindi-English?", ["Hindi", "English"]],
    ["How well does translation from Finnish to Basque work?", ["Finnish", "Basque"]],
    ["Which treebanks exist for Hindi and Urdu?", null],
    ["Which parallel corpora exist for Finnish, Estonian and Hungarian?", null],
    ["Does a parser trained on English and Spanish transfer to Basque?", null],
    ["Do parsers work for Finnish or Basque?", null],
    ["Do parsers work for Basque?", null],
  ])("%s: %s", (question, pair) => {
    expect(pairOf(question)).toEqual(pair);
  });

  it("wants texts about both, but for English, which texts seldom name", () => {
    const quechua = (text: string) => isAboutOthers(["Quechua", "Spanish"], text, ["Quechua", "Spanish"]);
    expect(quechua("A Spanish-Nahuatl corpus")).toBe(true);
    expect(quechua("A corpus of Spanish learners")).toBe(true);
    expect(quechua("A corpus of Quechua and Spanish")).toBe(false);
    expect(quechua("A corpus of sentences")).toBe(false);
    const hindi = (text: string) => isAboutOthers(["Hindi", "English"], text, ["Hindi", "English"]);
    expect(hindi("Hate speech in Hindi")).toBe(false);
    expect(hindi("Hate speech in Kannada-English")).toBe(true);
    expect(hindi("Hate speech in Hinglish")).toBe(false);
  });

  it("of two that are alternatives one is enough", () => {
    expect(isAboutOthers(["Finnish", "Basque"], "A BERT for Finnish")).toBe(false);
    expect(isAboutOthers(["Finnish", "Basque"], "A BERT for Dutch")).toBe(true);
  });
});

describe("families of languages", () => {
  it.each([
    ["Which treebanks exist for African languages?", "Wolof"],
    ["parallel corpora for the indigenous languages of the Americas", "Nahuatl"],
    ["NER for South Slavic languages", "Serbian"],
    ["Which corpora exist for Scandinavian languages?", "Danish"],
    ["sentiment in low-resource Indic languages", "Odia"],
  ])("%s: %s is one of them", (question, language) => {
    expect(languagesAsked([], question)).toContain(language);
    expect(isAboutOthers(languagesAsked([], question), `A corpus of ${language}`)).toBe(false);
    expect(isAboutOthers(languagesAsked([], question), "A corpus of Japanese")).toBe(true);
  });

  it("are none where the word tells of something else", () => {
    expect(languagesAsked([], "Are parsers biased against African American English?")).toEqual([]);
    expect(languagesAsked(["Czech"], "A parser for Czech")).toEqual(["Czech"]);
  });
});

describe("names of languages", () => {
  it.each([
    ["Bengali", "Hate speech in Bangla"],
    ["Filipino", "A Tagalog treebank"],
    ["Zulu", "An isiZulu-English corpus"],
    ["Dutch", "Flemish dialects"],
    ["Twi", "Akan proverbs"],
    ["Persian", "Dari speech"],
    ["Chinese", "Hokkien speech"],
    ["Tswana", "A Setswana treebank"],
  ])("of %s are known by each other: %s", (language, text) => {
    expect(isAboutOthers([language], text)).toBe(false);
    expect(namesLanguage(language, text)).toBe(true);
  });

  it("are told from everyday words and from people", () => {
    expect(readLanguages("corpora of Setswana and bambara").languages).toEqual(["Setswana", "Bambara"]);
    expect(readLanguages("parsers for isiZulu").languages).toEqual(["Zulu"]);
    expect(readLanguages("speech in Scottish Gaelic").languages).toEqual(["Gaelic"]);
    expect(readLanguages("an ewe and a cornish pasty").languages).toEqual([]);
    expect(readLanguages("the method of Luo et al.").languages).toEqual([]);
    expect(isAboutOthers(["German"], "We follow Luo et al. (2019).")).toBe(false);
  });
});
