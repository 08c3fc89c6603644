import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Paper } from "../../src/documents/paper.ts";
import type { PaperFilters } from "../../src/engine/filters.ts";
import { withNearPassages, withPassages } from "../../src/retrieval/paper-search.ts";
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

describe("a search over papers whose passages have vectors", () => {
  const SAID = "Zebras graze at dawn";
  let library: Library & AsyncDisposable;
  beforeAll(async () => {
    const embedder = hashEmbedder();
    library = await openTestLibrary({ embedder });
    const { engine } = library;
    await engine.create(embedder.space);
    const vectorOf = (text: string) => embedder.embedQuery(text);
    await engine.papers.write([row(READ_WHOLE, await vectorOf("attention")), row(BY_ABSTRACT, await vectorOf("plankton"))]);
    await engine.passages.write([row(PASSAGE, await vectorOf(SAID)), row(ABOUT)]);
    for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  });
  afterAll(() => library[Symbol.asyncDispose]());

  const search = async (embedsPassages: boolean, retrieval: "hybrid" | "semantic", filters: PaperFilters = {}) => {
    const asked = { query: SAID, limit: 10, retrieval, filters, sort: "relevance", facets: false, detail: "concise" } as const;
    const { papers } = await searchPapers({ ...library, embedsPassages }, asked);
    return papers.map(({ paper_id, scores: { semantic, passage: place } }) => ({
      paper_id,
      cosine: Math.round(100 * (semantic?.score ?? -1)) / 100,
      passage: place?.score === undefined ? null : Math.round(100 * place.score) / 100,
    }));
  };

  it.each(["hybrid", "semantic"] as const)("finds a paper by a passage's meaning (%s)", async (retrieval) => {
    expect((await search(true, retrieval))[0]).toEqual({ paper_id: READ_WHOLE.paper_id, cosine: 0.95, passage: 1 });
    expect(await search(true, retrieval, { venues: ["Another Press"] })).toMatchObject([{ paper_id: BY_ABSTRACT.paper_id }]);
  });

  it("leaves the vectors alone where passages are not to be found by them", async () => {
    for (const { cosine, passage: place } of await search(false, "semantic")) {
      expect(cosine).toBeLessThan(0.9);
      expect(place).toBeNull();
    }
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

describe("passages among the nearest papers", () => {
  const of = (paper_id: string, score: number) => ({ paper_id, passage_id: `${paper_id}-0`, score });
  const abstracts = {
    hits: [
      { id: "a", score: 0.8 },
      { id: "b", score: 0.5 },
    ],
    total: { value: 2, relation: "eq" as const },
  };

  it("count where they are clearly nearer than title and abstract, and no more papers come than were asked for", () => {
    const near = [of("c", 0.9), of("a", 0.82), of("b", 0.7)];
    expect(withNearPassages(abstracts, { near }, 2)).toEqual({
      hits: [
        { id: "c", score: 0.9 - 0.05 },
        { id: "a", score: 0.8 },
      ],
      total: { value: 2, relation: "eq" },
    });
    expect(withNearPassages(abstracts, { near: [] }, 2)).toEqual(abstracts);
  });
});
