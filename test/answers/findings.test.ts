import { describe, expect, it } from "vitest";
import {
  counterEvidence,
  groundOf,
  nearestMatches,
  nearestSentence,
  reasonBesides,
  type Against,
} from "../../src/answers/findings.ts";
import type { Opposing } from "../../src/answers/opposing.ts";
import type { Passage } from "../../src/answers/summarizer.ts";
import { CitationBook } from "../../src/citations/book.ts";
import type { Evidence } from "../../src/evidence/evidence.ts";
import type { EvidencePaper } from "../../src/evidence/evidence-paper.ts";
import { paper } from "../support/documents.ts";
import { passage as rankedPassage } from "../support/passages.ts";

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

describe("the papers nearest to a question that nothing answers", () => {
  const item = (paper_id: string, cosine: number | null, score = 0): EvidencePaper => ({
    paper: paper({ paper_id, title: `On ${paper_id}`, year: paper_id === "d" ? null : 2020 }),
    score,
    cosine,
    anchor: false,
  });
  const evidence = (...papers: EvidencePaper[]) => ({ papers }) as Evidence;
  const read = (own: EvidencePaper, grade: number | null) => ({
    ...rankedPassage("x", "Text."),
    paper: own,
    reading: grade === null ? null : { grade, says: 0, against: 0 },
  });
  const ids = (...asked: Parameters<typeof nearestMatches>) => nearestMatches(...asked).map(({ paper_id: id }) => id);

  it("are first those that were read, by agreement and promise alike, each once, then the nearest in meaning; three in all", () => {
    const [a, b, c, d] = [item("a", 0.2, 1), item("b", 0.3, 0.4), item("c", 0.9), item("d", null)] as const;
    expect(ids(evidence(d, a, b, c), [read(a, 0.2), read(b, 1.2), read(b, 1.6), read(c, null)])).toEqual(["b", "a", "c"]);
    expect(ids(evidence(d, a, b, c), [read(a, 0.2), read(b, 0.2)])).toEqual(["a", "b", "c"]);
    expect(ids(evidence(d, a, b, c), [])).toEqual(["c", "b", "a"]);
  });

  it("begin with one that could not be read, where its title is about the subject, so that one that was read is named beside it", () => {
    const [a, b, t, u] = [item("a", 0.2, 1), item("b", 0.3, 0.4), item("t", 0.5), item("u", 0.5)] as const;
    const found = nearestMatches(evidence(a, b), [read(a, 0.2), read(b, 1.2)], [t, u]);
    expect(found.map(({ paper_id: id }) => id)).toEqual(["t", "a", "b"]);
  });

  it("are named by two titles", () => {
    const nearest = nearestMatches(evidence(item("c", 0.9), item("d", 0.8), item("a", 0.7)), []);
    expect(nearestSentence(nearest)).toBe("Nearest to it: “On c” (2020) and “On d”.");
    expect(nearestSentence(nearest.slice(0, 1))).toBe("Nearest to it: “On c” (2020).");
    const reason = (said: string) =>
      reasonBesides({ answer: { state: "no_evidence", reason: said, sentences: [] }, nearest_matches: nearest });
    expect(reason(`None answers. ${nearestSentence(nearest)} Read 3 papers.`)).toBe("None answers. Read 3 papers.");
    expect(reason("Nothing is close.")).toBe("Nothing is close.");
  });
});
