import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { paperText } from "../../src/documents/paper.ts";
import { PublicError } from "../../src/errors.ts";
import { READ_FIELDS } from "../../src/retrieval/found-paper.ts";
import { searchPapers, type PaperSearchRequest } from "../../src/retrieval/retrieve.ts";
import { FIRST_PAGE } from "../../src/retrieval/search-window.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

/* What facets count: all papers that match, at the cost of a first page. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;

const ZEBRAS = 260;
const PAPERS = [
  ...Array.from({ length: ZEBRAS }, (_, index) =>
    paper({
      paper_id: `doi:zebra-${index}`,
      title: `Zebra number${index}${index < 100 ? " of the plain" : ""}`,
      year: 2020 + (index % 2),
      venue: "Herds",
      has_code: index < 10,
      signal_counts: index < 10 ? { code: 2 } : {},
    }),
  ),
  paper({ paper_id: "doi:lion", title: "Lions", year: 1999, venue: "Prides", retracted: true }),
];

const search = (query: string, more: Partial<PaperSearchRequest> = {}) =>
  searchPapers(library, {
    query,
    limit: 10,
    retrieval: "hybrid",
    filters: {},
    sort: "relevance",
    facets: true,
    detail: "concise",
    ...more,
  });

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  const vectors = (await library.embedder.embedTexts(PAPERS.map(paperText))) as Float32Array[];
  await library.engine.papers.write(PAPERS.map((document, index) => row(document, vectors[index])));
  await library.engine.endLoad("papers");
});

afterAll(async () => library[Symbol.asyncDispose]());

test("facets count every paper that matches, while the first page looks no deeper and reads no document for them", async () => {
  const { papers } = library.engine;
  const [searched, read] = [vi.spyOn(papers, "search"), vi.spyOn(papers, "fields")];
  const { facets } = await search("zebra");
  expect(searched.mock.calls.map(([{ depth }]) => depth)).toEqual([FIRST_PAGE]);
  const readWith = read.mock.calls.flatMap(([ids]) => ids);
  read.mockClear();
  await search("zebra", { facets: false });
  expect(readWith).toEqual(read.mock.calls.flatMap(([ids]) => ids));
  vi.restoreAllMocks();
  expect(facets).toEqual({
    year: [
      { value: "2020", count: ZEBRAS / 2 },
      { value: "2021", count: ZEBRAS / 2 },
    ],
    venue: [{ value: "Herds", count: ZEBRAS }],
    categories: [],
    signal_kinds: [{ value: "code", count: 10 }],
    has_code: [{ value: "true", count: 10 }],
    retracted: [],
  });
});

test("facets count within the filters, of the query's subject, and of what a slip was taken for", async () => {
  expect((await search("zebra", { filters: { year_from: 2021 } })).facets?.venue).toEqual([
    { value: "Herds", count: ZEBRAS / 2 },
  ]);
  expect((await search("year:2020")).facets?.venue).toEqual([{ value: "Herds", count: ZEBRAS / 2 }]);
  // Words that only ask for papers are not looked for.
  expect((await search("are there any papers about the zebra of zebras")).facets?.venue).toEqual([
    { value: "Herds", count: ZEBRAS },
  ]);
  const slipped = await search("zobra zebra");
  expect([slipped.corrected_query, slipped.facets?.venue]).toEqual(["zebra zebra", [{ value: "Herds", count: ZEBRAS }]]);
});

test("of a question whose words no paper has together, facets count the relevant papers that were found", async () => {
  const { facets, total } = await search("which zebra number7 number8 herds run across the plain");
  expect(total.value).toBeGreaterThan(0);
  expect(facets?.venue.reduce((sum, { count }) => sum + count, 0)).toBe(total.value);
});

test("by meaning alone, facets count the relevant papers that were found", async () => {
  const { facets, total } = await search("lions", { retrieval: "semantic" });
  expect(facets?.retracted).toEqual([{ value: "true", count: 1 }]);
  expect(facets?.year.reduce((sum, { count }) => sum + count, 0)).toBe(total.value);
});

test("where the engine cannot count, the papers are shown without facets, and it is said", async () => {
  vi.spyOn(library.engine.papers, "matchFacets").mockRejectedValue(new PublicError("engine_unavailable"));
  const { papers, facets, degraded } = await search("zebra");
  vi.restoreAllMocks();
  expect([papers.length, facets, degraded.map(({ part }) => part)]).toEqual([10, undefined, ["engine"]]);
});

test("a search reads what it ranks and shows of the papers, and none of them whole", async () => {
  const { papers } = library.engine;
  const [whole, parts] = [vi.spyOn(papers, "get"), vi.spyOn(papers, "fields")];
  const { papers: found } = await search("zobra plain", { sort: "newest", detail: "full" });
  expect(whole).not.toHaveBeenCalled();
  expect(parts.mock.calls.flatMap(([, names]) => names)).toContain("abstract");
  expect(parts.mock.calls.flatMap(([, names]) => names)).toSatisfy((names: string[]) =>
    names.every((name) => (READ_FIELDS as readonly string[]).includes(name)),
  );
  vi.restoreAllMocks();
  expect(found[0]).toMatchObject({ year: 2021, venue: "Herds", retracted: false, authors: [], abstract: null });
});
