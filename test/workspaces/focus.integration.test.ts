import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCanvas } from "../../src/answers/answer.ts";
import { fieldText } from "../../src/citations/book.ts";
import { addItems } from "../../src/workspaces/items.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* Questions within a workspace over the bundled sample, with the bundled embedder: what is saved comes first, the thesis steers. */

const QUESTION = "How does dense retrieval compare with BM25 on new domains?";

let library: Awaited<ReturnType<typeof openTestLibrary>>;

beforeAll(async () => {
  library = await openTestLibrary();
  await loadSample(library);
}, 60_000);
afterAll(() => library[Symbol.asyncDispose]());

const corpus = (query: string) =>
  askCanvas(library, { query, mode: "corpus", time_scope: "all", match_count: 8, account: "local" });

describe("a question in mode workspace", () => {
  it("reads the saved papers that bear on it first, and says how many", async () => {
    const plain = await corpus(QUESTION);
    const saved = plain.source_context.paper_ids.slice(-2);
    const { workspace_id, version } = await workspaceWith(
      library,
      saved.map((id) => ({ kind: "paper", id }) as const),
    );
    const canvas = await askWithin(library, workspace_id, QUESTION);
    expect(canvas.source_context.paper_ids.slice(0, 2).sort()).toEqual(saved.toSorted());
    expect(canvas.source_context).toMatchObject({ mode: "workspace" });
    expect(canvas.bounded_by).toMatchObject({ workspace_id, version, thesis: null, signal_ids: [] });
    expect(canvas.bounded_by!.paper_ids.toSorted()).toEqual(saved.toSorted());
    expect(canvas.answer.reason).toContain("2 of its 2 papers, read first");
    expect(canvas.answer.state).toBe("answered");
  });

  it("keeps every quote at its place, as in any other mode", async () => {
    const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: "2020.emnlp-main.550" }], {
      thesis: "Typos break dense retrievers.",
    });
    const canvas = await askWithin(library, workspace_id, QUESTION);
    expect(canvas.citations.length).toBeGreaterThan(0);
    for (const { kind, id, field, quote, start, end } of canvas.citations) {
      const found = kind === "paper" ? await library.engine.papers.get([id]) : await library.engine.signals.get([id]);
      expect(fieldText(found.get(id), field)?.slice(start, end)).toBe(quote);
    }
  });

  it("is steered by the thesis: other papers are read than without it", async () => {
    const { workspace_id } = await workspaceWith(library, [], {
      thesis: "Languages other than English need multilingual retrieval.",
    });
    const question = "What makes retrieval robust?";
    const [steered, plain] = [await askWithin(library, workspace_id, question), await corpus(question)];
    expect(steered.source_context.paper_ids).not.toEqual(plain.source_context.paper_ids);
    const papers = await library.engine.papers.get(steered.source_context.paper_ids);
    const without = await library.engine.papers.get(plain.source_context.paper_ids);
    const about = (documents: typeof papers) =>
      [...documents.values()].filter(({ title, abstract }) =>
        /multilingual|cross-lingual|languages/iu.test(`${title} ${abstract}`),
      ).length;
    expect(about(papers)).toBeGreaterThan(about(without));
  });

  it.each(["best pizza recipe in Naples", "How do I change the oil of a tractor?"])(
    "that nothing bears on gets no_evidence, however near the thesis and what is saved: %s",
    async (question) => {
      const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: "2020.emnlp-main.550" }], {
        thesis: "Dense retrieval beats BM25 on open-domain question answering.",
      });
      const canvas = await askWithin(library, workspace_id, question);
      expect(canvas.answer).toMatchObject({ state: "no_evidence", sentences: [] });
      expect(canvas.citations).toEqual([]);
    },
  );

  it("gives way to the library where nothing that is saved bears on it", async () => {
    const { documents } = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 200 });
    const question = "How can hallucination be detected?";
    const near = new Set((await corpus(question)).source_context.paper_ids);
    const far = documents.filter(({ title, paper_id: id }) => !near.has(id) && /entity|passage/iu.test(title)).slice(0, 5);
    const { workspace_id } = await workspaceWith(
      library,
      far.map(({ paper_id: id }) => ({ kind: "paper", id }) as const),
    );
    const canvas = await askWithin(library, workspace_id, question);
    expect(canvas.answer.state).toBe("answered");
    expect(canvas.source_context.paper_ids.some((id) => near.has(id))).toBe(true);
  });

  it("brings the papers that a saved signal is about, and the signal before others", async () => {
    const { documents } = await library.engine.signals.list({ filters: { kinds: ["code"] }, sort: "signal_id", limit: 100 });
    const code = documents.find((item) => item.title.includes("DPR"))!;
    const { workspace_id } = await workspaceWith(library, [{ kind: "signal", id: code.signal_id }]);
    const canvas = await askWithin(library, workspace_id, QUESTION);
    expect(canvas.source_context.paper_ids[0]).toBe(code.paper_ids[0]);
    expect(canvas.source_context.signal_ids[0]).toBe(code.signal_id);
    expect(canvas.bounded_by!.signal_ids).toEqual([code.signal_id]);
    expect(canvas.answer.reason).toContain("1 of its 1 signals");
  });

  it("keeps to the years and to the source_context that it is given", async () => {
    const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: "2020.emnlp-main.550" }]);
    const { focusOf } = await import("../../src/workspaces/focus.ts");
    const focus = await focusOf(library, { records: library.records, account: "local" }, workspace_id);
    const request = { query: QUESTION, mode: "workspace", focus, match_count: 8, account: "local" } as const;
    const late = await askCanvas(library, { ...request, time_scope: { from: "2023-01-01" } });
    expect(late.source_context.paper_ids).not.toContain("doi:10.18653/v1/2020.emnlp-main.550");
    const narrowed = await askCanvas(library, { ...request, time_scope: "all", source_context: late.source_context });
    expect(late.source_context.paper_ids).toEqual(expect.arrayContaining(narrowed.source_context.paper_ids));
  });

  it("of the same workspace gets the same answer again", async () => {
    const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: "2020.emnlp-main.550" }], {
      thesis: "Dense beats sparse.",
    });
    const [first, second] = [await askWithin(library, workspace_id, QUESTION), await askWithin(library, workspace_id, QUESTION)];
    expect({ ...second, run_id: "" }).toEqual({ ...first, run_id: "" });
  });

  it("keeps the thesis and version that it was asked within, whatever becomes of the workspace", async () => {
    const owned = { records: library.records, account: "local" };
    const before = await workspaceWith(library, [], { thesis: "Before." });
    const { run_id } = await askWithin(library, before.workspace_id, QUESTION);
    await addItems(library, owned, { workspace_id: before.workspace_id, items: [{ kind: "note", note: "later" }] });
    const run = await library.records.get<{ answer: { bounded_by: object } }>("run", run_id);
    expect(run!.value.answer.bounded_by).toMatchObject({ thesis: "Before.", version: before.version });
  });
});
