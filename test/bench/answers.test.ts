import { describe, expect, it } from "vitest";
import { markedClaims, outcomeOf as counterOutcome } from "../../bench/answers/counter.ts";
import { agreement, sharesOf, type Grade } from "../../bench/answers/grade-score.ts";
import { sheetsOf } from "../../bench/answers/grade-sheet.ts";
import { outcomeOf as pubmedOutcome } from "../../bench/answers/pubmedqa.ts";
import { halfOf } from "../../bench/answers/rows.ts";
import { directionOf } from "../../bench/answers/sentences.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import type { Citation } from "../../src/citations/citation.ts";

const paper = (number: number, document: string, quote: string, start = 0): Citation => ({
  number,
  kind: "paper",
  id: `doi:10.5555/${document}`,
  title: `Title of ${document}`,
  url: null,
  year: 2020,
  venue: null,
  field: "abstract",
  quote,
  start,
  end: start + quote.length,
});

const answer = (...citations: number[][]): CanvasAnswer["answer"] => ({
  state: "answered",
  reason: "",
  sentences: citations.map((cited, index) => ({ text: `Sentence ${index + 1}.`, citations: cited, flags: [] })),
});

describe("counter-evidence of SciFact's claims", () => {
  const rows = [
    { claim_id: "1", claim: "A.", doc_id: "7", label: "CONTRADICT" as const, sentences: ["Not  A."] },
    { claim_id: "1", claim: "A.", doc_id: "8", label: "CONTRADICT" as const, sentences: ["Never A."] },
    { claim_id: "2", claim: "B.", doc_id: "9", label: "SUPPORT" as const, sentences: ["Indeed B."] },
  ];

  it("the documents of a claim stand together, once a claim", () => {
    expect(markedClaims(rows).map(({ claim, documents }) => [claim, documents.map(({ id }) => id)])).toEqual([
      ["A.", ["doi:10.5555/7", "doi:10.5555/8"]],
      ["B.", ["doi:10.5555/9"]],
    ]);
  });

  it("counts the sentence that an entry cites first: marked, unmarked of a marked document, and of a document nobody judged", () => {
    const [contradicted] = markedClaims(rows);
    const canvas = {
      answer: answer([2]),
      citations: [paper(1, "7", "Not A."), paper(2, "3", "Maybe."), paper(3, "8", "Something else.")],
      counter_evidence: [1, 3, 2].map((first) => ({ text: "", citations: [first, 2] })),
    };
    expect(counterOutcome(contradicted!, canvas)).toMatchObject({ shown: 3, ofMarkedDocuments: 2, marked: 1, inAnswer: false });
  });

  it("a supporting sentence shown against its claim is one of a marked document", () => {
    const [, supported] = markedClaims(rows);
    const canvas = {
      answer: answer([1]),
      citations: [paper(1, "9", "Indeed B.")],
      counter_evidence: [{ text: "", citations: [1] }],
    };
    expect(counterOutcome(supported!, canvas)).toMatchObject({ contradicted: false, ofMarkedDocuments: 1, inAnswer: true });
  });
});

describe("conclusions of PubMedQA's records", () => {
  const record = {
    pmid: "12",
    question: "Does it?",
    contexts: ["We looked.", "We found much."],
    conclusion: "It does.",
    decision: "yes" as const,
  };
  const start = "We looked. We found much. ".length;

  it.each([
    ["of the conclusion", [paper(1, "12", "It does.", start)], 1, 0],
    ["of what precedes it", [paper(1, "12", "We found much.", start - 15)], null, 0],
    ["of another paper at the same place", [paper(1, "13", "It does.", start)], null, 1],
  ])("a quote %s", (_, citations, rank, strangers) => {
    expect(pubmedOutcome(record, { answer: answer([1]), citations })).toMatchObject({ rank, strangers });
  });

  it("the rank is that of the first sentence that cites it", () => {
    const citations = [paper(1, "12", "We looked."), paper(2, "12", "It does.", start)];
    expect(pubmedOutcome(record, { answer: answer([1], [1, 2], [2]), citations })).toMatchObject({ rank: 2, sentences: 3 });
  });
});

describe("the halves", () => {
  it("tune has every other row from the first, report the rest, and no other name is taken", () => {
    expect(halfOf([0, 1, 2, 3, 4], "tune")).toEqual([0, 2, 4]);
    expect(halfOf([0, 1, 2, 3, 4], "report")).toEqual([1, 3]);
    expect(() => halfOf([0], "test")).toThrow("--half");
  });
});

describe("support", () => {
  it.each([
    [{ support: { direction: "mostly_yes" } }, "mostly_yes"],
    [{ support: null }, null],
    [{}, null],
  ])("%j", (canvas, direction) => {
    expect(directionOf(canvas)).toBe(direction);
  });
});

describe("sheets for graders", () => {
  const canvas = {
    query: "Does it?",
    answer: answer([1, 2], [1]),
    citations: [paper(1, "7", "Yes."), paper(2, "8", "No.")],
    counter_evidence: [{ text: "It does not.", citations: [2] }],
    gaps: [],
    judgment: { verdict: "watch", reason: "Little is known.", dimensions: [], unknown_that_matters_most: null },
    opportunities: [{ title: "Title of 7", why: "Code is out.", score: 0.4, citations: [] }],
    mode: "corpus",
    read_as: readQuestion("Does it?", { today: "2026-01-01" }),
    support: { sentence: "2 papers quoted." },
    degraded: [],
    nearest_matches: [],
    ground: { papers: 2, without_abstract: 0, versions: 0, signals: 1 },
    freshness: {},
    summarizer: { name: "extractive", model: null },
    run_id: "run_1",
  } as unknown as CanvasAnswer;
  const building = { ...canvas, query: "Is it ready?", read_as: { ...canvas.read_as, kind: "readiness" } } as CanvasAnswer;

  it("show the verdict of a question about building as its text does", () => {
    expect(sheetsOf([building])[0]).toContain("READINESS: WATCH\nLittle is known.\n");
  });

  it("hold question, numbered sentences with titles, counter-evidence, gaps, and what else the text shows", () => {
    expect(sheetsOf([canvas])).toEqual([
      `QUESTION 1
Does it?

ANSWER
1. Sentence 1.
     from: Title of 7 (2020)
     from: Title of 8 (2020)
2. Sentence 2.
     from: Title of 7 (2020)

COUNTER-EVIDENCE
- It does not.
     from: Title of 8 (2020)

GAPS
none

EVIDENCE
2 papers quoted.

ABOUT THIS ANSWER
Understood as: a yes-or-no question.
Based on 2 abstracts and 1 signal, not full texts.
Run
`,
    ]);
  });

  it("say why there is no answer", () => {
    const refused = { ...canvas, answer: { state: "no_evidence" as const, sentences: [], reason: "Nothing is near." } };
    expect(sheetsOf([refused])[0]).toContain("ANSWER\nNone: Nothing is near.\n");
  });

  it("hold ten questions each, numbered through", () => {
    const sheets = sheetsOf(Array.from({ length: 21 }, () => canvas));
    expect(sheets.map((text) => text.match(/^QUESTION \d+$/gmu)?.length)).toEqual([10, 10, 1]);
    expect(sheets[2]).toMatch(/^QUESTION 21\n/u);
  });
});

describe("grades", () => {
  const grade = (question: number, sentences: Grade["sentences"], more: Partial<Grade> = {}): Grade => ({
    question,
    sentences,
    answer: "B",
    verdict: "sensible",
    ...more,
  });

  it("are counted over sentences and over answers; an answer without a sentence has no first one that answers", () => {
    expect(sharesOf([grade(1, [2, 1, 0, 2]), grade(2, [], { answer: "D", verdict: "wrong" })])).toMatchObject({
      answers: 2,
      sentences: 4,
      "is 2": 0.5,
      "is 1": 0.25,
      "is 0": 0.25,
      "first is 2": 0.5,
      "A or B": 0.5,
      D: 0.5,
      wrong: 0.5,
    });
  });

  it("agree by sentence, answer and verdict, over questions that both graded", () => {
    const grades = new Map([
      ["ada", [grade(1, [2, 1]), grade(2, [0, 0])]],
      ["bob", [grade(1, [2, 0], { answer: "A", verdict: "wrong" })]],
    ]);
    expect(agreement(grades)).toEqual({ answers_graded_twice: 1, sentences: 0.5, answers: 0, "A or B": 1, verdicts: 0 });
  });

  it("two graders who saw different numbers of sentences are an error that names the question", () => {
    expect(() =>
      agreement(
        new Map([
          ["ada", [grade(3, [2])]],
          ["bob", [grade(3, [2, 2])]],
        ]),
      ),
    ).toThrow("question 3");
  });
});
