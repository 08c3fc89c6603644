import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { PublicError } from "../../src/errors.ts";
import type { GivenItem } from "../../src/workspaces/items.ts";
import type { SchemaNode } from "../../src/mcp/json-schema.ts";
import { OFFER } from "../../src/mcp/offer.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, workspaceWith } from "../support/workspaces.ts";

/* What every tool obeys, whatever it does. A new tool joins with one good call; one that changes something with a way to make it. */

const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
type Args = Record<string, unknown>;
const good: Record<string, Args | (() => Promise<Args>)> = {
  search_papers: { query: "dense retrieval" },
  get_paper: { paper_id: PAPER },
  find_related_papers: { paper_id: PAPER },
  search_signal_canvas: { query: "Does dense retrieval beat BM25?" },
  search_signals: { query: "code" },
  inspect_topic: { topic: "dense retrieval" },
  list_topics: { query: "retrieval" },
  verify_citations: { citations: [{ id: PAPER, quote: "vectors alone" }] },
  whoami: {},
  list_workspaces: {},
  list_runs: {},
  create_workspace: async () => ({ name: "Made by a law" }),
  update_workspace: async () => ({ ...(await fresh()), name: "Another name" }),
  add_to_workspace: async () => ({ ...(await fresh([])), items: ITEMS }),
  remove_from_workspace: async () => ({ ...(await fresh(ITEMS)), items: ITEMS }),
  delete_workspace: async () => fresh(),
};
const ITEMS = [
  { kind: "paper", id: PAPER },
  { kind: "note", note: "worth a look" },
] as const;
/** Tools that answer from the records alone, or say what is missing. */
const WITHOUT_ENGINE = new Set([
  "whoami",
  "list_workspaces",
  "get_workspace",
  "list_runs",
  "get_run",
  "create_workspace",
  "update_workspace",
  "remove_from_workspace",
  "delete_workspace",
]);

async function fresh(items?: readonly GivenItem[]): Promise<Args> {
  const { workspace_id, version } = await workspaceWith(library, items ?? []);
  return items === undefined ? { workspace_id, expected_version: version } : { workspace_id };
}

async function argsOf(name: string): Promise<Args> {
  const given = good[name];
  return typeof given === "function" ? given() : given;
}

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  await buildTopics(library);
  server = await startTestServer(library);
  key = await server.key([...SCOPES]);
  const { documents } = await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 });
  good.inspect_signal = { signal_id: documents[0].signal_id };
  const { workspace_id } = await workspaceWith(library, ITEMS, { thesis: "Dense retrieval is enough." });
  const { run_id } = await askWithin(library, workspace_id, "Does dense retrieval beat BM25?");
  good.get_workspace = { workspace_id };
  good.export_workspace = { workspace_id };
  good.get_run = { run_id };
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

describe.each(OFFER.tools.map((tool) => [tool.name, tool] as const))("%s", (name, { published, scopes }) => {
  const input = published.inputSchema as SchemaNode;

  it("has a plain name, a title, a short description, annotations and scopes that exist", () => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
    expect(published.title.length).toBeGreaterThan(3);
    expect(published.description).toMatch(/^[A-Z].*[.]$/su);
    expect(published.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
    if (published.annotations.readOnlyHint) expect(scopes.some((scope) => scope.endsWith(":write"))).toBe(false);
    expect(scopes.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
  });

  it("answers a good call in both forms: what its records are called stands in the text too", async () => {
    const { structured, text, isError } = await call(name, await argsOf(name));
    expect(isError, text).toBe(false);
    const lists = ["papers", "signals", "citations", "items", "workspaces", "runs"].flatMap(
      (list) => (structured[list] ?? []) as Record<string, string>[],
    );
    for (const item of lists)
      expect(text).toContain(item.paper_id ?? item.signal_id ?? item.run_id ?? item.workspace_id ?? item.id);
    expect(text).not.toMatch(/\bundefined\b|\[object|NaN/u);
  });

  it("gives the same answer to the same question", async () => {
    const [once, again] = [await call(name, await argsOf(name)), await call(name, await argsOf(name))];
    expect(steady(again.structured)).toEqual(steady(once.structured));
  });

  it("takes blanks for what may be left out", async () => {
    const optional = Object.entries(input.properties ?? {}).filter(([argument]) => !input.required?.includes(argument));
    const blanks = Object.fromEntries(optional.map(([argument, node]) => [argument, node.type === "array" ? [] : ""]));
    const [plain, blank] = [await call(name, await argsOf(name)), await call(name, { ...blanks, ...(await argsOf(name)) })];
    expect(steady(blank.structured)).toEqual(steady(plain.structured));
  });

  it("names a misspelt argument with the nearest right one, and the right ones", async () => {
    const [argument = "query"] = Object.keys(await argsOf(name));
    const { structured, isError, text } = await call(name, { ...(await argsOf(name)), [`${argument}s_`]: 1 });
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
      const { [argument]: _left, ...rest } = await argsOf(name);
      const wrong = input.properties?.[argument].type === "integer" ? "7" : 7;
      expect((await call(name, rest)).structured.error).toMatchObject({ code: "invalid_argument", field: argument });
      expect((await call(name, { ...rest, [argument]: wrong })).structured.error).toMatchObject({
        code: "invalid_argument",
        field: argument,
      });
    }
  });

  it("says within two and a half seconds that the engine is away, and that trying again may help; or does without", async () => {
    const args = await argsOf(name);
    const { engine } = library;
    const away = ([engine.papers, engine.signals] as object[]).flatMap((collection) =>
      ["search", "get", "list", "resolve", "byTitle", "vectors", "count", "facets"]
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
        WITHOUT_ENGINE.has(name) ? [false, undefined, undefined] : [true, "engine_unavailable", true],
      );
      expect(ms).toBeLessThan(2_500);
    } finally {
      for (const spy of away) spy.mockRestore();
    }
  });
});
