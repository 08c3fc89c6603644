import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";
import { titleKey } from "../../src/documents/text.ts";
import { fingerprint, MAPPINGS } from "../../src/engine/mapping.ts";
import type { PaperFilters, SignalFilters } from "../../src/engine/filters.ts";
import type { Call, Engine } from "../../src/engine/port.ts";
import type { WriteOutcome } from "../../src/engine/writes.ts";
import { paper, row, signal, SMALL_SPACE, unitVector, vectorAt } from "../support/documents.ts";
import { FULL_PAPER, FULL_SIGNAL, HOSTILE_TEXTS, NASTY, PAPERS, SIGNALS } from "./library.ts";

/** Opens an engine over an empty place of its own: no index is there, and nothing else writes to it. */
export type OpenEngine = () => Promise<{ engine: Engine; dispose(): Promise<void> }>;

/** What every engine promises (see `src/engine/port.ts`), as tests. */
export function engineContract(name: string, openEngine: OpenEngine): void {
  describe(`${name}: before there is an index`, () => {
    const engine = opened(openEngine);

    test("version names the product", async () => {
      expect(await engine().version()).toMatch(/^(LanceDB|Elasticsearch) \d+\.\d+/u);
    });

    test("status tells that there is no generation", async () => {
      const status = await engine().status();
      expect(status.map(({ target }) => target).sort()).toEqual(["papers", "passages", "signals"]);
      for (const one of status) {
        expect(one).toMatchObject({ generation: null, documents: 0, fingerprint: null, space: null });
      }
    });

    test.each<[string, (engine: Engine) => Promise<unknown>]>([
      ["search", (engine) => engine.papers.search({ text: "zebra", filters: {}, depth: 10 })],
      ["semantic search", (engine) => engine.signals.search({ vector: vectorAt(1), filters: {}, depth: 10 })],
      ["list", (engine) => engine.papers.list({ filters: {}, sort: "newest", limit: 10 })],
      ["count", (engine) => engine.signals.count({})],
      ["get", (engine) => engine.papers.get(["doi:1"])],
      ["facets", (engine) => engine.papers.facets("year", {}, 10)],
      ["facets of what matches", (engine) => engine.papers.matchFacets({ text: "zebra", filters: {}, limit: 10 })],
      ["resolve", (engine) => engine.papers.resolve(["doi:1"])],
      ["write", (engine) => engine.papers.write([row(paper({ paper_id: "doi:1" }))])],
    ])("%s says that the index is missing", async (_, call) => {
      await expect(call(engine())).rejects.toMatchObject({ name: "PublicError", code: "index_missing" });
      expect((await engine().status()).map(({ generation }) => generation)).toEqual([null, null, null]);
    });
  });

  describe(`${name}: create`, () => {
    const engine = opened(openEngine);

    test("makes all targets once, however many create at once", async () => {
      await Promise.all(Array.from({ length: 5 }, () => engine().create(SMALL_SPACE)));
      for (const one of await engine().status()) {
        expect(one.generation).toMatch(new RegExp(`${one.target}-v1-000001$`, "u"));
        expect(one).toMatchObject({ documents: 0, space: SMALL_SPACE, fingerprint: fingerprint(MAPPINGS[one.target]) });
      }
    });

    test("an empty collection answers empty", async () => {
      const { papers, signals } = engine();
      const none = { hits: [], total: { value: 0, relation: "eq" } };
      expect(await papers.search({ text: "zebra", vector: vectorAt(1), filters: {}, depth: 10 })).toEqual({
        lexical: none,
        semantic: none,
        partial: false,
      });
      expect(await papers.list({ filters: {}, sort: "newest", limit: 10 })).toEqual({ documents: [], total: 0 });
      expect(await papers.count({})).toBe(0);
      expect(await papers.facets("authors", {}, 10)).toEqual([]);
      expect(await papers.get(["doi:none"])).toEqual(new Map());
      expect(await papers.vectors(["doi:none"])).toEqual(new Map());
      expect(await papers.fields(["doi:none"], ["title"])).toEqual(new Map());
      expect(await papers.resolve(["doi:none"])).toEqual(new Map());
      expect(await papers.byTitle("none", 5)).toEqual([]);
      expect(await papers.byTitles(["none"], 5)).toEqual(new Map());
      expect(await signals.countByPaper(["doi:none"])).toEqual(new Map());
      expect(await signals.search({ filters: {}, depth: 10 })).toEqual({ lexical: null, semantic: null, partial: false });
    });

    test("nothing asked, nothing answered", async () => {
      const { papers, signals } = engine();
      expect(await papers.get([])).toEqual(new Map());
      expect(await papers.vectors([])).toEqual(new Map());
      expect(await papers.fields([], ["title"])).toEqual(new Map());
      expect(await papers.resolve([])).toEqual(new Map());
      expect(await papers.byTitles([], 5)).toEqual(new Map());
      expect(await signals.countByPaper([])).toEqual(new Map());
      expect(await papers.write([])).toEqual([]);
      await papers.remove([]);
      await papers.setCounts(new Map());
      expect(await papers.topicIds([])).toEqual(new Map());
      await papers.setTopicIds(new Map());
      await signals.setPaperTopicIds(new Map());
    });

    test("leaves an index that is there alone", async () => {
      await engine().papers.write([row(paper({ paper_id: "doi:kept" }))]);
      await engine().create({ model: "another@1", dimensions: 16 });
      await engine().papers.refresh();
      const papers = (await engine().status()).find(({ target }) => target === "papers");
      expect(papers).toMatchObject({ documents: 1, space: SMALL_SPACE });
      expect([...(await engine().papers.get(["doi:kept"])).keys()]).toEqual(["doi:kept"]);
    });
  });

  describe(`${name}: reading`, () => {
    const engine = opened(openEngine);

    beforeAll(async () => {
      await engine().create(SMALL_SPACE);
      expectAllIndexed(await engine().papers.write(PAPERS));
      expectAllIndexed(await engine().signals.write(SIGNALS));
      await engine().papers.refresh();
      await engine().signals.refresh();
    });

    const lexical = async (text: string, filters: PaperFilters = {}, depth = 100) =>
      ids((await engine().papers.search({ text, filters, depth })).lexical);

    describe("lexical search", () => {
      test("words that may be misspelled match words near to them, beside the words of the text", async () => {
        const misspelled = async (text: string, slip: string) =>
          ids((await engine().papers.search({ text, misspelled: slip, filters: {}, depth: 100 })).lexical);
        await engine().endLoad("papers");
        expect(await lexical("ptarmigen")).toEqual([]);
        expect(await misspelled("", "ptarmigen")).toEqual(["doi:nulls"]);
        expect((await misspelled("indexing", "ptarmigen")).sort()).toEqual(["doi:index", "doi:nulls"]);
        expect(await misspelled("", "xylophones")).toEqual([]);
      });

      test("finds other forms of a word", async () => {
        expect(await lexical("indexed")).toEqual(await lexical("indexing"));
        expect(await lexical("indexes")).toContain("doi:index");
      });

      test("does not tell case and diacritics apart", async () => {
        expect(await lexical("NAIVE")).toEqual(["doi:naive"]);
        expect(await lexical("naïve")).toEqual(["doi:naive"]);
      });

      test("passes over stop words", async () => {
        expect(await lexical("the of and")).toEqual([]);
        expect(await lexical("the zebra")).toEqual(await lexical("zebra"));
      });

      test("finds documents with any of the words, those with more of them first", async () => {
        const found = await lexical("zebra plankton");
        expect(found.slice(0, 2).sort()).toEqual(["doi:abstract", "doi:title"]);
        expect(found).toContain("doi:zebra-only");
      });

      test("counts a word in the title a little more", async () => {
        expect((await lexical("zebra", { paper_ids: ["doi:title", "doi:abstract"] }))[0]).toBe("doi:title");
        expect((await lexical("plankton", { paper_ids: ["doi:title", "doi:abstract"] }))[0]).toBe("doi:abstract");
      });

      test("finds a paper without an abstract by its title", async () => {
        expect(await lexical("ptarmigan")).toEqual(["doi:nulls"]);
      });

      test("scores fall, are positive, and equal scores stand in the order of ids", async () => {
        const { lexical } = await engine().papers.search({ text: "twin", filters: {}, depth: 10 });
        expect(ids(lexical)).toEqual(["doi:twin-a", "doi:twin-b", "doi:twin-c"]);
        expect(lexical!.hits.every(({ score }) => score > 0)).toBe(true);
        expect(new Set(lexical!.hits.map(({ score }) => score)).size).toBe(1);
        const { lexical: mixed } = await engine().papers.search({ text: "zebra plankton fish", filters: {}, depth: 10 });
        const scores = mixed!.hits.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      });

      test.each(HOSTILE_TEXTS)("%s is plain text", async (_, text, expected) => {
        const { lexical, semantic, partial } = await engine().papers.search({ text, filters: {}, depth: 100 });
        expect(semantic).toBeNull();
        expect(partial).toBe(false);
        expect(lexical!.hits.length).toBeLessThan(PAPERS.length);
        expect(ids(lexical)).toEqual(expect.arrayContaining(expected));
      });

      test("a text without words finds nothing", async () => {
        expect((await engine().papers.search({ text: "  …!? ", filters: {}, depth: 10 })).lexical).toEqual({
          hits: [],
          total: { value: 0, relation: "eq" },
        });
        expect(await lexical("")).toEqual([]);
      });

      test("gives the best of them at a smaller depth, and a total that does not say too much", async () => {
        const all = await engine().papers.search({ text: "twin zebra", filters: {}, depth: 100 });
        const few = await engine().papers.search({ text: "twin zebra", filters: {}, depth: 2 });
        expect(all.lexical!.total).toEqual({ value: all.lexical!.hits.length, relation: "eq" });
        expect(few.lexical!.hits).toHaveLength(2);
        const scores = all.lexical!.hits.map(({ score }) => score);
        for (const [index, { score }] of few.lexical!.hits.entries()) expect(score).toBeCloseTo(scores[index]!, 4);
        const { value, relation } = few.lexical!.total;
        if (relation === "eq") expect(value).toBe(all.lexical!.hits.length);
        else expect(value).toBeLessThanOrEqual(all.lexical!.hits.length);
      });

      test("searches signals too", async () => {
        const { lexical } = await engine().signals.search({ text: "repositories", filters: {}, depth: 10 });
        expect(ids(lexical)).toContain("sig:code");
      });
    });

    describe("semantic search", () => {
      test("gives cosines, the nearest first, opposite vectors too", async () => {
        const { semantic, lexical } = await engine().papers.search({ vector: vectorAt(1), filters: {}, depth: 100 });
        expect(lexical).toBeNull();
        expect(ids(semantic)).toEqual(["doi:index", "doi:naive", "doi:title", "doi:abstract", "doi:full", "doi:retracted"]);
        for (const [index, cosine] of [1, 0.8, 0.5, 0.2, 0, -0.9].entries()) {
          expect(semantic!.hits[index]!.score).toBeGreaterThan(cosine - 0.03);
          expect(semantic!.hits[index]!.score).toBeLessThan(cosine + 0.03);
        }
        expect(semantic!.total).toEqual({ value: 6, relation: "eq" });
      });

      test("never gives documents without a vector", async () => {
        const { semantic } = await engine().papers.search({
          vector: vectorAt(1),
          filters: { paper_ids: ["doi:nulls", "doi:zebra-only"] },
          depth: 100,
        });
        expect(semantic!.hits).toEqual([]);
      });

      test("keeps to the depth", async () => {
        const { semantic } = await engine().papers.search({ vector: vectorAt(1), filters: {}, depth: 2 });
        expect(ids(semantic)).toEqual(["doi:index", "doi:naive"]);
        expect(semantic!.total.value).toBe(2);
      });

      test("both legs come from one call", async () => {
        const both = await engine().papers.search({ text: "zebra", vector: vectorAt(0.8), filters: {}, depth: 3 });
        expect(ids(both.lexical)).toContain("doi:title");
        expect(ids(both.semantic)[0]).toBe("doi:naive");
      });

      test("searches signals too", async () => {
        const { semantic } = await engine().signals.search({ vector: vectorAt(1), filters: {}, depth: 10 });
        expect(ids(semantic).slice(0, 2)).toEqual(["sig:code", "sig:award"]);
      });
    });

    describe("paper filters", () => {
      test.each<[string, PaperFilters, string[]]>([
        ["year_from", { year_from: 2020 }, ["doi:full", "doi:index", "doi:title"]],
        ["year_to", { year_to: 2019 }, ["doi:abstract", "doi:naive"]],
        ["a span of years", { year_from: 2019, year_to: 2020 }, ["doi:abstract", "doi:index"]],
        ["a venue in another case", { venues: ["café PROCEEDINGS"] }, ["doi:full"]],
        ["a venue without its diacritics", { venues: ["cafe proceedings"] }, ["doi:full"]],
        ["any of several venues", { venues: ["ACL", "cafe proceedings"] }, ["doi:full", "doi:title"]],
        ["no part of a venue", { venues: ["cafe"] }, []],
        ["categories", { categories: ["CS.cl"] }, ["doi:full", "doi:index"]],
        ["authors", { authors: ["lukasz muller"] }, ["doi:full"]],
        ["any of several authors", { authors: ["Nobody", "zoë strasse"] }, ["doi:full", "doi:naive"]],
        ["has_code", { has_code: true }, ["doi:full", "doi:title"]],
        ["has no code", { has_code: false, venues: ["ACL", "Cafe Proceedings"] }, []],
        ["min_citations", { min_citations: 10 }, ["doi:full", "doi:index"]],
        ["min_citations of 0 leaves out the unknown", { min_citations: 0 }, ["doi:full", "doi:index", "doi:title"]],
        ["signal_kinds", { signal_kinds: ["award"] }, ["doi:full"]],
        ["any of several signal_kinds", { signal_kinds: ["award", "code"] }, ["doi:full", "doi:title"]],
        ["retracted", { retracted: true }, ["doi:retracted"]],
        ["not retracted, narrowed", { retracted: false, year_from: 2021 }, ["doi:full", "doi:title"]],
        ["paper_ids", { paper_ids: ["doi:naive", "doi:absent"] }, ["doi:naive"]],
        ["no paper_ids at all", { paper_ids: [] }, []],
        ["sources", { sources: ["two", "absent"] }, ["doi:full"]],
        ["no part of a source's name", { sources: ["tw"] }, []],
        ["quotes and SQL in a source's name", { sources: [NASTY] }, []],
        ["words, whatever stands between them", { words: "zebra and the plankton" }, ["doi:abstract", "doi:title"]],
        ["words in other forms", { words: "Zebras, NAIVE plains" }, []],
        ["words in other forms and without diacritics", { words: "method naive" }, ["doi:naive"]],
        ["words with another filter", { words: "zebra", year_from: 2023 }, ["doi:title"]],
        ["words of which one is nowhere", { words: "zebra unheard" }, []],
        ["no word at all", { words: " the, … " }, []],
        ["quotes and a query language in words", { words: "zebra' OR *:* plankton" }, ["doi:abstract", "doi:title"]],
        ["a phrase", { phrases: ["PLANKTON zebra"] }, []],
        ["a phrase in another case", { phrases: ["Indexing at SCALE"] }, ["doi:index"]],
        ["a phrase across a hyphen or with quotes and SQL in it", { phrases: ["' OR 1=1 --"] }, []],
        ["every phrase", { phrases: ["has everything", "full paper"] }, ["doi:full"]],
        ["no phrase that is only begun", { phrases: ["common to al"] }, []],
        ["without a word", { without: ["common"], venues: ["ACL", "cafe proceedings"] }, []],
        ["without a phrase", { without: ["full paper"], venues: ["ACL", "cafe proceedings"] }, ["doi:title"]],
        ["without a word that is nowhere", { without: ["unheard"], year_from: 2023 }, ["doi:full", "doi:title"]],
        [
          "filters and filters beside them",
          { year_to: 2020, also: { authors: ["zoë strasse"], also: { year_from: 2000 } } },
          ["doi:naive"],
        ],
        ["all filters together", { year_from: 2020, has_code: true, venues: ["acl"] }, ["doi:title"]],
        ["quotes and SQL in a stored value", { authors: [NASTY] }, ["doi:naive"]],
        ["quotes and SQL in an id", { paper_ids: [`doi:${NASTY}`] }, [`doi:${NASTY}`]],
        ["SQL that would let everything pass", { venues: ["' OR '1'='1"] }, []],
        ["SQL in a kind", { signal_kinds: ["code' OR 1=1 --" as never] }, []],
        ["percent signs and underscores stand for themselves", { authors: ["%", "_oe Strasse"] }, []],
      ])("%s", async (_, filters, expected) => {
        expect(await engine().papers.count(filters)).toBe(expected.length);
        const listed = await engine().papers.list({ filters, sort: "paper_id", limit: 100 });
        expect(listed.documents.map(({ paper_id }) => paper_id)).toEqual([...expected].sort());
        expect(listed.total).toBe(expected.length);

        const found = await engine().papers.search({ text: "common", vector: vectorAt(1), filters, depth: 100 });
        expect(ids(found.lexical).sort()).toEqual([...expected].sort());
        const withVector = new Set(PAPERS.filter(({ vector }) => vector !== null).map(({ document }) => document.paper_id));
        expect(ids(found.semantic).sort()).toEqual(expected.filter((id) => withVector.has(id)).sort());
      });
    });

    describe("signal filters", () => {
      test.each<[string, SignalFilters, string[]]>([
        ["kinds", { kinds: ["award", "citation"] }, ["sig:award", "sig:citation"]],
        ["polarities", { polarities: ["against"] }, ["sig:erratum"]],
        ["paper_ids", { paper_ids: ["doi:full"] }, ["sig:award", "sig:code", "sig:full"]],
        ["topics in another case", { topics: ["ÉTUDE of search"] }, ["sig:full"]],
        ["topics without diacritics", { topics: ["etude OF search"] }, ["sig:full"]],
        ["since", { since: "2025-03-01" }, ["sig:erratum", "sig:full"]],
        ["until", { until: "2024-12-31" }, ["sig:award"]],
        [
          "a span of days, both ends in it",
          { since: "2025-01-01", until: "2025-03-01" },
          ["sig:citation", "sig:code", "sig:erratum"],
        ],
        ["signal_ids", { signal_ids: ["sig:code"] }, ["sig:code"]],
        ["sources", { sources: ["a conference"] }, ["sig:full"]],
        ["together", { kinds: ["code"], paper_ids: ["doi:title"] }, ["sig:code"]],
        ["words, in other forms", { words: "REPOSITORIES at an address" }, ["sig:code"]],
        ["words of which one is nowhere", { words: "repository unheard" }, []],
        ["quotes and SQL", { topics: [NASTY] }, ["sig:erratum"]],
      ])("%s", async (_, filters, expected) => {
        expect(await engine().signals.count(filters)).toBe(expected.length);
        const listed = await engine().signals.list({ filters, sort: "signal_id", limit: 100 });
        expect(listed.documents.map(({ signal_id }) => signal_id)).toEqual(expected);
        const found = await engine().signals.search({ text: "observed", vector: vectorAt(1), filters, depth: 100 });
        expect(ids(found.lexical).sort()).toEqual(expected);
        const withVector = new Set(SIGNALS.filter(({ vector }) => vector !== null).map(({ document }) => document.signal_id));
        expect(ids(found.semantic).sort()).toEqual(expected.filter((id) => withVector.has(id)));
      });
    });

    describe("lists", () => {
      const listed = async (sort: "newest" | "most_cited" | "paper_id", limit = 100) => {
        const { documents, total } = await engine().papers.list({ filters: {}, sort, limit });
        expect(total).toBe(PAPERS.length);
        return documents.map(({ paper_id }) => paper_id);
      };

      test("newest: by year, within it by day, unknown last, ties by id", async () => {
        const unknown = PAPERS.map(({ document }) => document).filter(({ year }) => year === null);
        expect(await listed("newest")).toEqual([
          "doi:title",
          "doi:full",
          "doi:index",
          "doi:abstract",
          "doi:naive",
          ...unknown.map(({ paper_id }) => paper_id).sort(),
        ]);
      });

      test("most cited first, unknown last, ties by id", async () => {
        const unknown = PAPERS.map(({ document }) => document).filter(({ citation_count }) => citation_count === null);
        expect(await listed("most_cited")).toEqual([
          "doi:full",
          "doi:index",
          "doi:title",
          ...unknown.map(({ paper_id }) => paper_id).sort(),
        ]);
      });

      test("by id", async () => {
        expect(await listed("paper_id")).toEqual(PAPERS.map(({ document }) => document.paper_id).sort());
      });

      test("no more than the limit, while the total stays", async () => {
        expect(await listed("most_cited", 2)).toEqual(["doi:full", "doi:index"]);
      });

      test("signals: newest first, ties by id", async () => {
        const { documents } = await engine().signals.list({ filters: {}, sort: "newest", limit: 4 });
        expect(documents.map(({ signal_id }) => signal_id)).toEqual(["sig:full", "sig:erratum", "sig:citation", "sig:code"]);
      });

      test("give whole documents", async () => {
        const { documents } = await engine().papers.list({ filters: { paper_ids: ["doi:full"] }, sort: "newest", limit: 1 });
        expect(documents).toEqual([FULL_PAPER]);
      });
    });

    describe("facets", () => {
      test("the most frequent values first, then by value", async () => {
        expect(await engine().papers.facets("categories", {}, 10)).toEqual([
          { value: "cs.CL", count: 2 },
          { value: "cs.IR", count: 2 },
          { value: "stat.ML", count: 1 },
        ]);
        expect(await engine().papers.facets("authors", {}, 1)).toEqual([{ value: "Zoë Straße", count: 2 }]);
      });

      test("years are text, papers without a year are not counted", async () => {
        expect(await engine().papers.facets("year", { year_to: 2020 }, 10)).toEqual([
          { value: "2018", count: 1 },
          { value: "2019", count: 1 },
          { value: "2020", count: 1 },
        ]);
      });

      test("with words, all of which the papers have", async () => {
        expect(await engine().papers.facets("year", { words: "fish oceans" }, 10)).toEqual([
          { value: "2019", count: 1 },
          { value: "2023", count: 1 },
        ]);
      });

      test("as they are spelled, among the documents that pass the filters", async () => {
        expect(await engine().papers.facets("venue", { has_code: true }, 10)).toEqual([
          { value: "ACL", count: 1 },
          { value: "Café Proceedings", count: 1 },
        ]);
      });

      test("of papers by the sources that state them, each source once a paper", async () => {
        const facets = await engine().papers.facets("source", {}, 10);
        const stating = await Promise.all(facets.map(({ value }) => engine().papers.count({ sources: [value] })));
        expect(facets.length).toBeGreaterThan(1);
        expect(facets.map(({ count }) => count)).toEqual(stating);
      });

      test("of papers by kinds of signals, code and retraction", async () => {
        const { papers } = engine();
        expect((await papers.facets("signal_kinds", {}, 50))[0]).toEqual({ value: "code", count: 2 });
        expect(await papers.facets("signal_kinds", {}, 50)).toHaveLength(SIGNAL_KINDS.length);
        expect((await papers.facets("has_code", {}, 5)).find(({ value }) => value === "true")).toEqual({
          value: "true",
          count: 2,
        });
        expect(await papers.facets("retracted", { paper_ids: ["doi:retracted"] }, 5)).toEqual([{ value: "true", count: 1 }]);
      });

      test("of all papers that have every word of a text, as many as the filter for them counts", async () => {
        const facets = await engine().papers.matchFacets({ text: "zebra", filters: {}, limit: 10 });
        expect(facets).toEqual({
          year: [
            { value: "2019", count: 1 },
            { value: "2023", count: 1 },
          ],
          venue: [{ value: "ACL", count: 1 }],
          categories: [{ value: "cs.IR", count: 1 }],
          signal_kinds: [{ value: "code", count: 1 }],
          has_code: [
            { value: "false", count: 2 },
            { value: "true", count: 1 },
          ],
          retracted: [{ value: "false", count: 3 }],
        });
        for (const text of ["common plankton", "how the zebras of Twin run", NASTY]) {
          const { retracted } = await engine().papers.matchFacets({ text, filters: {}, limit: 10 });
          expect(retracted.reduce((sum, { count }) => sum + count, 0)).toBe(await engine().papers.count({ words: text }));
        }
      });

      test("of what matches within filters, and by filters alone", async () => {
        const { papers } = engine();
        const within = await papers.matchFacets({ text: "common", filters: { words: "zebra", year_from: 2020 }, limit: 10 });
        expect(within.year).toEqual([{ value: "2023", count: 1 }]);
        const without = await papers.matchFacets({ text: "zebra", filters: { without: ["zebra fish"] }, limit: 10 });
        expect(without.retracted).toEqual([{ value: "false", count: 1 }]);
        const byFilters = await papers.matchFacets({ filters: { year_from: 2023 }, limit: 1 });
        expect(byFilters.venue).toEqual([{ value: "ACL", count: 1 }]);
        const all = await papers.matchFacets({ filters: {}, limit: 10 });
        expect(all.retracted.reduce((sum, { count }) => sum + count, 0)).toBe(PAPERS.length);
      });

      test.each(["", "...", "the of and", "wordthatnothinghas"])("of a text that matches nothing: none (%j)", async (text) => {
        const facets = await engine().papers.matchFacets({ text, filters: {}, limit: 10 });
        expect(Object.values(facets)).toEqual([[], [], [], [], [], []]);
      });

      test("of signals", async () => {
        expect(await engine().signals.facets("kind", { paper_ids: ["doi:full"] }, 10)).toEqual(
          [
            { value: "code", count: 1 },
            { value: "award", count: 1 },
            { value: "review", count: 1 },
          ].sort((a, b) => (a.value < b.value ? -1 : 1)),
        );
        expect(await engine().signals.facets("topics", {}, 1)).toEqual([{ value: "search", count: 2 }]);
        expect((await engine().signals.facets("source", {}, 10))[0]).toEqual({ value: "test", count: SIGNALS.length - 1 });
      });
    });

    describe("ids", () => {
      test("every alias leads to its paper, others nowhere", async () => {
        const keys = ["doi:full", "arxiv:2401.00001", "doi:absent", `doi:${NASTY}`];
        expect(await engine().papers.resolve(keys)).toEqual(
          new Map([
            ["doi:full", "doi:full"],
            ["arxiv:2401.00001", "doi:full"],
            [`doi:${NASTY}`, `doi:${NASTY}`],
          ]),
        );
      });

      test("holders names every paper that has one of the keys as a further alias", async () => {
        expect(await engine().papers.holders(["arxiv:2401.00001", "title:former", "doi:absent", NASTY])).toEqual(["doi:full"]);
        expect(await engine().papers.holders([])).toEqual([]);
      });

      test("papers are found by the key of their title, in the order of their ids", async () => {
        expect(await engine().papers.byTitle(titleKey("TWIN studies: common"), 10)).toEqual([
          "doi:twin-a",
          "doi:twin-b",
          "doi:twin-c",
        ]);
        expect(await engine().papers.byTitle(titleKey("Twin studies, common"), 2)).toEqual(["doi:twin-a", "doi:twin-b"]);
        expect(await engine().papers.byTitle("twin", 10)).toEqual([]);
      });

      test("papers are found by the beginning of their title, in whole words, in the order of their ids", async () => {
        const { papers } = engine();
        expect([...(await papers.titlesBeginning("twin studies", 2))]).toEqual([
          ["doi:twin-a", "Twin studies: common"],
          ["doi:twin-b", "Twin studies: common"],
        ]);
        expect((await papers.titlesBeginning("twin stud", 10)).size).toBe(0);
        expect((await papers.titlesBeginning("twin studies common", 10)).size).toBe(0);
        expect((await papers.titlesBeginning(`tw%' OR '1'='1`, 10)).size).toBe(0);
      });

      test("many titles are looked up at once, each as if it were the only one", async () => {
        const [twins, full] = [
          titleKey("Twin studies, common"),
          titleKey((await engine().papers.get(["doi:full"])).get("doi:full")!.title),
        ];
        expect(await engine().papers.byTitles([full, "twin", "o'none", twins], 2)).toEqual(
          new Map([
            [full, ["doi:full"]],
            [twins, ["doi:twin-a", "doi:twin-b"]],
          ]),
        );
      });

      test("signals are counted by paper and kind", async () => {
        expect(await engine().signals.countByPaper(["doi:full", "doi:title", "doi:absent"])).toEqual(
          new Map([
            ["doi:full", { code: 1, award: 1, review: 1 }],
            ["doi:title", { code: 1 }],
          ]),
        );
      });
    });
  });

  describe(`${name}: writing`, () => {
    const engine = opened(openEngine);

    beforeAll(() => engine().create(SMALL_SPACE));

    test("while a load runs, holders sees what was just written, of both papers that share an alias", async () => {
      const { papers } = engine();
      const shared = (id: string, ...others: string[]) => row(paper({ paper_id: id, aliases: [id, "arxiv:shared", ...others] }));
      expectAllIndexed(await papers.write([shared("doi:before")]));
      await engine().beginLoad("papers");
      expect((await papers.holders(["arxiv:shared"])).filter((id) => id !== "doi:before")).toEqual([]);
      expectAllIndexed(await papers.write([shared("doi:one"), shared("doi:two", "acl:two")]));
      expect((await papers.holders(["arxiv:shared", "arxiv:never"])).sort()).toEqual(["doi:before", "doi:one", "doi:two"]);
      expect(await papers.holders(["acl:two"])).toEqual(["doi:two"]);
      await engine().endLoad("papers");
      expect((await papers.holders(["arxiv:shared"])).sort()).toEqual(["doi:before", "doi:one", "doi:two"]);
      await papers.remove(["doi:before", "doi:one", "doi:two"]);
    });

    test("a paper and a signal with every field set come back as they were, before any refresh", async () => {
      expectAllIndexed(await engine().papers.write([row(FULL_PAPER, vectorAt(1))]));
      expectAllIndexed(await engine().signals.write([row(FULL_SIGNAL, vectorAt(1))]));
      expect((await engine().papers.get(["doi:full"])).get("doi:full")).toStrictEqual(FULL_PAPER);
      expect((await engine().signals.get(["sig:full"])).get("sig:full")).toStrictEqual(FULL_SIGNAL);
    });

    test("a paper and a signal with every nullable field null come back as they were", async () => {
      const barePaper = paper({ paper_id: "doi:bare" });
      const bareSignal = signal({ signal_id: "sig:bare", history: [{ observed_at: "2020-01-01", value: null }] });
      expectAllIndexed(await engine().papers.write([row(barePaper)]));
      expectAllIndexed(await engine().signals.write([row(bareSignal)]));
      expect((await engine().papers.get(["doi:bare"])).get("doi:bare")).toStrictEqual(barePaper);
      expect((await engine().signals.get(["sig:bare"])).get("sig:bare")).toStrictEqual(bareSignal);
    });

    test("long and odd text comes back as it was", async () => {
      const odd = paper({
        paper_id: "doi:odd",
        title: `𝛂 ${NASTY} `.trim(),
        abstract: "“Quotes”, emoji 🦓, עברית, 日本語 and a very long tail. ".repeat(400).trim(),
        authors: Array.from({ length: 3_000 }, (_, index) => `Author ${index}`),
      });
      expectAllIndexed(await engine().papers.write([row(odd)]));
      expect((await engine().papers.get(["doi:odd"])).get("doi:odd")).toStrictEqual(odd);
    });

    test("a later document replaces the earlier one, its vector too", async () => {
      await engine().papers.write([row(paper({ paper_id: "doi:twice", venue: "Old", year: 2001 }), vectorAt(1))]);
      expectAllIndexed(await engine().papers.write([row(paper({ paper_id: "doi:twice", title: "Quokka" }))]));
      await engine().papers.refresh();
      expect((await engine().papers.get(["doi:twice"])).get("doi:twice")).toEqual(
        paper({ paper_id: "doi:twice", title: "Quokka" }),
      );
      expect(await engine().papers.vectors(["doi:twice"])).toEqual(new Map());
      expect(await engine().papers.count({ paper_ids: ["doi:twice"] })).toBe(1);
      const found = await engine().papers.search({ text: "quokka", filters: {}, depth: 10 });
      expect(ids(found.lexical)).toEqual(["doi:twice"]);
    });

    test("writing the same rows again changes nothing", async () => {
      const rows = [row(paper({ paper_id: "doi:again" }), vectorAt(0.3))];
      expectAllIndexed(await engine().papers.write(rows));
      expectAllIndexed(await engine().papers.write(rows));
      await engine().papers.refresh();
      expect(await engine().papers.count({ paper_ids: ["doi:again"] })).toBe(1);
    });

    test("a refused row has its outcome, and the others of the batch pass", async () => {
      const outcomes = await engine().papers.write([
        row(paper({ paper_id: "doi:good-1" }), vectorAt(0.1)),
        row(paper({ paper_id: "doi:short" }), unitVector([1], 7)),
        row(paper({ paper_id: "doi:long" }), unitVector([1], 9)),
        row(paper({ paper_id: "doi:not-unit" }), new Float32Array(8).fill(1)),
        row(paper({ paper_id: "doi:zero" }), new Float32Array(8)),
        row(paper({ paper_id: "doi:not-finite" }), new Float32Array(8).fill(Number.NaN)),
        row(paper({ paper_id: "doi:too-many", citation_count: 3_000_000_000 })),
        row(paper({ paper_id: "doi:fraction", year: 2020.5 })),
        row(paper({ paper_id: "doi:good-2" })),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["indexed", ...Array.from({ length: 7 }, () => "refused"), "indexed"]);
      for (const outcome of outcomes) if (outcome.status === "refused") expect(outcome.reason).toMatch(/\S/u);
      const stored = await engine().papers.get([
        "doi:good-1",
        "doi:short",
        "doi:not-unit",
        "doi:too-many",
        "doi:fraction",
        "doi:good-2",
      ]);
      expect([...stored.keys()].sort()).toEqual(["doi:good-1", "doi:good-2"]);
    });

    test("concurrent writes all arrive", async () => {
      const batches = Array.from({ length: 12 }, (_, batch) =>
        Array.from({ length: 5 }, (_, index) => row(paper({ paper_id: `doi:many-${batch}-${index}` }), vectorAt(0.5))),
      );
      const outcomes = await Promise.all(batches.map((rows) => engine().papers.write(rows)));
      expectAllIndexed(outcomes.flat());
      await engine().papers.refresh();
      expect(await engine().papers.count({ paper_ids: batches.flat().map(({ document }) => document.paper_id) })).toBe(60);
    });

    test("fields come alone, as they are in the document", async () => {
      await engine().papers.write([row(FULL_PAPER), row(paper({ paper_id: "doi:bare", year: null, venue: null }))]);
      const names = ["year", "venue", "categories", "signal_counts", "has_code", "retracted"] as const;
      const found = await engine().papers.fields([FULL_PAPER.paper_id, "doi:bare", "doi:absent"], names);
      const whole = await engine().papers.get([FULL_PAPER.paper_id, "doi:bare"]);
      const picked = [...whole].map(([id, document]) => [id, Object.fromEntries(names.map((name) => [name, document[name]]))]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(picked));
      expect(found.get("doi:bare")).toEqual({ ...found.get("doi:bare"), year: null, venue: null });
    });

    test("vectors come back within float32", async () => {
      const vector = unitVector([0.1, -0.7, 1e-5, 0.333, 0.25, -0.125, 0.9, 0.01]);
      await engine().papers.write([row(paper({ paper_id: "doi:vector" }), vector), row(paper({ paper_id: "doi:none" }))]);
      await engine().papers.refresh();
      const vectors = await engine().papers.vectors(["doi:vector", "doi:none", "doi:absent"]);
      expect([...vectors.keys()]).toEqual(["doi:vector"]);
      const stored = vectors.get("doi:vector")!;
      expect(stored).toBeInstanceOf(Float32Array);
      for (const [index, component] of stored.entries()) expect(component).toBeCloseTo(vector[index]!, 6);
    });

    test("a vector may still be made while words are searched; without one in the end words are searched alone", async () => {
      const text = "graph";
      const vector = vectorAt(0.4);
      const { papers } = engine();
      const search = (made: Float32Array | Promise<Float32Array | null>, call?: Call) =>
        papers.search({ text, vector: made, filters: {}, depth: 10 }, call);
      expect(await search(sleep(20, vector))).toEqual(await search(vector));
      const alone = await papers.search({ text, filters: {}, depth: 10 });
      expect(await search(sleep(20, null))).toEqual(alone);
      const failing = sleep(20).then(() => {
        throw new TypeError("a defect of the embedder");
      });
      await expect(search(failing)).rejects.toThrow("a defect of the embedder");
      const late = sleep(300, vector);
      expect(await search(late, { timeoutMs: 200 })).toEqual(await search(vector));
    });

    test("fields come with the vector, null where there is none", async () => {
      const vector = vectorAt(0.4);
      const rows = [row(FULL_PAPER, vector), row(paper({ paper_id: "doi:bare", year: null }))];
      expectAllIndexed(await engine().papers.write(rows));
      await engine().papers.refresh();
      const found = await engine().papers.withVectors([FULL_PAPER.paper_id, "doi:bare", "doi:absent"], ["title", "year"]);
      expect([...found.keys()].toSorted()).toEqual([FULL_PAPER.paper_id, "doi:bare"].toSorted());
      expect(found.get(FULL_PAPER.paper_id)!.document).toEqual({ title: FULL_PAPER.title, year: FULL_PAPER.year });
      expect(found.get("doi:bare")).toEqual({ document: { title: rows[1]!.document.title, year: null }, vector: null });
      const stored = found.get(FULL_PAPER.paper_id)!.vector!;
      expect(stored).toBeInstanceOf(Float32Array);
      for (const [index, component] of stored.entries()) expect(component).toBeCloseTo(vector[index]!, 6);
      expect(await engine().papers.withVectors([], ["title"])).toEqual(new Map());
    });

    test("setCounts replaces the counts and nothing else", async () => {
      const before = paper({
        paper_id: "doi:counted",
        abstract: "Wombats count.",
        signal_counts: { award: 2, code: 1 },
        has_code: true,
        authors: ["A", "B"],
        sources: [{ name: "s", url: "https://example.org/", license: "CC0" }],
      });
      await engine().papers.write([row(before, vectorAt(0.7)), row({ ...before, paper_id: "doi:uncounted" }, vectorAt(0.7))]);
      await engine().papers.refresh();
      await engine().papers.setCounts(
        new Map([
          ["doi:counted", { review: 3 }],
          ["doi:absent", { code: 1 }],
        ]),
      );
      await engine().papers.refresh();
      const stored = await engine().papers.get(["doi:counted", "doi:uncounted", "doi:absent"]);
      expect(stored.get("doi:counted")).toStrictEqual({ ...before, has_code: false, signal_counts: { review: 3 } });
      expect(stored.get("doi:uncounted")).toStrictEqual({ ...before, paper_id: "doi:uncounted" });
      expect(stored.has("doi:absent")).toBe(false);
      const both = { paper_ids: ["doi:counted", "doi:uncounted"] };
      expect(await engine().papers.count({ ...both, signal_kinds: ["review"] })).toBe(1);
      expect(await engine().papers.count({ ...both, signal_kinds: ["award"] })).toBe(1);
      expect(await engine().papers.count({ ...both, has_code: true })).toBe(1);
      const found = await engine().papers.search({ text: "wombat", vector: vectorAt(0.7), filters: both, depth: 10 });
      expect(ids(found.lexical)).toEqual(["doi:counted", "doi:uncounted"]);
      expect(ids(found.semantic)).toEqual(["doi:counted", "doi:uncounted"]);

      await engine().papers.setCounts(new Map([["doi:counted", {}]]));
      expect((await engine().papers.get(["doi:counted"])).get("doi:counted")!.signal_counts).toEqual({});
      await engine().papers.setCounts(new Map([["doi:counted", { code: 2 }]]));
      expect((await engine().papers.get(["doi:counted"])).get("doi:counted")).toMatchObject({
        has_code: true,
        signal_counts: { code: 2 },
      });
    });

    test("setTopicIds replaces the topics of papers and signals and nothing else", async () => {
      const { papers, signals } = engine();
      const [placed, unplaced] = ["doi:placed", "doi:unplaced"].map((paper_id) => paper({ paper_id, abstract: "Axolotls." }));
      const about = signal({ signal_id: "sig:placed", statement: "An axolotl was seen." });
      await papers.write([{ ...row(placed!, vectorAt(0.6)), beside: { topic_id: "topic:old" } }, row(unplaced!, vectorAt(0.6))]);
      await signals.write([row(about, vectorAt(0.6))]);
      const ids = ["doi:placed", "doi:unplaced", "doi:absent"];
      expect(await papers.topicIds(ids)).toEqual(new Map([["doi:placed", "topic:old"]]));

      const topics = new Map(ids.map((id) => [id, `topic:${id.length}`]));
      await papers.setTopicIds(topics);
      await signals.setPaperTopicIds(
        new Map([
          ["sig:placed", ["topic:10", "topic:12"]],
          ["sig:absent", ["topic:10"]],
        ]),
      );
      expect(await papers.topicIds(ids)).toEqual(new Map([...topics].slice(0, 2)));
      await Promise.all([papers.refresh(), signals.refresh()]);
      expect([...(await papers.get(ids)).values()]).toStrictEqual([placed, unplaced]);
      expect([...(await signals.get(["sig:placed", "sig:absent"])).values()]).toStrictEqual([about]);
      const found = await papers.search({ text: "axolotl", vector: vectorAt(0.6), filters: { paper_ids: ids }, depth: 10 });
      expect([found.lexical!.hits.length, found.semantic!.hits.length]).toEqual([2, 2]);

      await papers.write([row(placed!, vectorAt(0.6))]);
      expect(await papers.topicIds(["doi:placed"])).toEqual(new Map());
    });

    test("what was removed is gone, and removing it again is no error", async () => {
      await engine().papers.write([
        row(paper({ paper_id: "doi:gone", title: "Okapi" }), vectorAt(0.9)),
        row(paper({ paper_id: NASTY })),
      ]);
      await engine().papers.refresh();
      await engine().papers.remove(["doi:gone", "doi:absent", NASTY]);
      await engine().papers.remove(["doi:gone"]);
      expect(await engine().papers.get(["doi:gone", NASTY])).toEqual(new Map());
      await engine().papers.refresh();
      expect(await engine().papers.count({ paper_ids: ["doi:gone", NASTY] })).toBe(0);
      const found = await engine().papers.search({ text: "okapi", vector: vectorAt(0.9), filters: {}, depth: 100 });
      expect(ids(found.lexical)).toEqual([]);
      expect(ids(found.semantic)).not.toContain("doi:gone");
    });

    test("status counts the documents", async () => {
      await engine().signals.refresh();
      const status = (await engine().status()).find(({ target }) => target === "signals")!;
      expect(status.documents).toBe(await engine().signals.count({}));
      expect(status.documents).toBeGreaterThan(0);
      expect(status.bytes === null || status.bytes > 0).toBe(true);
    });
  });

  describe(`${name}: loading`, () => {
    const engine = opened(openEngine);

    beforeAll(() => engine().create(SMALL_SPACE));

    test("a load that died in between leaves what it wrote searchable", async () => {
      await engine().papers.write([row(paper({ paper_id: "doi:before", title: "Aardvark" }), vectorAt(0.2))]);
      await engine().beginLoad("papers");
      await engine().papers.write([row(paper({ paper_id: "doi:during", title: "Aardvarks" }), vectorAt(0.9))]);
      await engine().papers.refresh();
      const found = await engine().papers.search({ text: "aardvark", vector: vectorAt(0.9), filters: {}, depth: 10 });
      expect(ids(found.lexical).sort()).toEqual(["doi:before", "doi:during"]);
      expect(ids(found.semantic)).toEqual(["doi:during", "doi:before"]);
    });

    test("endLoad makes everything visible, and both may be repeated", async () => {
      await engine().beginLoad("papers");
      await engine().beginLoad("papers");
      const rows = Array.from({ length: 300 }, (_, index) =>
        row(paper({ paper_id: `doi:load-${index}`, title: `Loaded pangolin ${index}` }), vectorAt(-index / 300)),
      );
      expectAllIndexed(await engine().papers.write(rows.slice(0, 150)));
      expectAllIndexed(await engine().papers.write(rows.slice(150)));
      await engine().endLoad("papers");
      await engine().endLoad("papers");
      expect(await engine().papers.count({})).toBe(302);
      const found = await engine().papers.search({ text: "pangolins", vector: vectorAt(0.9), filters: {}, depth: 1_000 });
      expect(found.lexical!.hits).toHaveLength(300);
      expect(found.semantic!.hits).toHaveLength(302);
      expect(ids(found.semantic)[0]).toBe("doi:during");
    });

    test("endLoad of an unfinished load makes everything visible, and the next one completes it", async () => {
      await engine().beginLoad("papers");
      expectAllIndexed(await engine().papers.write([row(paper({ paper_id: "doi:left", title: "Okapi" }), vectorAt(0.5))]));
      await engine().endLoad("papers", { unfinished: true });
      const found = async () => {
        const { lexical, semantic } = await engine().papers.search({
          text: "okapi",
          vector: vectorAt(0.5),
          filters: {},
          depth: 1,
        });
        return [ids(lexical), ids(semantic)];
      };
      expect(await found()).toEqual([["doi:left"], ["doi:left"]]);
      await engine().beginLoad("papers");
      await engine().endLoad("papers");
      expect(await found()).toEqual([["doi:left"], ["doi:left"]]);
      await engine().papers.remove(["doi:left"]);
      await engine().papers.refresh();
    });

    test("what is written after a load is found beside it, and replaced rows only in their new form", async () => {
      await engine().papers.write([
        row(paper({ paper_id: "doi:load-0", title: "Tapir" }), vectorAt(0.99)),
        row(paper({ paper_id: "doi:new", title: "Tapirs and pangolins" }), vectorAt(0.97)),
      ]);
      await engine().papers.refresh();
      const found = await engine().papers.search({ text: "pangolin", vector: vectorAt(1), filters: {}, depth: 1_000 });
      expect(found.lexical!.hits).toHaveLength(300);
      expect(ids(found.lexical)).toContain("doi:new");
      expect(ids(found.lexical)).not.toContain("doi:load-0");
      expect(ids(found.semantic).slice(0, 2)).toEqual(["doi:load-0", "doi:new"]);
      expect(found.semantic!.hits).toHaveLength(303);
    });
  });

  describe(`${name}: drop`, () => {
    const engine = opened(openEngine);

    test("removes all targets, and what is not there is no error", async () => {
      await engine().drop();
      await engine().create(SMALL_SPACE);
      await engine().papers.write([row(paper({ paper_id: "doi:1" }))]);
      await engine().drop();
      await engine().drop();
      expect((await engine().status()).map(({ generation }) => generation)).toEqual([null, null, null]);
      await expect(engine().papers.count({})).rejects.toMatchObject({ code: "index_missing" });
    });

    test("leaves room for an index of another space", async () => {
      const space = { model: "another@1", dimensions: 16 };
      await engine().create(space);
      expectAllIndexed(await engine().papers.write([row(paper({ paper_id: "doi:2" }), unitVector([1], 16))]));
      await engine().papers.refresh();
      expect(await engine().papers.count({})).toBe(1);
      expect((await engine().status()).map((one) => one.space)).toEqual([space, space, space]);
    });
  });

  describe(`${name}: counts of what matches follow what is written`, () => {
    const engine = opened(openEngine);

    beforeAll(() => engine().create(SMALL_SPACE));

    const counted = async () => {
      await engine().papers.refresh();
      return (await engine().papers.matchFacets({ text: "zebra", filters: {}, limit: 10 })).year;
    };

    test("added, replaced, packed, removed", async () => {
      const { papers } = engine();
      const zebra = (id: number, year: number) => row(paper({ paper_id: `doi:${id}`, title: `Zebra ${id}`, year }));
      await papers.write([zebra(1, 2001), zebra(2, 2002), row(paper({ paper_id: "doi:lion", title: "Lion", year: 2001 }))]);
      expect(await counted()).toEqual([
        { value: "2001", count: 1 },
        { value: "2002", count: 1 },
      ]);
      await papers.write([zebra(3, 2002), zebra(1, 2002)]);
      expect(await counted()).toEqual([{ value: "2002", count: 3 }]);
      await papers.setCounts(new Map([["doi:2", { code: 1 }]]));
      await engine().endLoad("papers");
      expect(await counted()).toEqual([{ value: "2002", count: 3 }]);
      expect((await papers.matchFacets({ text: "zebra", filters: { signal_kinds: ["code"] }, limit: 10 })).has_code).toEqual([
        { value: "true", count: 1 },
      ]);
      await papers.remove(["doi:2"]);
      expect(await counted()).toEqual([{ value: "2002", count: 2 }]);
    });
  });

  describe(`${name}: aborting`, () => {
    const engine = opened(openEngine);

    beforeAll(() => engine().create(SMALL_SPACE));

    test.each<[string, (engine: Engine, call: Call) => Promise<unknown>]>([
      ["version", (engine, call) => engine.version(call)],
      ["status", (engine, call) => engine.status(call)],
      ["create", (engine, call) => engine.create(SMALL_SPACE, call)],
      ["search", ({ papers }, call) => papers.search({ text: "x", vector: vectorAt(1), filters: {}, depth: 10 }, call)],
      ["list", ({ papers }, call) => papers.list({ filters: {}, sort: "newest", limit: 10 }, call)],
      ["get", ({ papers }, call) => papers.get(["doi:1"], call)],
      ["vectors", ({ papers }, call) => papers.vectors(["doi:1"], call)],
      ["fields", ({ papers }, call) => papers.fields(["doi:1"], ["title"], call)],
      ["withVectors", ({ papers }, call) => papers.withVectors(["doi:1"], ["title"], call)],
      ["count", ({ papers }, call) => papers.count({}, call)],
      ["facets", ({ papers }, call) => papers.facets("year", {}, 10, call)],
      ["matchFacets", ({ papers }, call) => papers.matchFacets({ text: "x", filters: {}, limit: 10 }, call)],
      ["resolve", ({ papers }, call) => papers.resolve(["doi:1"], call)],
      ["byTitle", ({ papers }, call) => papers.byTitle("x", 1, call)],
      ["titlesBeginning", ({ papers }, call) => papers.titlesBeginning("x", 1, call)],
      ["byTitles", ({ papers }, call) => papers.byTitles(["x"], 1, call)],
      ["countByPaper", ({ signals }, call) => signals.countByPaper(["doi:1"], call)],
      ["write", ({ papers }, call) => papers.write([row(paper({ paper_id: "doi:aborted" }))], call)],
      ["remove", ({ papers }, call) => papers.remove(["doi:1"], call)],
      ["setCounts", ({ papers }, call) => papers.setCounts(new Map([["doi:1", {}]]), call)],
      ["topicIds", ({ papers }, call) => papers.topicIds(["doi:1"], call)],
      ["setTopicIds", ({ papers }, call) => papers.setTopicIds(new Map([["doi:1", "topic:1"]]), call)],
      ["setPaperTopicIds", ({ signals }, call) => signals.setPaperTopicIds(new Map([["sig:1", []]]), call)],
      ["refresh", ({ papers }, call) => papers.refresh(call)],
      ["drop", (engine, call) => engine.drop(call)],
      ["beginLoad", (engine, call) => engine.beginLoad("papers", call)],
      ["endLoad", (engine, call) => engine.endLoad("papers", call)],
    ])("%s rejects with the reason of its signal", async (_, start) => {
      const reason = new Error("the caller went away");
      await expect(start(engine(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test("an aborted write wrote nothing", async () => {
      expect(await engine().papers.get(["doi:aborted"])).toEqual(new Map());
    });
  });
}

/** An engine for the tests of one `describe`. */
function opened(openEngine: OpenEngine): () => Engine {
  let current: Awaited<ReturnType<OpenEngine>> | undefined;
  beforeAll(async () => {
    current = await openEngine();
  });
  afterAll(() => current?.dispose());
  return () => current!.engine;
}

function ids(list: { hits: { id: string }[] } | null): string[] {
  if (list === null) throw new Error("a leg that was asked for is missing");
  return list.hits.map(({ id }) => id);
}

function expectAllIndexed(outcomes: WriteOutcome[]): void {
  expect(outcomes.filter(({ status }) => status !== "indexed")).toEqual([]);
}
