import { expect, it } from "vitest";
import { counterEvidence, type Against } from "../../src/answers/findings.ts";
import type { Opposing } from "../../src/answers/opposing.ts";
import type { Passage } from "../../src/answers/summarizer.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { Evidence } from "../../src/evidence/evidence.ts";
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
    { judged: [], contradicting: [], opposing: [], readiness: false, ...against },
    new CitationBook(),
  ).map(({ text }) => text);

it("a passage that contradicts the answer and one of its quotes is counter-evidence once", () => {
  const [first, second] = [passage(0, 27), passage(28, 51)];
  expect(found({ contradicting: [first], opposing: [opposes({ ...first }), opposes(second)] })).toEqual([
    "From Lee, possibly contradicting the answer: “Dense retrieval fails here.”",
    "From Lee, possibly contradicting the quote from Roe: “It loses to BM25 there.”",
  ]);
});
