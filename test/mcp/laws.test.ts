import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { PublicError } from "../../src/errors.ts";
import type { GivenItem } from "../../src/workspaces/items.ts";
import type { SchemaNode } from "../../src/mcp/json-schema.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { readLiveCollections } from "../support/live-collections.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* What every tool obeys, whatever it does. A new tool joins with a good call for each thing that it does. */

const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
type Args = Record<string, unknown>;
// oxlint-disable-next-line typescript/no-explicit-any
type Structured = any;
const ITEMS = [
  { kind: "paper", id: PAPER },
  { kind: "note", note: "worth a look" },
] as const;
const made = { workspace_id: "", run_id: "", signal_id: "" };

interface Call {
  tool: string;
  does: string;
  args(): Args | Promise<Args>;
  /** Answers from the records alone, or says what is missing. */
  withoutEngine?: boolean;
}

const CALLS: readonly Call[] = [
  { tool: "search_papers", does: "finds", args: () => ({ query: "dense retrieval" }) },
  { tool: "get_paper", does: "shows", args: () => ({ paper_id: PAPER }) },
  { tool: "get_paper", does: "finds related", args: () => ({ paper_id: PAPER, related: 5 }) },
  { tool: "read_paper", does: "reads", args: () => ({ paper_id: PAPER }) },
  { tool: "search_signal_canvas", does: "answers", args: () => ({ query: "Does dense retrieval beat BM25?" }) },
  {
    tool: "search_signal_canvas",
    does: "answers in full",
    args: () => ({ query: "Does dense retrieval beat BM25?", detail: "full" }),
  },
  { tool: "search_signals", does: "finds", args: () => ({ query: "code" }) },
  { tool: "search_signals", does: "shows one", args: () => ({ signal_id: made.signal_id }) },
  { tool: "get_topics", does: "lists", args: () => ({ query: "retrieval" }) },
  { tool: "get_topics", does: "examines one", args: () => ({ topic: "dense retrieval" }) },
  { tool: "check_answer", does: "verifies citations", args: () => ({ citations: [{ id: PAPER, quote: "vectors alone" }] }) },
  {
    tool: "check_answer",
    does: "checks a draft",
    args: () => ({ text: "Dense retrieval beats BM25 [1].", run_id: made.run_id }),
  },
  { tool: "check_references", does: "checks", args: () => ({ text: `Dense Passage Retrieval. ${PAPER}` }) },
  { tool: "get_workspaces", does: "lists", args: () => ({}), withoutEngine: true },
  { tool: "get_workspaces", does: "shows one", args: () => ({ workspace_id: made.workspace_id }), withoutEngine: true },
  { tool: "get_workspaces", does: "exports", args: () => ({ workspace_id: made.workspace_id, format: "markdown" }) },
  { tool: "get_runs", does: "lists", args: () => ({}), withoutEngine: true },
  { tool: "get_runs", does: "shows one", args: () => ({ run_id: made.run_id }), withoutEngine: true },
  {
    tool: "get_workspaces",
    does: "tells what changed",
    args: () => ({ workspace_id: made.workspace_id, since: "2020" }),
    withoutEngine: true,
  },
  { tool: "save_workspace", does: "creates", args: () => ({ name: "Made by a law" }), withoutEngine: true },
  { tool: "save_workspace", does: "renames", args: async () => ({ ...(await fresh()), name: "Renamed" }), withoutEngine: true },
  { tool: "save_workspace", does: "adds", args: async () => ({ ...(await fresh([])), items: ITEMS }) },
  {
    tool: "remove_from_workspace",
    does: "removes",
    args: async () => ({ ...(await fresh(ITEMS)), items: ITEMS }),
    withoutEngine: true,
  },
  {
    tool: "remove_from_workspace",
    does: "deletes",
    args: async () => ({ ...(await fresh()), delete_workspace: true }),
    withoutEngine: true,
  },
  { tool: "whoami", does: "tells", args: () => ({}), withoutEngine: true },
];

async function fresh(items?: readonly GivenItem[]): Promise<Args> {
  const { workspace_id, version } = await workspaceWith(library, items ?? []);
  return items === undefined ? { workspace_id, expected_version: version } : { workspace_id };
}

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  readLiveCollections(library.engine);
  await loadSample(library);
  await buildTopics(library);
  server = await startTestServer(library);
  key = await server.key([...SCOPES]);
  const { documents } = await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 });
  const { workspace_id } = await workspaceWith(library, ITEMS, { thesis: "Dense retrieval is enough." });
  const { run_id } = await askWithin(library, workspace_id, "Does dense retrieval beat BM25?");
  Object.assign(made, { workspace_id, run_id, signal_id: documents[0]!.signal_id });
}, 30_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

async function call(name: string, args: Record<string, unknown>) {
  const started = performance.now();
  const answer = await post(server.url, legacyBody("tools/call", { name, arguments: args }), { key });
  const { structuredContent: structured, content, isError } = answer.json.result;
  return { structured, text: content[0].text as string, isError: isError === true, ms: performance.now() - started };
}

/** The citations whose records a text names: all of them; in a short answer those of its sentences and of what speaks against them. */
function shownCitations(tool: string, { detail = "concise" }: Args, structured: Structured): Record<string, string>[] {
  const { citations = [], answer, counter_evidence: against } = structured;
  if (tool !== "search_signal_canvas" || detail === "full") return citations;
  const numbers = [...answer.sentences, ...against].flatMap((item: { citations: number[] }) => item.citations);
  expect(numbers.length).toBeGreaterThan(0);
  return citations.filter(({ number }: { number: number }) => numbers.includes(number));
}

/** An answer without the ids, versions and times that are new each time. */
function steady(structured: Args): Args {
  const {
    run_id: _run,
    workspace_id: _workspace,
    version: _version,
    created_at: _at,
    updated_at: _changed,
    requests_today: _requests,
    limits: _limits,
    ...rest
  } = structured;
  return rest;
}

it("every tool is tried", () => {
  expect(new Set(CALLS.map(({ tool }) => tool)), "add a call of each new tool to CALLS above").toEqual(
    new Set(REGISTRY.tools.map(({ name }) => name)),
  );
});

describe.each(REGISTRY.tools.map((tool) => [tool.name, tool] as const))("%s", (name, { published, scopes }) => {
  it("has a plain name, a title, a short description, annotations and scopes that exist", () => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
    expect(published.title.length).toBeGreaterThan(3);
    expect(published.description).toMatch(/^[A-Z].*[.]$/su);
    expect(published.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
    if (published.annotations.readOnlyHint) expect(scopes.some((scope) => scope.endsWith(":write"))).toBe(false);
    expect(scopes.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
  });
});

describe.each(CALLS.map((one) => [one.tool, one.does, one] as const))("%s %s", (name, _does, { args: argsOf, withoutEngine }) => {
  const input = REGISTRY.tools.find((tool) => tool.name === name)!.published.inputSchema as SchemaNode;

  it("answers a good call in both forms: what its records are called stands in the text too", async () => {
    const { structured, text, isError } = await call(name, await argsOf());
    expect(isError, text).toBe(false);
    const lists = ["papers", "signals", "items", "workspaces", "runs"].flatMap(
      (list) => (structured[list] ?? []) as Record<string, string>[],
    );
    for (const item of [...lists, ...shownCitations(name, await argsOf(), structured)])
      expect(text).toContain(item.paper_id ?? item.signal_id ?? item.run_id ?? item.workspace_id ?? item.id);
    expect(text).not.toMatch(/\bundefined\b|\[object|NaN/u);
  });

  it("gives the same answer to the same question", async () => {
    const [once, again] = [await call(name, await argsOf()), await call(name, await argsOf())];
    expect(steady(again.structured)).toEqual(steady(once.structured));
  });

  it("takes blanks for what may be left out", async () => {
    const optional = Object.entries(input.properties ?? {}).filter(([argument]) => !input.required?.includes(argument));
    const blanks = Object.fromEntries(optional.map(([argument, node]) => [argument, node.type === "array" ? [] : ""]));
    const [plain, blank] = [await call(name, await argsOf()), await call(name, { ...blanks, ...(await argsOf()) })];
    expect(steady(blank.structured)).toEqual(steady(plain.structured));
  });

  it("names a misspelled argument with the nearest right one, and the right ones", async () => {
    const [argument = "query"] = Object.keys(await argsOf());
    const { structured, isError, text } = await call(name, { ...(await argsOf()), [`${argument}s_`]: 1 });
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({
      code: "unknown_argument",
      field: `${argument}s_`,
      allowed: Object.keys(input.properties ?? {}),
    });
    if (argument in (input.properties ?? {})) expect(structured.error.message).toContain(`did you mean ${argument}?`);
    expect(text).toContain(structured.error.message);
  });

  it("names a missing argument and one of the wrong kind", async () => {
    for (const argument of input.required ?? []) {
      const { [argument]: _left, ...rest } = await argsOf();
      const wrong = input.properties?.[argument]!.type === "integer" ? "7" : 7;
      expect((await call(name, rest)).structured.error).toMatchObject({ code: "invalid_argument", field: argument });
      expect((await call(name, { ...rest, [argument]: wrong })).structured.error).toMatchObject({
        code: "invalid_argument",
        field: argument,
      });
    }
  });

  it("says within two and a half seconds that the engine is away, and that trying again may help; or does without", async () => {
    const args = await argsOf();
    const { engine } = library;
    const away = ([engine.papers, engine.signals] as object[]).flatMap((collection) =>
      ["search", "get", "list", "resolve", "byTitle", "byTitles", "vectors", "count", "facets", "matchFacets"]
        .filter((method) => method in collection)
        .map((method) =>
          vi
            .spyOn(collection as Record<string, () => Promise<never>>, method)
            .mockRejectedValue(new PublicError("engine_unavailable")),
        ),
    );
    try {
      const { structured, isError, ms } = await call(name, args);
      expect([isError, structured.error?.code, structured.error?.retryable]).toEqual(
        withoutEngine === true ? [false, undefined, undefined] : [true, "engine_unavailable", true],
      );
      expect(ms).toBeLessThan(2_500);
    } finally {
      for (const spy of away) spy.mockRestore();
    }
  });
});
