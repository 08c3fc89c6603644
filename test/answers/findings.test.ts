import { describe, expect, it } from "vitest";
import { counterEvidence, groundOf, type Against } from "../../src/answers/findings.ts";
import type { Opposing } from "../../src/answers/opposing.ts";
import type { Passage } from "../../src/answers/summarizer.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { Evidence } from "../../src/evidence/evidence.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper } from "../support/documents.ts";

const ABSTRACT = "Dense retrieval fails here. It loses to BM25 there.";
const CONTRARY = paper({ paper_id: "doi:1", authors: ["Ann Lee"], abstract: ABSTRACT });
const QUOTED = paper({ paper_id: "doi:2", authors: ["Bob Roe"], abstract: "Dense retrieval wins." });

const passage = (start: number, end: number): Passage => ({
  paper: { paper: CONTRARY, score: 1, cosine: null, anchor: false },
  start,
  end,
  text: ABSTRACT.slice(start, end),
  position: 0,
});
const opposes = (one: Passage): Opposing => ({
  passage: one as Opposing["passage"],
  quote: { paper: QUOTED, start: 0, end: 21 },
});
const found = (against: Partial<Against>) =>
  counterEvidence(
    { retracted: [], signals: [] } as unknown as Evidence,
    { judged: [], contradicting: [], opposing: [], limitations: [], readiness: false, ...against },
    new CitationBook(),
  ).map(({ text }) => text);

it("a passage that contradicts the answer and one of its quotes is counter-evidence once", () => {
  const [first, second] = [passage(0, 27), passage(28, 51)];
  expect(found({ contradicting: [first], opposing: [opposes({ ...first }), opposes(second)] })).toEqual([
    "From Lee, possibly contradicting the answer: “Dense retrieval fails here.”",
    "From Lee, possibly contradicting the quote from Roe: “It loses to BM25 there.”",
  ]);
});

it("a retracted paper is counter-evidence where it is about the subject", () => {
  const retracted = [
    paper({ paper_id: "doi:3", title: "Dense retrieval of names", abstract: null }),
    paper({ paper_id: "doi:4", title: "Parsing", abstract: null }),
  ];
  const told = (subject?: Against["subject"]) =>
    counterEvidence(
      { retracted, signals: [] } as unknown as Evidence,
      { ...(subject ? { subject } : {}), judged: [], contradicting: [], opposing: [], limitations: [], readiness: false },
      new CitationBook(),
    ).map(({ text }) => text);
  expect(told([{ text: "dense retrieval", stems: ["dens", "retriev"] }])).toEqual([
    expect.stringContaining("Dense retrieval of names"),
  ]);
  expect(told()).toHaveLength(2);
});

describe("the ground of an answer", () => {
  const item = (id: string, more: Partial<EvidencePaper> = {}, abstract: string | null = "An abstract."): EvidencePaper => ({
    paper: paper({ paper_id: id, abstract }),
    score: 1,
    cosine: null,
    anchor: false,
    ...more,
  });
  const view = (of: EvidencePaper): EvidencePaper => ({ ...of, paper: { ...of.paper, passage: {} } as EvidencePaper["paper"] });
  const evidence = (papers: EvidencePaper[], without_abstract = 0) =>
    ({ papers, without_abstract, folded: [], signals: [{}, {}] }) as unknown as Evidence;
  const [asked, first, second, third] = [item("doi:0", { anchor: true }), item("doi:1"), item("doi:2"), item("doi:3")];

  it.each([
    ["abstracts", [first, second], [], 0, "Based on abstracts and signals, not full texts: 2 papers and 2 signals."],
    [
      "abstracts, and some have none",
      [first, second],
      [],
      3,
      "Based on abstracts and signals, not full texts: 5 papers (3 without an abstract) and 2 signals.",
    ],
    [
      "passages of some, however many passages, and abstracts of others",
      [first, second, third],
      [first, first, second],
      1,
      "Based on passages of the full text of 2 papers, the abstract of 1 paper and 2 signals; 1 more paper has no abstract.",
    ],
    [
      "all of the paper that is asked about, passages of another",
      [asked, first, second, third],
      [asked, asked, first],
      0,
      "Based on the full text of 1 paper, passages of the full text of 1 paper, abstracts of 2 papers and 2 signals.",
    ],
    ["passages alone", [first], [first], 0, "Based on passages of the full text of 1 paper and 2 signals."],
  ])("tells what was read: %s", (_, papers, inText, without, sentence) => {
    const ground = groundOf(evidence(papers, without), [...papers, ...inText.map(view)]);
    expect(ground.sentence).toBe(sentence);
    expect(ground.papers).toBe(papers.length + without);
    expect(ground.full_texts ?? 0).toBe(new Set(inText).size);
  });
});
