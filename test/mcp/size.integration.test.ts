import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import { EXPORT_FORMATS } from "../../src/workspaces/export-formats.ts";
import { addItems } from "../../src/workspaces/items.ts";
import { createWorkspace, getWorkspace } from "../../src/workspaces/store.ts";
import { LIMITS } from "../../src/workspaces/workspace.ts";
import type { Paper } from "../../src/documents/paper.ts";
import type { Signal } from "../../src/documents/signal.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* Answers over records as large as ingest takes them, in a script whose characters take three bytes each. */

const MAX_BYTES = 100_000;
const PAPERS = 50;
const SIGNALS = 60;

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;

const paperId = (index: number) => `doi:10.1000/${index}-${"x".repeat(300)}`;
const signalId = (index: number) => `sig:${String(index).padStart(32, "0")}`;
const long = (word: string, length: number) => `${word} ${"検索 ".repeat(length)}`.slice(0, length);
/** Sentences of some 40 words. */
const prose = (length: number) =>
  `${"検索の結果 ".repeat(39)}検索. `
    .repeat(Math.ceil(length / 240))
    .slice(0, length)
    .trim();

function hugePaper(index: number): Paper {
  return paper({
    paper_id: paperId(index),
    title: long(`retrieval ${index}`, 2_000).trim(),
    abstract: `retrieval ${prose(19_900)}`,
    authors: Array.from({ length: 2_000 }, (_, author) => `著者 ${author} ${"名".repeat(60)}`),
    year: 2020,
    venue: long("venue", 500).trim(),
    categories: Array.from({ length: 100 }, (_, category) => `${category} ${"分".repeat(190)}`),
    keywords: Array.from({ length: 200 }, (_, keyword) => `${keyword} ${"語".repeat(290)}`),
    aliases: [paperId(index), ...Array.from({ length: 100 }, (_, alias) => `doi:10.1000/a${index}-${alias}-${"x".repeat(300)}`)],
    url: `https://example.org/${"u".repeat(1_900)}`,
    pdf_url: `https://example.org/${"p".repeat(1_900)}`,
    retracted: index % 10 === 9,
  });
}

function hugeSignal(index: number): Signal {
  return signal({
    signal_id: signalId(index),
    kind: "review",
    title: long(`review ${index}`, 1_000).trim(),
    statement: `review ${prose(4_900)}`,
    polarity: index % 2 === 0 ? "supports" : "against",
    paper_ids: Array.from({ length: PAPERS }, (_, paper) => paperId(paper)),
    topics: Array.from({ length: 100 }, (_, topic) => `${topic} ${"題".repeat(290)}`),
    source: { name: long("source", 200).trim(), url: `https://example.org/${"s".repeat(1_900)}`, license: null },
    history: Array.from({ length: 3_000 }, (_, day) => ({ observed_at: "2020-01-01", value: day })),
  });
}

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine, embedder } = library;
  await engine.create(embedder.space);
  const vector = await embedder.embedQuery("retrieval");
  await engine.papers.write(Array.from({ length: PAPERS }, (_, index) => row(hugePaper(index), vector)));
  await engine.signals.write(Array.from({ length: SIGNALS }, (_, index) => row(hugeSignal(index), vector)));
  for (const target of ["papers", "signals"] as const) await engine.endLoad(target);
  await buildTopics(library, { topics: 2 });
  server = await startTestServer(library);
  key = await server.key([...SCOPES]);
  await fillWorkspaces();
}, 60_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

/** As many workspaces as an account may have; one of them as large as one may be, with answers over the largest records. */
async function fillWorkspaces(): Promise<void> {
  const { records } = library;
  const account = "local";
  const text = (length: number) => prose(length).slice(0, length);
  for (let index = 5; index < LIMITS.workspaces; index += 1) {
    const made = { name: `${index} ${text(LIMITS.name - 5)}`, thesis: text(LIMITS.thesis) };
    await createWorkspace({ records, account }, made);
  }
  const { workspace_id } = await workspaceWith(library, [], { name: text(LIMITS.name), thesis: text(LIMITS.thesis) });
  const papers = Array.from(
    { length: PAPERS },
    (_, index) => ({ kind: "paper", id: paperId(index), note: text(LIMITS.note) }) as const,
  );
  const signals = Array.from({ length: SIGNALS }, (_, index) => ({ kind: "signal", id: signalId(index) }) as const);
  const notes = Array.from({ length: 90 }, (_, index) => ({ kind: "note", note: `${index} ${text(LIMITS.note - 5)}` }) as const);
  await addItems(library, { records, account }, { workspace_id, items: [...papers, ...signals, ...notes] });
  for (let index = 0; index < 2; index += 1) {
    const { run_id } = await askWithin(library, workspace_id, `検索の結果 retrieval review ${index} ${text(1_900)}`);
    large.run_id = run_id;
  }
  large.workspace_id = workspace_id;
}

const large = { workspace_id: "", run_id: "" };
const ofLarge = async () => {
  const { workspace_id, version } = await getWorkspace({ records: library.records, account: "local" }, large.workspace_id);
  return { workspace_id, expected_version: version };
};

type Args = Record<string, unknown>;
const CALLS: [string, Args | (() => Promise<Args>)][] = [
  ["search_papers", { query: "retrieval", limit: 50, detail: "full", facets: true }],
  ["search_papers", { query: "retrieval", limit: 50, facets: true }],
  ["get_paper", { paper_id: paperId(0) }],
  ["get_paper", { paper_id: paperId(0), chart: true, related: 50 }],
  ["read_paper", { paper_id: paperId(0), max_chars: 40_000 }],
  ["search_signal_canvas", { query: "検索の結果 retrieval review", match_count: 30, detail: "full" }],
  ["search_signal_canvas", { query: "検索の結果 retrieval review", match_count: 30 }],
  ["search_signals", { query: "review", limit: 50 }],
  ["search_signals", { signal_id: signalId(1) }],
  ["get_topics", { topic: "retrieval review" }],
  ["get_topics", { topic: "retrieval review", chart: true }],
  ["get_topics", { limit: 50 }],
  [
    "check_answer",
    { citations: Array.from({ length: 50 }, (_, index) => ({ id: paperId(index), quote: `${prose(1_400)} ${index}` })) },
  ],
  ["check_answer", { text: "検索の結果 [1]. ".repeat(1_600) }],
  [
    "check_answer",
    async () => ({ text: `${prose(60).trim()} [1]. “${prose(30).trim()}” [9]. `.repeat(170), run_id: large.run_id }),
  ],
  [
    "check_references",
    {
      text: Array.from(
        { length: 300 },
        (_, index) =>
          `@misc{${"k".repeat(200)}${index}, author = {Lovelace, Ada}, year = {1999}, doi = {${paperId(index % 10)}}}`,
      ).join("\n"),
    },
  ],
  ["get_workspaces", {}],
  ["get_workspaces", async () => ({ workspace_id: large.workspace_id })],
  ...EXPORT_FORMATS.map((format): [string, () => Promise<Args>] => [
    "get_workspaces",
    async () => ({ workspace_id: large.workspace_id, format }),
  ]),
  ["get_workspaces", async () => ({ workspace_id: large.workspace_id, format: "markdown", part: 2 })],
  ["get_runs", { limit: 50 }],
  ["get_runs", async () => ({ run_id: large.run_id })],
  ["get_workspaces", async () => ({ workspace_id: large.workspace_id, since: "2020" })],
  ["save_workspace", { name: prose(200).slice(0, LIMITS.name), thesis: prose(1_000).slice(0, LIMITS.thesis) }],
  ["save_workspace", async () => ({ ...(await ofLarge()), thesis: `B ${prose(900)}` })],
  ["save_workspace", async () => ({ workspace_id: large.workspace_id, items: [{ kind: "note", note: prose(900) }] })],
  ["remove_from_workspace", async () => ({ workspace_id: large.workspace_id, items: [{ kind: "note", note: prose(900) }] })],
  ["remove_from_workspace", async () => ({ ...(await ofLarge()), delete_workspace: true })],
  ["whoami", {}],
];

describe("an answer", () => {
  it("is tried here for every tool", () => {
    expect(new Set(CALLS.map(([name]) => name)), "add a call of each new tool to CALLS above").toEqual(
      new Set(REGISTRY.tools.map((tool) => tool.name)),
    );
  });

  it.each(CALLS.map(([name, args]) => [name, JSON.stringify(args)?.slice(0, 80) ?? "as large as can be", args] as const))(
    "of %s %s stays under 100 kB, and says what was cut and how to get it",
    { timeout: 60_000 },
    async (name, _shown, given) => {
      const args = typeof given === "function" ? await given() : given;
      const answer = await post(server.url, legacyBody("tools/call", { name, arguments: args }), { key });
      expect(Buffer.byteLength(answer.text)).toBeLessThan(MAX_BYTES);
      const { isError, structuredContent, content } = answer.json.result;
      expect(isError, content[0].text).toBeFalsy();
      expect(content[0].text.length).toBeGreaterThan(name === "whoami" ? 100 : 300);
      for (const { part, shown, of, how } of structuredContent.shortened ?? []) {
        expect(shown).toBeLessThan(of);
        expect(how.length).toBeGreaterThan(10);
        expect(content[0].text).toContain(part.replaceAll("[", "\\[").replaceAll("]", "\\]"));
      }
    },
  );

  it("of get_paper keeps the abstract whole, so that quotes of it can be checked", async () => {
    const answer = await post(server.url, legacyBody("tools/call", { name: "get_paper", arguments: { paper_id: paperId(1) } }), {
      key,
    });
    expect(answer.json.result.structuredContent.paper.abstract).toBe(hugePaper(1).abstract);
  });

  it("keeps every quote equal to its place in the stored text", async () => {
    const args = { query: "検索の結果 retrieval review", match_count: 30, detail: "full" };
    const answer = await post(server.url, legacyBody("tools/call", { name: "search_signal_canvas", arguments: args }), { key });
    const { citations } = answer.json.result.structuredContent;
    for (const { kind, id, field, quote, start, end } of citations) {
      const stored = kind === "paper" ? await library.engine.papers.get([id]) : await library.engine.signals.get([id]);
      const document = stored.get(id) as unknown as Record<string, string>;
      expect(document[field]!.slice(start, end)).toBe(quote);
    }
  });

  it("without the last papers has no cursor that would pass them over", async () => {
    const args = { query: "retrieval", limit: 40, detail: "full" };
    const answer = await post(server.url, legacyBody("tools/call", { name: "search_papers", arguments: args }), { key });
    const { papers, next_cursor: next, shortened } = answer.json.result.structuredContent;
    expect(papers.length).toBeLessThan(40);
    expect(next).toBeUndefined();
    expect(shortened.map((cut: { part: string }) => cut.part)).toContain("papers");
  });
});
