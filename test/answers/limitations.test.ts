import { describe, expect, it } from "vitest";
import { limitationLines, statedLimitations } from "../../src/answers/limitations.ts";
import { readQuestion } from "../../src/answers/question/read.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { Passage as StoredPassage, PaperView } from "../../src/documents/passage.ts";
import type { SectionKind } from "../../src/documents/section-kinds.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper } from "../support/documents.ts";

const QUESTION = "Does sparse attention help with long documents?";
const { terms } = readQuestion(QUESTION, { today: "2026-01-01" }).subject;

function view(
  kind: SectionKind,
  content: string,
  { id = "doi:1", title = "Sparse attention for long documents" } = {},
): EvidencePaper {
  const own = paper({ paper_id: id, title, authors: ["Ann Lee"] });
  const passage = { passage_id: `text:${id}-${content.length}`, section: ["Limitations"], page: 4, kind, content };
  const seen: PaperView = { ...own, abstract: content, passage: passage as StoredPassage };
  return { paper: seen, score: 1, cosine: null, anchor: false };
}

const stated = (...views: EvidencePaper[]) => statedLimitations(views, terms, () => false).map(({ text }) => text);

describe("a limitation that a paper states", () => {
  it.each<[SectionKind, string]>([
    ["limitations", "Sparse attention fails on tables, because their cells are far apart in the text."],
    ["limitations", "We have not measured how our method behaves on documents of other languages."],
    ["discussion", "A limitation of our study is that all of the long documents are of news."],
    ["conclusion", "We were unable to train sparse attention on documents of more than a million words."],
  ])("is told from its %s: %s", (kind, text) => {
    expect(stated(view(kind, text))).toEqual([text]);
  });

  it.each<[SectionKind, string]>([
    ["limitations", "All of the collections are in English and were split into words by us."],
    ["discussion", "However, earlier work fails on long documents and needs much more memory."],
    ["results", "Sparse attention reads long documents with the accuracy of full attention."],
  ])("is none where %s says nothing of the kind: %s", (kind, text) => {
    expect(stated(view(kind, text))).toEqual([]);
  });

  it("is on the subject, in a passage, one of a paper and at most two, those in the subject's words first", () => {
    const near = "Sparse attention fails on long documents that hold many tables and figures.";
    const far = "We have not measured how our method behaves in any other language than English.";
    const other = { title: "Whales sing at night" };
    expect(stated(view("limitations", `${far} ${near}`))).toEqual([near]);
    expect(stated(view("limitations", far, other))).toEqual([]);
    const own = view("limitations", near);
    const { passage: _, ...abstract } = own.paper as PaperView;
    expect(stated({ ...own, paper: abstract })).toEqual([]);
    const three = ["doi:1", "doi:2", "doi:3"].map((id) =>
      view("limitations", id === "doi:3" ? near : far, { id, title: own.paper.title }),
    );
    expect(stated(...three)).toEqual([near, far]);
  });

  it("is not told a second time where the answer quotes it, and is cited in its passage", () => {
    const text = "Sparse attention fails on tables, because their cells are far apart in the text.";
    const own = view("limitations", text);
    expect(statedLimitations([own], terms, ({ start }) => start === 0)).toEqual([]);
    const book = new CitationBook();
    expect(
      limitationLines(
        statedLimitations([own], terms, () => false),
        book,
      ),
    ).toEqual([{ text: `Stated as a limitation by Lee: “${text}”`, citations: [1] }]);
    expect(book.citations).toMatchObject([{ kind: "passage", section: ["Limitations"], page: 4, quote: text }]);
  });
});
