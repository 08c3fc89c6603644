import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "../../src/access/scopes.ts";
import { PublicError } from "../../src/errors.ts";
import type { SchemaNode } from "../../src/mcp/json-schema.ts";
import { OFFER } from "../../src/mcp/offer.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

/* What every tool obeys, whatever it does. A new tool joins with one good call. */

const PAPER = "doi:10.18653/v1/2020.emnlp-main.550";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
const good: Record<string, Record<string, unknown>> = {
  search_papers: { query: "dense retrieval" },
  get_paper: { paper_id: PAPER },
  find_related_papers: { paper_id: PAPER },
  search_signal_canvas: { query: "Does dense retrieval beat BM25?" },
  search_signals: { query: "code" },
  inspect_topic: { topic: "dense retrieval" },
  list_topics: { query: "retrieval" },
  verify_citations: { citations: [{ id: PAPER, quote: "vectors alone" }] },
};

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await loadSample(library);
  await buildTopics(library);
  server = await startTestServer(library);
  key = await server.key([...SCOPES]);
  const { documents } = await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1 });
  good.inspect_signal = { signal_id: documents[0].signal_id };
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

describe.each(OFFER.tools.map((tool) => [tool.name, tool] as const))("%s", (name, { published, scopes }) => {
  const input = published.inputSchema as SchemaNode;

  it("has a plain name, a title, a short description, annotations and scopes that exist", () => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)+$/u);
    expect(published.title.length).toBeGreaterThan(3);
    expect(published.description).toMatch(/^[A-Z].*[.]$/su);
    expect(published.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
    if (published.annotations.readOnlyHint) expect(scopes.some((scope) => scope.endsWith(":write"))).toBe(false);
    expect(scopes.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
  });

  it("answers a good call in both forms: what its records are called stands in the text too", async () => {
    const { structured, text, isError } = await call(name, good[name]);
    expect(isError, text).toBe(false);
    const lists = ["papers", "signals", "citations"].flatMap((list) => (structured[list] ?? []) as Record<string, string>[]);
    for (const item of lists) expect(text).toContain(item.paper_id ?? item.signal_id ?? item.id);
    expect(text).not.toMatch(/\bundefined\b|\[object|NaN/u);
  });

  it("gives the same answer to the same question", async () => {
    const [once, again] = [await call(name, good[name]), await call(name, good[name])];
    for (const { structured } of [once, again]) delete structured.run_id;
    expect(again.structured).toEqual(once.structured);
  });

  it("takes blanks for what may be left out", async () => {
    const optional = Object.entries(input.properties ?? {}).filter(([argument]) => !input.required?.includes(argument));
    const blanks = Object.fromEntries(optional.map(([argument, node]) => [argument, node.type === "array" ? [] : ""]));
    const [plain, blank] = [await call(name, good[name]), await call(name, { ...blanks, ...good[name] })];
    for (const { structured } of [plain, blank]) delete structured.run_id;
    expect(blank.structured).toEqual(plain.structured);
  });

  it("names a misspelt argument with the nearest right one, and the right ones", async () => {
    const [argument] = Object.keys(good[name]);
    const { structured, isError, text } = await call(name, { ...good[name], [`${argument}s_`]: 1 });
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({
      code: "unknown_argument",
      field: `${argument}s_`,
      allowed: Object.keys(input.properties ?? {}),
    });
    expect(structured.error.message).toContain(`did you mean ${argument}?`);
    expect(text).toContain(structured.error.message);
  });

  it("names a missing argument and one of the wrong kind", async () => {
    for (const argument of input.required ?? []) {
      const { [argument]: _left, ...rest } = good[name];
      expect((await call(name, rest)).structured.error).toMatchObject({ code: "invalid_argument", field: argument });
      expect((await call(name, { ...rest, [argument]: 7 })).structured.error).toMatchObject({
        code: "invalid_argument",
        field: argument,
      });
    }
  });

  it("says within two and a half seconds that the engine is away, and that trying again may help", async () => {
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
      const { structured, isError, ms } = await call(name, good[name]);
      expect([isError, structured.error.code, structured.error.retryable]).toEqual([true, "engine_unavailable", true]);
      expect(ms).toBeLessThan(2_500);
    } finally {
      for (const spy of away) spy.mockRestore();
    }
  });
});
