import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paperText } from "../../src/documents/paper.ts";
import { searchPapers, type PaperSearchRequest } from "../../src/retrieval/retrieve.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

/* What a query names comes first, and what it types narrows it. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;

const PAPERS = [
  paper({
    paper_id: "doi:parser",
    title: "Parsing with oracles",
    abstract: "A transition parser and its oracle.",
    authors: ["Yoav Goldberg", "Joakim Nivre"],
    year: 2012,
    venue: "COLING",
  }),
  paper({
    paper_id: "doi:embedding",
    title: "Dependency contexts",
    abstract: "Word embeddings from dependency contexts.",
    authors: ["Omer Levy", "Yoav Goldberg"],
    year: 2014,
    venue: "ACL",
  }),
  paper({
    paper_id: "doi:bias",
    title: "Bias in embeddings",
    abstract: "Embeddings of words are biased; word after word.",
    authors: ["Sören Auer"],
    year: 2019,
    venue: "ACL Workshop",
  }),
  paper({
    paper_id: "doi:name",
    title: "TAGGER: fast labelling of words",
    abstract: "A tagger.",
    authors: ["Ada B. Levy"],
    year: 2020,
  }),
  paper({
    paper_id: "doi:about",
    title: "A study of tagger speed and tagger errors",
    abstract: "Tagger, tagger, tagger.",
    year: 2021,
  }),
  paper({
    paper_id: "doi:graphs",
    title: "Graph coloring",
    abstract: "Colors of graphs.",
    authors: ["Lovelace, Ada", "Sammy Davis Jr."],
    year: 2001,
  }),
];

const search = (query: string, more: Partial<PaperSearchRequest> = {}) =>
  searchPapers(library, {
    query,
    limit: 10,
    retrieval: "hybrid",
    filters: {},
    sort: "relevance",
    facets: false,
    detail: "concise",
    ...more,
  });
const ids = async (query: string, more: Partial<PaperSearchRequest> = {}) =>
  (await search(query, more)).papers.map((found) => found.paper_id.slice("doi:".length));
const first = async (query: string) => (await ids(query))[0];

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const vectors = (await library.embedder.embedTexts(PAPERS.map(paperText))) as Float32Array[];
  await library.engine.papers.write(PAPERS.map((document, index) => row(document, vectors[index])));
  await library.engine.endLoad("papers");
});

afterAll(async () => library[Symbol.asyncDispose]());

describe("a query that names", () => {
  it.each([
    ["an author", "yoav goldberg", "embedding"],
    ["an author without diacritics", "soren auer", "bias"],
    ["an author misspelled by a letter", "yoav golberg", "embedding"],
    ["an author by an initial", "A. Levy", "name"],
    ["an author beside other words", "goldberg transition parser", "parser"],
    ["a surname and a year", "Levy et al. 2014", "embedding"],
    ["a surname that stands before the given name", "Lovelace et al. 2001", "graphs"],
    ["a surname that is followed by Jr.", "Davis et al. 2001", "graphs"],
    ["a paper before its colon", "tagger", "name"],
    ["a title misspelled by letters", "dependancy contexst", "embedding"],
  ])("%s has it first: %s", async (_, query, wanted) => expect(await first(query)).toBe(wanted));

  it("a word that is a slip is searched for as the papers write it, and says so", async () => {
    const found = await search("oracels for dependency");
    expect(found.corrected_query).toBe("oracles for dependency");
    expect((await search("oracles for dependency")).corrected_query).toBeUndefined();
  });
});

describe("a query that types", () => {
  it.each<[string, string[], object]>([
    ["author:goldberg", ["embedding", "parser"], { authors: ["Yoav Goldberg"] }],
    ["author:golberg year:2012", ["parser"], { authors: ["Yoav Goldberg"], year_from: 2012, year_to: 2012 }],
    ["author:goldberg author:levy", ["embedding"], { authors: ["Yoav Goldberg"] }],
    ["venue:acl embeddings", ["embedding"], { venues: ["ACL"] }],
    ['"word embeddings"', ["embedding"], { phrases: ["word embeddings"] }],
    ["embeddings -dependency author:auer", ["bias"], { without: ["dependency"] }],
  ])("%s finds those alone, and shows how it was read", async (query, wanted, applied) => {
    const found = await search(query);
    expect(found.papers.map((each) => each.paper_id.slice("doi:".length)).sort()).toEqual([...wanted].sort());
    expect(found.applied_filters).toMatchObject(applied);
    expect(found.total.value).toBe(wanted.length);
  });

  it("narrows what the filters leave, and never widens it", async () => {
    expect(await ids("author:goldberg", { filters: { authors: ["Omer Levy"] } })).toEqual(["embedding"]);
    expect(await ids("year:2010-2013", { filters: { year_from: 2013 } })).toEqual([]);
    expect(await ids("yoav goldberg", { filters: { year_from: 2013 } })).not.toContain("parser");
  });

  it.each([
    ["author:nobody", []],
    ["venue:ALC", ["ACL"]],
    ["year:20x", expect.stringContaining("2020-2023")],
  ])("%s, which means nothing here, is an error that says what is allowed", async (query, allowed) => {
    if (query === "venue:ALC") expect((await search(query)).applied_filters.venues).toEqual(allowed);
    else await expect(search(query)).rejects.toMatchObject({ code: "invalid_argument", field: "query", allowed });
  });
});
