import { describe, expect, it } from "vitest";
import { CitationBook } from "../../src/citations/book.ts";
import { checkAnswer } from "../../src/citations/check.ts";
import { judge } from "../../src/judgment/judge.ts";
import type { AnswerSentence } from "../../src/answers/schema.ts";
import { paper, signal } from "../support/documents.ts";
import { figures } from "../../src/citations/figures.ts";
import type { Citation } from "../../src/citations/citation.ts";

const stored = paper({ paper_id: "acl:P19-1001", title: "A title", abstract: "We gain 3.5 points. It costs 1,200 hours." });
const retracted = paper({ paper_id: "acl:P19-1002", title: "Withdrawn", abstract: "We gain 9 points.", retracted: true });
const award = signal({ signal_id: "sig:1", kind: "award", statement: "It won. Twice.", paper_ids: [stored.paper_id] });
const documents = {
  papers: new Map([stored, retracted].map((item) => [item.paper_id, item])),
  signals: new Map([[award.signal_id, award]]),
};

function draft(sentences: Partial<AnswerSentence>[], citations: Citation[]) {
  return {
    answer: {
      state: "answered" as const,
      reason: "",
      sentences: sentences.map((sentence) => ({ text: "They gain.", citations: [1], flags: [], ...sentence })),
    },
    citations,
    judgment: judge({ papers: [], signals: [] }, new CitationBook()),
    opportunities: [],
    counter_evidence: [{ text: "Something.", citations: [2, 7] }],
  };
}

function cited(): CitationBook {
  const book = new CitationBook();
  book.paper(stored, "abstract", { start: 0, end: 19 });
  book.signal(award);
  return book;
}

describe("the citation gate", () => {
  it("lets a sound answer through, numbered in the order of use", () => {
    const { checked, report } = checkAnswer(
      draft([{ citations: [2] }, { text: "They gain 3.5 points.", citations: [1, 2] }], cited().citations),
      documents,
    );
    expect(checked.answer.sentences.map((sentence) => [sentence.citations, sentence.flags])).toEqual([
      [[1], []],
      [[2, 1], []],
    ]);
    expect(checked.citations.map((citation) => [citation.number, citation.quote])).toEqual([
      [1, "It won."],
      [2, "We gain 3.5 points."],
    ]);
    expect(report).toEqual({ broken_citations: 0, dropped_sentences: 0 });
  });

  it.each<[string, Partial<Citation>]>([
    ["an altered quote", { quote: "We gain 9.5 points." }],
    ["shifted offsets", { start: 1, end: 20 }],
    ["an unknown document", { id: "acl:P99-9999" }],
    ["another field", { field: "title" }],
    ["an empty quote", { quote: "", start: 0, end: 0 }],
    ["a paper cited as a signal", { kind: "signal" }],
  ])("drops a sentence that rests on %s alone", (_, change) => {
    const [first, second] = cited().citations;
    const { checked, report } = checkAnswer(draft([{}, { citations: [2] }], [{ ...first!, ...change }, second!]), documents);
    expect(checked.answer.sentences).toHaveLength(1);
    expect(checked.citations.map((citation) => citation.quote)).toEqual(["It won."]);
    expect(report).toEqual({ broken_citations: 1, dropped_sentences: 1 });
  });

  it("drops sentences and counter-evidence that cite nothing, or a number that dangles", () => {
    const { checked } = checkAnswer(draft([{ citations: [] }, { citations: [5] }, {}], cited().citations.slice(0, 1)), documents);
    expect(checked.answer.sentences).toHaveLength(1);
    expect(checked.counter_evidence).toEqual([]);
  });

  it("turns an answer none of whose sentences holds into no_evidence", () => {
    const { checked } = checkAnswer(draft([{ citations: [] }], []), documents);
    expect(checked.answer).toMatchObject({ state: "no_evidence", sentences: [] });
    expect(checked.answer.reason).not.toBe("");
  });

  it("flags a figure that no quote of the sentence holds", () => {
    const { checked } = checkAnswer(
      draft([{ text: "They gain 4 points." }, { text: "They gain 3.5 points." }], cited().citations),
      documents,
    );
    expect(checked.answer.sentences.map((sentence) => sentence.flags)).toEqual([["figure_not_quoted"], []]);
  });

  it("a counted sentence may have the figures of the answer's records, and no others", () => {
    const records = { rows: [{ label: "2019", value: "7", citations: [1, 5] }], total: 12, query: "papers since 2018" };
    const said = ["There are 12, of 2019 7, counted since 2018.", "There are 13."].map((text) => ({ text, counted: true }));
    const given = draft([...said, { text: "There are 12." }], cited().citations);
    const { checked } = checkAnswer({ ...given, records }, documents);
    expect(checked.answer.sentences.map((sentence) => sentence.flags)).toEqual([
      [],
      ["figure_not_quoted"],
      ["figure_not_quoted"],
    ]);
    expect(checked.records.rows).toEqual([{ label: "2019", value: "7", citations: [1] }]);
    const bare = checkAnswer(given, documents).checked;
    expect(bare.answer.sentences[0]!.flags).toEqual(["figure_not_quoted"]);
  });

  it("flags a sentence that rests on a retracted paper", () => {
    const book = new CitationBook();
    book.paper(retracted, "abstract", { start: 0, end: 17 });
    const { checked } = checkAnswer(draft([{}], book.citations), documents);
    expect(checked.answer.sentences[0]!.flags).toEqual(["retracted"]);
  });
});

describe("figures", () => {
  it.each([
    ["1,200 hours and 3.5 points", ["1200", "3.5"]],
    ["in 2019, 40%", ["2019", "40"]],
    ["none", []],
  ])("of %j are %j", (text, expected) => expect(figures(text)).toEqual(expected));
});
