import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askTypedQueries } from "../../bench/typed-queries.ts";
import { askCanvas } from "../../src/answers/answer.ts";
import { fieldText } from "../../src/citations/book.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import type { CanvasRun } from "../../src/answers/run.ts";
import type { CanvasAnswer } from "../../src/answers/schema.ts";
import { contentHash } from "../../src/documents/hash.ts";
import { PublicError } from "../../src/errors.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers, type PaperSearchRequest } from "../../src/retrieval/retrieve.ts";
import { searchSignals } from "../../src/retrieval/search-signals.ts";
import { inspectSignal } from "../../src/retrieval/views.ts";
import { loadSample } from "../support/sample-library.ts";
import type { CanvasRequest } from "../../src/answers/request.ts";

const QUESTIONS = [
  "When does dense retrieval fail compared with BM25, and what helps?",
  "Is long context better than retrieval-augmented generation?",
  "How can hallucination be detected?",
  "Does late interaction improve passage ranking?",
  "How is attribution of generated answers evaluated?",
];
const FOREIGN = ["best pizza recipe in Naples", "How do I change the oil of a tractor?", "asdf qwer zxcv"];

/** What searching and answering promise over the bundled sample, whichever engine holds it. `open` gives an empty library. */
export function answersContract(name: string, open: () => Promise<Library & AsyncDisposable>): void {
  describe(`${name}: answers over the sample`, () => {
    let library: Library & AsyncDisposable;

    beforeAll(async () => {
      library = await open();
      await loadSample(library);
    }, 120_000);
    afterAll(async () => {
      await library.engine.drop();
      await library[Symbol.asyncDispose]();
    });

    const ask = (query: string, more: Partial<CanvasRequest> = {}) =>
      askCanvas(library, { query, mode: "corpus", time_scope: "all", match_count: 8, account: "test", ...more });
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

    it.each(QUESTIONS)(
      "%s is answered, every sentence with a citation and every quote verbatim at its offsets",
      async (question) => {
        const canvas = await ask(question);
        expect(canvas.answer.state).toBe("answered");
        expect(canvas.answer.sentences.length).toBeGreaterThanOrEqual(2);
        await expectSound(library, canvas);
      },
    );

    it.each(FOREIGN)("%s gets no_evidence: no sentence, no citation, a reason and the nearest matches", async (question) => {
      const canvas = await ask(question);
      expect(canvas.answer).toMatchObject({ state: "no_evidence", sentences: [] });
      expect(canvas.answer.reason).not.toBe("");
      expect(canvas.citations).toEqual([]);
      expect(canvas.nearest_matches.length).toBeGreaterThan(0);
      expect(canvas.judgment.verdict).toBe("insufficient_evidence");
    });

    it("a search tells how many papers are relevant, and counts apart what only shares words", async () => {
      const foreign = await search("lattice quantum chromodynamics pasta recipe");
      expect(foreign.total).toEqual({ value: 0, relation: "eq" });
      expect(foreign.weak_matches).toBeGreaterThan(100);
      expect(foreign.papers.every((found) => found.weak_match)).toBe(true);
      const own = await search("dense retrieval");
      expect(own.total.value).toBeGreaterThan(20);
      expect(own.total.value + own.weak_matches!).toBe(foreign.weak_matches);
      expect(own.papers.some((found) => found.weak_match)).toBe(false);
    });

    it("of fifty queries as people type them at least forty-six have the wanted paper first", async () => {
      const missed = (await askTypedQueries(library)).filter(({ isFirst }) => !isFirst);
      expect(missed.map(({ query, first }) => `${query} → ${first}`).slice(4)).toEqual([]);
    });

    it.each([
      [
        "Who won at ACL 2024?",
        4,
        [
          "Outstanding Paper Award, ACL 2024: Don’t Hallucinate, Abstain",
          "Outstanding Paper Award, ACL 2024: L-Eval",
          "SAC Award: Information Retrieval and Text Mining, ACL 2024: Spiral of Silence",
          "SAC Award: Question Answering, ACL 2024: Don’t Hallucinate, Abstain",
        ],
      ],
      [
        "Best papers of EACL 2021",
        1,
        ["Best Short Paper, EACL 2021: Question and Answer Test-Train Overlap in Open-Domain Question Answering Datasets"],
      ],
      ["Which papers have been retracted?", 1, [null]],
      [
        "How many papers were rejected at ICLR 2023?",
        3,
        ["Rejected at ICLR 2023", "Rejected at ICLR 2023", "Rejected at ICLR 2023"],
      ],
      ["Rejected papers on multi-vector retrieval at ICLR 2023", 1, ["Rejected at ICLR 2023"]],
      ["How many papers appeared at ACL 2023?", 11, ["11"]],
      ["How many papers on hallucination were published per year?", 14, ["1", "4", "9"]],
      ['Where was "Dense Passage Retrieval for Open-Domain Question Answering" published?', 1, ["EMNLP 2020"]],
    ])("%s is answered from records: %i in all", async (question, total, values) => {
      const canvas = await ask(question);
      expect(canvas.records).toMatchObject({ total });
      expect(canvas.records!.rows.map(({ value }) => value)).toEqual(values);
      expect(canvas.answer.state).toBe("answered");
      expect(canvas.answer.sentences.flatMap(({ flags }) => flags)).toEqual([]);
      for (const row of canvas.records!.rows) expect(row.citations.length).toBeGreaterThan(0);
      await expectSound(library, canvas);
    });

    it.each([
      ["Who won at CHI 2020?", "The library has no papers at CHI in 2020, and no awards for such papers."],
      ["Which papers on query rewriting won an award?", "The library has 4 papers on “query rewriting”, but no awards for them."],
      ["Who cites ColBERT?", "The library records how often papers are cited, not which papers cite them."],
    ])("%s gets no_evidence, no sentence, and what the library does not hold", async (question, reason) => {
      const canvas = await ask(question);
      expect(canvas.answer).toMatchObject({ state: "no_evidence", sentences: [], reason });
      expect(canvas.records).toMatchObject({ rows: [], total: 0 });
    });

    it("the same question on the same index gets the same answer", async () => {
      const [first, second] = [await ask(QUESTIONS[0]!), await ask(QUESTIONS[0]!)];
      expect({ ...second, run_id: "" }).toEqual({ ...first, run_id: "" });
    });

    it("in paper mode the paper itself is quoted first", async () => {
      const canvas = await ask("What does it find about BM25?", {
        mode: "paper",
        paper_id: "https://aclanthology.org/2020.emnlp-main.550/",
      });
      expect(canvas.citations[0]).toMatchObject({
        title: "Dense Passage Retrieval for Open-Domain Question Answering",
        field: "abstract",
      });
      await expectSound(library, canvas);
    });

    it("a time scope keeps other years out, and a source context everything but its papers", async () => {
      const scoped = await ask(QUESTIONS[0]!, { time_scope: { from: "2023-01-01" } });
      const years = scoped.citations.filter((citation) => citation.kind === "paper").map((citation) => citation.year);
      expect(years.every((year) => year !== null && year >= 2023)).toBe(true);
      const narrowed = await ask(QUESTIONS[2]!, { source_context: scoped.source_context });
      expect(scoped.source_context.paper_ids).toEqual(expect.arrayContaining(narrowed.source_context.paper_ids));
    });

    it("the run is kept as it was answered", async () => {
      const canvas = await ask(QUESTIONS[1]!);
      const run = await library.records.get<CanvasRun>("run", canvas.run_id);
      expect(run?.value).toMatchObject({ account: "test", request: { query: QUESTIONS[1] }, answer: { run_id: canvas.run_id } });
      expect(contentHash(run?.value.answer)).toBe(contentHash(canvas));
    });

    it("an unknown paper is refused by name", async () => {
      await expect(ask("What?", { mode: "paper", paper_id: "arxiv:9901.00001" })).rejects.toMatchObject({
        code: "not_found",
        field: "paper_id",
      });
      await expect(getPaper(library, { paper_id: "nothing like an id" })).rejects.toBeInstanceOf(PublicError);
    });

    it.each([
      ["10.18653/v1/2020.emnlp-main.550"],
      ["https://aclanthology.org/2020.emnlp-main.550.pdf"],
      ["2020.emnlp-main.550"],
      ["Dense passage retrieval for open domain question answering"],
    ])("the query %s puts that very paper first", async (query) => {
      const { papers } = await search(query);
      expect(papers[0]!.title).toBe("Dense Passage Retrieval for Open-Domain Question Answering");
    });

    it("pages walk the window once, without repetition, to its end", async () => {
      const first = await search("dense retrieval", { limit: 50 });
      const ids: string[] = first.papers.map((paper) => paper.paper_id);
      let cursor = first.next_cursor;
      while (cursor) {
        const page = await search("dense retrieval", { limit: 50, cursor });
        ids.push(...page.papers.map((paper) => paper.paper_id));
        cursor = page.next_cursor;
      }
      expect(ids).toHaveLength(first.total.value + first.weak_matches!);
      expect(new Set(ids).size).toBe(ids.length);
      await expect(search("another query", { cursor: first.next_cursor })).rejects.toMatchObject({ code: "bad_cursor" });
      await expect(search("dense retrieval", { limit: 50, cursor: `${first.next_cursor}x` })).rejects.toMatchObject({
        code: "bad_cursor",
      });
    });

    it("filters hold, sorts order, facets count what matches", async () => {
      const filtered = await search("retrieval", { filters: { year_from: 2023, venues: ["acl"] }, limit: 50, facets: true });
      expect(filtered.papers.length).toBeGreaterThan(0);
      expect(filtered.papers.every((paper) => paper.venue === "ACL" && (paper.year ?? 0) >= 2023)).toBe(true);
      const { lexical } = await library.engine.papers.search({
        text: "retrieval",
        filters: filtered.applied_filters,
        depth: 1_000,
      });
      // Where more are relevant than have the word, those are counted.
      const count = Math.max(lexical!.total.value, filtered.total.value);
      expect(filtered.facets?.venue).toEqual([{ value: "ACL", count }]);
      const newest = await search("retrieval", { sort: "newest", limit: 50 });
      const years = newest.papers.map((paper) => paper.year ?? 0);
      expect(years).toEqual(years.toSorted((a, b) => b - a));
    });

    it("a paper without an abstract is found by its title and marked", async () => {
      const listed = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 1_000 });
      const blind = listed.documents.find((paper) => paper.abstract === null)!;
      const { papers } = await search(blind.title);
      expect(papers[0]).toMatchObject({ paper_id: blind.paper_id, has_abstract: false, snippet: { field: "title" } });
    });

    it("signals are found by words and by paper, and shown with their papers", async () => {
      const found = await searchSignals(library, { query: "code of dense passage retrieval", kinds: ["code"], limit: 5 });
      expect(found.signals[0]).toMatchObject({ kind: "code", title: expect.stringContaining("DPR") });
      const view = await inspectSignal(library, { signal_id: found.signals[0]!.signal_id });
      expect(view.papers[0]!.title).toBe("Dense Passage Retrieval for Open-Domain Question Answering");
      const about = await searchSignals(library, { paper_id: view.papers[0]!.paper_id, limit: 50 });
      expect(about.signals.map((signal) => signal.signal_id)).toContain(view.signal.signal_id);
    });

    it("a paper's counts are those of its signals", async () => {
      const view = await getPaper(library, { paper_id: "2020.emnlp-main.550" });
      const counts = Object.entries(view.paper.signal_counts);
      expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(view.total_signals);
      expect(view.paper.has_code).toBe(true);
    });
  });
}

async function expectSound(library: Library, canvas: CanvasAnswer): Promise<void> {
  const numbers = new Set(canvas.citations.map((citation) => citation.number));
  const used = [
    ...canvas.answer.sentences,
    ...(canvas.records?.rows ?? []),
    ...canvas.judgment.dimensions,
    ...canvas.opportunities,
    ...canvas.counter_evidence,
  ].flatMap((item) => item.citations);
  expect([...numbers].sort((a, b) => a - b)).toEqual([...new Set(used)].sort((a, b) => a - b));
  for (const sentence of canvas.answer.sentences) expect(sentence.citations.length).toBeGreaterThan(0);
  for (const { kind, id, field, quote, start, end } of canvas.citations) {
    const document =
      kind === "paper"
        ? (await getPaper(library, { paper_id: id })).paper
        : (await inspectSignal(library, { signal_id: id })).signal;
    expect(fieldText(document, field)?.slice(start, end)).toBe(quote);
  }
}
