import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { Support } from "../../src/answers/schema.ts";
import { sidesMissing } from "../../src/answers/stance/comparison-stance.ts";
import { supportOf, type QuotedStance } from "../../src/answers/stance/support.ts";

const YES_NO = readQuestion("Does data augmentation improve translation?");
const COMPARISON = readQuestion("Does BM25 outperform dense retrieval?");

let citation = 0;
const quoted = (
  paper: string,
  stance: QuotedStance["stance"],
  text = "",
  authors = [paper],
  year: number | null = 2020,
  title = "A study",
): QuotedStance => ({
  paper: { paper_id: paper, authors, year, title },
  citation: ++citation,
  text,
  stance,
});

describe("terms of the question that no quoted paper mentions", () => {
  const sentenceOf = (question: string, papers: string[]) =>
    supportOf(
      readQuestion(question),
      papers.map((paper) => quoted(paper, "none")),
      { absent: ["test-driven development"] },
    ).sentence;

  it.each([
    [
      "Does test-driven development reduce defects?",
      ["a", "b"],
      "2 papers quoted, none of which mentions “test-driven development”; read them for a yes or a no. 2 independent groups, 2020.",
    ],
    [
      "How is test-driven development done?",
      ["a"],
      "1 paper quoted, which does not mention “test-driven development”. 1 independent group, 2020.",
    ],
  ])("%s", (question, papers, sentence) => {
    expect(sentenceOf(question, papers)).toBe(sentence);
  });

  it("are told of no yes or no that was counted", () => {
    const support = supportOf(YES_NO, [quoted("a", "supports"), quoted("b", "supports")], { absent: ["data augmentation"] });
    expect(support.sentence).toContain("mostly yes");
  });
});

describe("what the quoted papers say is counted", () => {
  it.each([
    [
      "supports",
      ["supports", "supports", "supports", "against"],
      "3 of the 4 papers quoted report an improvement, 1 says no: mostly yes.",
    ],
    ["against", ["against", "against"], "Both papers quoted say no: mostly no."],
    [
      "mixed",
      ["supports", "against", "none"],
      "1 of the 3 papers quoted reports an improvement, 1 says no, the other is not counted: mixed.",
    ],
    [
      "supports",
      ["supports", "supports", "supports", "supports", "none", "none"],
      "4 of the 6 papers quoted report an improvement, the other 2 are not counted: mostly yes.",
    ],
    ["unsettled", ["supports", "none"], "2 papers quoted; read them for a yes or a no."],
    [
      "unsettled",
      ["against", "against", "none", "none"],
      "4 papers quoted; read them for a yes or a no. 4 independent groups, 2020.",
    ],
    ["unsettled", ["supports"], "The one paper quoted reports an improvement: not settled."],
    ["unsettled", ["none", "none"], "2 papers quoted; read them for a yes or a no. 2 independent groups, 2020."],
  ] as const)("%s of %j", (direction, stances, sentence) => {
    const support = supportOf(
      YES_NO,
      stances.map((stance, index) => quoted(`p${index}`, stance)),
    );
    expect(support.direction).toBe(direction);
    expect(support.sentence).toContain(sentence);
    expect(Support.parse(support)).toEqual(support);
  });

  it("counts a paper once, however many of its sentences are quoted", () => {
    const support = supportOf(YES_NO, [quoted("a", "supports"), quoted("a", "supports"), quoted("b", "supports")]);
    expect(support.sentence).toBe("Both papers quoted report an improvement: mostly yes. 2 independent groups, 2020.");
    expect(support.for).toHaveLength(3);
  });

  it("counts a paper that says both for neither way", () => {
    const support = supportOf(YES_NO, [quoted("a", "supports"), quoted("a", "against"), quoted("b", "supports")]);
    expect(support.direction).toBe("mixed");
    expect(support.sentence).toContain("1 of the 2 papers quoted reports an improvement, 1 says both: mixed.");
  });

  it("is as strong as the groups of authors behind it are many", () => {
    const papers = ["a", "b", "c", "d"];
    expect(
      supportOf(
        YES_NO,
        papers.map((paper) => quoted(paper, "supports")),
      ).strength,
    ).toBe("strong");
    expect(
      supportOf(
        YES_NO,
        papers.map((paper) => quoted(paper, "supports", "", ["one", paper])),
      ).strength,
    ).toBe("thin");
    expect(
      supportOf(
        YES_NO,
        papers.slice(2).map((paper) => quoted(paper, "supports")),
      ).strength,
    ).toBe("moderate");
    expect(supportOf(YES_NO, [quoted("a", "supports")]).strength).toBe("thin");
  });

  it("gives the years of the papers, and none where none is known", () => {
    const papers = [quoted("a", "supports", "", ["a"], 2018), quoted("b", "supports", "", ["b"], 2023)];
    expect(supportOf(YES_NO, papers)).toMatchObject({ years: { from: 2018, to: 2023 }, groups: 2 });
    expect(supportOf(YES_NO, papers).sentence).toMatch(/ 2 independent groups, 2018–2023\.$/u);
    expect(supportOf(YES_NO, [quoted("a", "supports", "", [], null)])).toMatchObject({ years: null, groups: 0 });
  });

  it("has no direction for a question of another kind", () => {
    const support = supportOf(readQuestion("How is machine translation evaluated?"), [quoted("a", "none")]);
    expect(support).toMatchObject({ direction: null, sentence: "1 paper quoted. 1 independent group, 2020." });
  });

  it("says so where nothing is quoted", () => {
    expect(supportOf(YES_NO, [])).toEqual({
      direction: "unsettled",
      groups: 0,
      for: [],
      against: [],
      strength: "thin",
      years: null,
      sentence: "No paper is quoted.",
    });
  });
});

describe("of a comparison", () => {
  it("says which side how many papers favor", () => {
    const support = supportOf(COMPARISON, [
      quoted("a", "supports", "BM25 beats dense retrieval."),
      quoted("b", "supports", "BM25 is better than dense retrieval."),
      quoted("c", "supports", "BM25 surpasses dense retrieval."),
      quoted("d", "against", "Dense retrieval beats BM25."),
    ]);
    expect(support).toMatchObject({ direction: "supports", strength: "moderate" });
    expect(support.sentence).toBe(
      "3 of the 4 papers quoted favor BM25, 1 favors dense retrieval: mostly BM25. 4 independent groups, 2020.",
    );
  });

  it("names a side in a paper's title where its quote names the other; “non-” makes another word", () => {
    const sides = ["non-autoregressive generation", "autoregressive generation"] as const;
    const missing = (text: string, title = "A paper") => sidesMissing(sides, [{ text, paper: { title } }]);
    const text = "It decodes faster and is comparable to the autoregressive counterpart.";
    expect(missing(text, "Non-Autoregressive Sequence Modeling")).toEqual([]);
    expect(missing(text)).toEqual(["non-autoregressive generation"]);
    expect(missing("Non-autoregressive decoding is faster.")).toEqual(["autoregressive generation"]);
    expect(missing("We decode.", "Non-Autoregressive Sequence Modeling")).toEqual([...sides]);
  });

  it("is left to its reader where one paper of several is counted", () => {
    const both = "BM25 and dense retrieval.";
    const one = [quoted("a", "supports", both), quoted("b", "none", both), quoted("c", "none", both)];
    expect(supportOf(COMPARISON, one)).toMatchObject({ direction: "unsettled", strength: "thin" });
    expect(supportOf(COMPARISON, one).sentence).toContain("3 papers quoted; read them for which is ahead.");
    expect(supportOf(COMPARISON, one.slice(0, 1)).sentence).toContain("The one paper quoted favors BM25: not settled.");
  });

  it("is not settled where a side is in no quote, and names it", () => {
    const quotes = [quoted("a", "supports", "BM25 works."), quoted("b", "supports", "BM25 is fast.")];
    const support = supportOf(COMPARISON, quotes, { missing: ["dense retrieval"] });
    expect(support.direction).toBe("unsettled");
    expect(support.sentence).toBe(
      "No passage quoted mentions “dense retrieval”, so the two are not compared: not settled. 2 independent groups, 2020.",
    );
  });

  it("that may compare the two is to be read for which is ahead", () => {
    const none = (papers: number) =>
      Array.from({ length: papers }, (_, index) => quoted(`p${index}`, "none", "BM25 and dense retrieval."));
    expect(supportOf(COMPARISON, none(1)).sentence).toContain("1 paper quoted; read it for which is ahead. ");
    expect(supportOf(COMPARISON, none(3)).sentence).toContain("3 papers quoted; read them for which is ahead. ");
  });
});
