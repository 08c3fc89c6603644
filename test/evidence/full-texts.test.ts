import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { readPaper } from "../../src/citations/read-paper.ts";
import { namedDocuments } from "../../src/citations/named-documents.ts";
import { verifyCitations } from "../../src/citations/verify.ts";
import { passageIds, storedText } from "../../src/documents/passage.ts";
import { paperText } from "../../src/documents/paper.ts";
import type { FullText } from "../../src/documents/full-text.ts";
import { fullTextOf } from "../../src/retrieval/full-text.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const PAPER = paper({
  paper_id: "doi:10.1234/sparse",
  title: "Sparse attention for long documents",
  abstract: "Sparse attention reads long documents and keeps the accuracy of full attention on three collections of news.",
  authors: ["Ann Lee"],
  year: 2020,
});
const OTHER = paper({
  paper_id: "doi:10.1234/other",
  title: "Whales",
  abstract: "Whales sing in the dark sea at night for hours.",
});
const LEARNING = "We trained sparse attention with a learning rate of 0.0003 on eight processors for two days in total.";
const LIMIT = "Sparse attention fails on tables because their cells are far apart from each other in the text.";
const CAPTION = "Learning rate of sparse attention against accuracy, as trained on eight processors for the two days.";
const TEXT: FullText = {
  format: "pdf",
  ids: {},
  title: PAPER.title,
  authors: ["Ann Lee"],
  abstract: null,
  year: 2020,
  published_at: null,
  venue: null,
  licence: "CC BY 4.0",
  source: { name: "a press", url: null, license: null },
  sections: [
    { heading: ["Set-up"], kind: "method" },
    { heading: ["Set-up", "Training"], kind: "method" },
    { heading: ["Limitations"], kind: "limitations" },
  ],
  passages: (
    [
      [0, "method", "paragraph", "All collections are of news and in English, which we split into words."],
      [1, "method", "paragraph", LEARNING],
      [1, "caption", "caption", CAPTION],
      [2, "limitations", "paragraph", LIMIT],
    ] as const
  ).map(([section, kind, form, text], index) => ({ section, kind, form, text, page: index + 1, place: null, label: null })),
  references: [],
  markers: [],
  notices: [],
};

describe("a full text", () => {
  let library: Library & AsyncDisposable;
  beforeAll(async () => {
    library = await openTestLibrary({ embedder: hashEmbedder() });
    const { engine, embedder } = library;
    await engine.create(embedder.space);
    const vectors = (await embedder.embedTexts([PAPER, OTHER].map(paperText))) as Float32Array[];
    await engine.papers.write([PAPER, OTHER].map((one, index) => row(one, vectors[index])));
    const { whole, passages } = storedText(TEXT, PAPER, {
      file: "a.pdf",
      run_id: "run",
      ingested_at: "2026-01-01T00:00:00.000Z",
    });
    await engine.passages.write([...passages, whole].map((one) => row(one)));
    for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  });
  afterAll(() => library[Symbol.asyncDispose]());

  const read = (given: object) => readPaper(library, { paper_id: "10.1234/SPARSE", max_chars: 6_000, ...given });
  const texts = async (given: object) => (await read(given)).passages.map(({ text }) => text);

  it("is stored with its sections and comes back in order", async () => {
    const text = await fullTextOf(library, PAPER.paper_id);
    expect(text?.passages.map(({ content }) => content)).toEqual(TEXT.passages.map(({ text }) => text));
    expect(text?.whole.sections[1]).toEqual({
      heading: ["Set-up", "Training"],
      kind: "method",
      passages: 2,
      characters: LEARNING.length + CAPTION.length,
    });
    expect(await fullTextOf(library, OTHER.paper_id)).toBeNull();
  });

  it("is read by outline, section, quote and words, within a budget; without one, the abstract", async () => {
    const outline = await read({});
    expect(outline.outline.map(({ section, heading }) => [section, heading.at(-1)])).toEqual([
      [1, "Set-up"],
      [2, "Training"],
      [3, "Limitations"],
    ]);
    expect(await texts({ section: "set-up" })).toHaveLength(3);
    expect(await texts({ section: "2" })).toEqual([LEARNING, CAPTION]);
    expect(await texts({ section: "limitations" })).toEqual([LIMIT]);
    expect(await texts({ around: "cells are far apart", max_chars: 10 })).toEqual([LIMIT]);
    expect((await texts({ query: "learning rate processors" }))[0]).toMatch(/learning rate/iu);
    expect((await read({ section: "1", max_chars: 100 })).total_passages).toBe(3);
    await expect(read({ section: "nowhere" })).rejects.toMatchObject({ code: "not_found", field: "section" });
    await expect(read({ around: "never written" })).rejects.toMatchObject({ code: "not_found", field: "around" });
    const other = await readPaper(library, { paper_id: OTHER.paper_id, max_chars: 500 });
    expect(other).toMatchObject({ full_text: null, outline: [], passages: [{ kind: "abstract", text: OTHER.abstract }] });
  });

  it("answers a question about the library whose answer stands in no abstract", async () => {
    const answer = await askCanvas(library, {
      query: "With which learning rate and on how many processors was it trained?",
      mode: "corpus",
      time_scope: "all",
      match_count: 5,
      account: "local",
    });
    expect(answer.answer.state).not.toBe("no_evidence");
    expect(answer.citations[0]).toMatchObject({ kind: "passage", quote: LEARNING, section: ["Set-up", "Training"], page: 2 });
  });

  it("is quoted to the passage, with section and page, and never from a caption", async () => {
    const answer = await askCanvas(library, {
      query: "With which learning rate was sparse attention trained?",
      mode: "paper",
      paper_id: PAPER.paper_id,
      time_scope: "all",
      match_count: 5,
      account: "local",
    });
    const cited = answer.citations.find(({ quote }) => quote === LEARNING);
    const id = passageIds((await fullTextOf(library, PAPER.paper_id))!.text_id, 4)[1];
    expect(cited).toMatchObject({
      kind: "passage",
      id: PAPER.paper_id,
      passage_id: id,
      section: ["Set-up", "Training"],
      page: 2,
      field: "text",
      start: 0,
      end: LEARNING.length,
    });
    expect(answer.answer.sentences.some(({ citations }) => citations.includes(cited!.number))).toBe(true);
    expect(answer.citations.map(({ quote }) => quote)).not.toContain(CAPTION);
    expect(answer.ground).toMatchObject({ full_texts: 1 });
    expect(answer.ground.sentence).toContain("the full text of 1 paper");
  });

  it("has its limitations told beside an answer that does not quote them, cited to the passage", async () => {
    const answer = await askCanvas(library, {
      query: "Does sparse attention keep the accuracy of full attention on long documents?",
      mode: "corpus",
      time_scope: "all",
      match_count: 5,
      account: "local",
    });
    const told = answer.counter_evidence.find(({ text }) => text.startsWith("Stated as a limitation by Lee: "));
    expect(told?.text).toContain(`“${LIMIT}”`);
    const cited = answer.citations.find(({ number }) => number === told!.citations[0]);
    expect(cited).toMatchObject({ kind: "passage", section: ["Limitations"], page: 4, quote: LIMIT });
    expect(answer.answer.sentences.flatMap(({ citations }) => citations)).not.toContain(cited!.number);
  });

  it("is what quotes are verified against, and bent ones are told the nearest passage", async () => {
    const quotes = [
      "fails on tables because their cells",
      "Sparse attention always fails on tables as their cells are far apart",
    ];
    const given = quotes.map((quote) => ({ id: PAPER.paper_id, quote }));
    const found = await namedDocuments(library, { given: [PAPER.paper_id], signals: true, quotes: given });
    const [verbatim, bent] = verifyCitations(given, found);
    expect(verbatim).toMatchObject({ verbatim: true, found_at: { field: "text", section: ["Limitations"], page: 4 } });
    expect(bent).toMatchObject({ verbatim: false, nearest: { field: "text", text: LIMIT, page: 4 } });
  });
});
