import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotePlace } from "../../src/citations/quote-place.ts";
import { samplePapers } from "../support/sample-papers.ts";
import { variations } from "../support/scripted-model.ts";

const found = (quote: string, text: string) => {
  const place = quotePlace(quote, text);
  return place && text.slice(place.start, place.end);
};

describe("a quote is found whatever its typography, and what is found is the stored text", () => {
  it.each<[string, string, string, string]>([
    ["letter for letter", "dense retrieval fails", "So dense retrieval fails here.", "dense retrieval fails"],
    [
      "other dashes",
      "question-passage pairs - mostly",
      "Few question–passage pairs — mostly good.",
      "question–passage pairs — mostly",
    ],
    ["no spaces around a dash", "pairs—mostly good", "Few pairs – mostly good.", "pairs – mostly good"],
    [
      "other quote marks",
      `the "lost in the middle" effect`,
      "See the “lost in the middle” effect.",
      "the “lost in the middle” effect",
    ],
    ["another apostrophe", "the model's answer", "It is the model’s answer.", "the model’s answer"],
    ["TeX quote marks", "the ``lost'' one", "Take the “lost” one.", "the “lost” one"],
    ["line breaks and runs of spaces", "dense\n  retrieval fails", "So dense retrieval fails.", "dense retrieval fails"],
    ["no-break and thin spaces", "9\u2009to\u00a019 points", "By 9 to 19 points.", "9 to 19 points"],
    ["ligatures and full-width forms", "efficient ＢＭ２５ search", "The eﬃcient BM25 search.", "eﬃcient BM25 search"],
    [
      "composed and decomposed accents",
      "na\u0131\u0308ve Café",
      "A na\u0131\u0308ve Cafe\u0301 here.",
      "na\u0131\u0308ve Cafe\u0301",
    ],
    ["soft hyphens and zero-width spaces", "re\u00adtriev\u200bal fails", "And retrieval fails.", "retrieval fails"],
    ["a non-breaking hyphen", "top\u201120 accuracy", "The top-20 accuracy.", "top-20 accuracy"],
    [
      "a capital at its beginning and a point at its end",
      "Dense retrieval fails.",
      "So dense retrieval fails on it.",
      "dense retrieval fails",
    ],
    ["marks of omission at its ends", "… dense retrieval fails ...", "So dense retrieval fails on it.", "dense retrieval fails"],
    ["another script", "Плотный поиск не работает", "Иногда плотный поиск не работает.", "плотный поиск не работает"],
  ])("%s", (_, quote, text, expected) => expect(found(quote, text)).toBe(expected));
});

describe("a quote is not found", () => {
  it.each<[string, string, string]>([
    ["with another word", "dense retrieval works", "So dense retrieval fails."],
    ["with words left out", "dense fails", "So dense retrieval fails."],
    ["with a mark of omission within", "dense … fails", "So dense retrieval fails."],
    ["with another number", "by 9 to 29 points", "By 9 to 19 points."],
    ["that cuts a number", "improves recall by 45", "It improves recall by 45.2 points."],
    ["that cuts a number at its beginning", "2 points of recall", "It gains 45.2 points of recall."],
    ["that cuts a grouped number", "about 200 hours", "It takes about 1,200 hours."],
    ["that cuts a word", "retrieval fail", "So retrieval fails."],
    ["that is empty", "", "So retrieval fails."],
    ["that is all punctuation", "… . ,", "So … retrieval fails."],
    ["with a word doubled", "dense dense retrieval", "So dense retrieval fails."],
  ])("%s", (_, quote, text) => expect(quotePlace(quote, text)).toBeNull());

  it("where it first stands within a longer word, but where it stands alone", () => {
    expect(quotePlace("art", "The state-ofart art.")).toEqual({ start: 16, end: 19 });
  });
});

it("any run of words of any sample abstract is found where it stands, whatever variation of its typography is quoted", () => {
  const abstracts = samplePapers().flatMap(({ abstract }) => abstract ?? []);
  fc.assert(
    fc.property(
      fc.constantFrom(...abstracts),
      fc.nat(),
      fc.integer({ min: 5, max: 25 }),
      fc.constantFrom(...variations),
      (abstract, from, length, vary) => {
        const words = [...abstract.matchAll(/\S+/gu)];
        const first = from % Math.max(1, words.length - length);
        const run = words.slice(first, first + length);
        const quote = abstract.slice(run[0]!.index, run.at(-1)!.index + run.at(-1)![0].length);
        const place = quotePlace(vary(quote), abstract);
        expect(place).not.toBeNull();
        const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
        expect(letters(abstract.slice(place!.start, place!.end))).toBe(letters(quote));
      },
    ),
    { numRuns: 400, seed: 7 },
  );
});
