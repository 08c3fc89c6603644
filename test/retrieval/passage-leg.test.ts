import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Paper } from "../../src/documents/paper.ts";
import type { PaperFilters } from "../../src/engine/port.ts";
import { withPassages } from "../../src/retrieval/paper-search.ts";
import { searchPapers, type PaperSearchRequest } from "../../src/retrieval/retrieve.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { placeOf } from "../../src/retrieval/snippet.ts";
import { paper, passage, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

const READ_WHOLE = paper({
  paper_id: "doi:10.1234/whole",
  title: "Sparse attention",
  abstract: "We shorten the reading of long documents.",
  venue: "A Press",
  year: 2020,
});
const BY_ABSTRACT = paper({
  paper_id: "doi:10.1234/abstract",
  title: "Warm plankton",
  abstract: "The dropout of sensors in plankton surveys is reported.",
  venue: "Another Press",
  year: 2010,
});
const SENTENCE = "The dropout rate was 0.35 for the encoder and 0.15 for the decoder.";
const PASSAGE = passage({
  passage_id: "text:whole-4",
  paper_id: READ_WHOLE.paper_id,
  title: READ_WHOLE.title,
  section: ["Set-up", "Training"],
  year: 2020,
  page: 7,
  content: `We trained for two days. ${SENTENCE} Nothing else was tried.`,
});
/** So that the words of the question are as rare among passages as they would be. */
const OTHERS = Array.from({ length: 20 }, (_, index) =>
  passage({
    ...PASSAGE,
    passage_id: `text:whole-${10 + index}`,
    section: ["Results"],
    content: `Table ${index} has more of it.`,
  }),
);
const ABOUT = passage({
  ...PASSAGE,
  passage_id: "whole:whole",
  kind: "whole",
  form: null,
  title: null,
  section: [],
  content: "",
  whole: "{}",
});

describe("a search over papers with full texts", () => {
  let library: Library & AsyncDisposable;
  beforeAll(async () => {
    library = await openTestLibrary({ embedder: hashEmbedder() });
    const { engine, embedder } = library;
    await engine.create(embedder.space);
    await engine.papers.write([READ_WHOLE, BY_ABSTRACT].map((one: Paper) => row(one)));
    await engine.passages.write([PASSAGE, ...OTHERS, ABOUT].map((one) => row(one)));
    for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  });
  afterAll(() => library[Symbol.asyncDispose]());

  const search = (query: string, more: Partial<PaperSearchRequest> = {}) =>
    searchPapers(library, {
      query,
      limit: 10,
      retrieval: "lexical",
      filters: {},
      sort: "relevance",
      facets: false,
      detail: "concise",
      ...more,
    });
  const found = async (query: string, filters: PaperFilters = {}) =>
    (await search(query, { filters })).papers.map(({ paper_id }) => paper_id);

  it("finds a paper by what stands in its text alone, and shows the sentence with its place", async () => {
    const { papers, total } = await search("dropout rate of the decoder");
    expect(papers[0]).toMatchObject({
      paper_id: READ_WHOLE.paper_id,
      snippet: { field: "text", text: SENTENCE, passage_id: PASSAGE.passage_id, section: ["Set-up", "Training"], page: 7 },
      scores: { lexical: { rank: 1 }, passage: { rank: 1 } },
    });
    const { snippet } = papers[0]!;
    expect(snippet.ranges.map(([start, end]) => snippet.text.slice(start, end))).toEqual(["dropout", "rate", "decoder"]);
    expect(placeOf(snippet)).toBe("Set-up › Training, page 7");
    expect(total).toEqual({ value: 2, relation: "eq" });
  });

  it("shows the abstract's sentence where that holds as many of the words", async () => {
    const { papers } = await search("shorten long documents");
    expect(papers[0]).toMatchObject({ paper_id: READ_WHOLE.paper_id, snippet: { field: "abstract" } });
  });

  it("passes every filter of papers", async () => {
    const query = "dropout rate of the decoder";
    expect(await found(query, { year_to: 2015 })).toEqual([BY_ABSTRACT.paper_id]);
    expect(await found(query, { venues: ["Another Press"] })).toEqual([BY_ABSTRACT.paper_id]);
    expect(await found(query, { venues: ["A Press"], year_from: 2020 })).toEqual([READ_WHOLE.paper_id]);
    expect(await found(query, { paper_ids: [BY_ABSTRACT.paper_id] })).toEqual([BY_ABSTRACT.paper_id]);
    expect(await found(query, { has_code: true })).toEqual([]);
  });

  it("by meaning alone reads no passages", async () => {
    const { papers } = await search("decoder", { retrieval: "semantic" });
    expect(papers.map(({ scores }) => scores.passage)).toEqual(papers.map(() => undefined));
  });
});

describe("passages among the words that papers are found by", () => {
  const of = (paper_id: string, score: number) => ({ paper_id, passage_id: `${paper_id}-0`, score });
  const abstracts = (relation: "eq" | "gte") => ({
    hits: [
      { id: "a", score: 9 },
      { id: "b", score: 8 },
    ],
    total: { value: 2, relation },
  });
  const merged = (relation: "eq" | "gte", isCut = false) =>
    withPassages(abstracts(relation), { hits: [of("b", 20), of("a", 12), of("c", 10)], isCut });

  it("count where they are worth more than title and abstract, somewhat less than these", () => {
    expect(merged("eq")).toEqual({
      hits: [
        { id: "b", score: 14 },
        { id: "a", score: 9 },
        { id: "c", score: 7 },
      ],
      total: { value: 3, relation: "eq" },
    });
  });

  it("are left out below the end of a list that was cut", () => {
    expect(merged("gte").hits.map(({ id }) => id)).toEqual(["b", "a"]);
    expect([merged("gte").total.relation, merged("eq", true).total.relation]).toEqual(["gte", "gte"]);
  });
});
