import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTopics, type BuildResult } from "../../src/topics/build.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { openTestLibrary, startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";

let library: Awaited<ReturnType<typeof openTestLibrary>>;
let server: TestServer;
let key: string;
let built: BuildResult;

beforeAll(async () => {
  library = await openTestLibrary({ embedder: { ...hashEmbedder(), answerThreshold: 0.5 } });
  await loadSample(library);
  built = await buildTopics(library, { topics: 8 });
  server = await startTestServer(library);
  key = await server.key();
}, 60_000);

afterAll(async () => {
  await server.close();
  await library[Symbol.asyncDispose]();
});

async function call(name: string, args: Record<string, unknown>) {
  const { result } = (await post(server.url, legacyBody("tools/call", { name, arguments: args }), { key })).json;
  return { structured: result.structuredContent, text: result.content[0].text as string, isError: result.isError === true };
}

it("a topic of the list is inspected by its id and by its label, with the same figures", async () => {
  const [topic] = (await call("get_topics", { sort: "size", limit: 1 })).structured.topics;
  const [byId, byLabel] = [await call("get_topics", { topic: topic.topic_id }), await call("get_topics", { topic: topic.label })];
  expect(byId.structured).toMatchObject({ state: "topic", paper_count: topic.papers, topic: { topic_id: topic.topic_id } });
  const { source_context: _, ...figures } = byId.structured;
  expect(byLabel.structured).toMatchObject(figures);
  const years = byId.structured.papers_per_year as { year: number; papers: number; library: number }[];
  for (const { year, papers, library: all } of years)
    expect(byId.text).toMatch(new RegExp(`- ${year} █* ${papers} \\(${all}\\)`, "u"));
});

it.each([
  ["get_topics", { topic: "dense retrieval" }],
  ["get_paper", { paper_id: "doi:10.18653/v1/2020.emnlp-main.550" }],
])("%s adds its charts as one picture after the text, where they are asked for", async (name, args) => {
  const asked = async (given: object) =>
    (await post(server.url, legacyBody("tools/call", { name, arguments: given }), { key })).json.result;
  const [without, first, again] = [
    await asked(args),
    await asked({ ...args, chart: true }),
    await asked({ ...args, chart: true }),
  ];
  expect(without.content.map((part: { type: string }) => part.type)).toEqual(["text"]);
  expect(first.content.map((part: { type: string }) => part.type)).toEqual(["text", "image"]);
  expect([first.content[0], first.structuredContent]).toEqual([without.content[0], without.structuredContent]);
  expect(first.content[1].mimeType).toBe("image/png");
  const png = Buffer.from(first.content[1].data, "base64");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(460);
  expect(png.length).toBeLessThan(40_000);
  expect(again.content[1]).toEqual(first.content[1]);
});

it("signals of a topic are those about its papers, and each tells the topic back", async () => {
  const { topic_id: id } = built.set.topics[0]!;
  const inspected = (await call("get_topics", { topic: id })).structured;
  const { signals, total } = (await call("search_signals", { topic: id, limit: 50 })).structured;
  expect(total.value).toBe(inspected.signal_count);
  const { structured, text } = await call("search_signals", { signal_id: signals[0].signal_id });
  expect(structured.topics.map((topic: { topic_id: string }) => topic.topic_id)).toContain(id);
  expect(text).toContain(id);
});

it.each([
  ["get_topics", { topic: "topic:000000000000" }, "not_found", "topic"],
  ["search_signals", { topic: "topic:000000000000" }, "not_found", "topic"],
  ["search_signals", { source: "ACL Antology" }, "invalid_argument", "source"],
  ["search_signals", { polarity: "for" }, "invalid_argument", "polarity"],
  ["get_topics", { sort: "name" }, "invalid_argument", "sort"],
  ["get_topics", { topic: "x", time_scope: "last_year" }, "invalid_argument", "time_scope"],
])("%s %j is refused as %s of %s", async (name, args, code, field) => {
  const { isError, structured } = await call(name, args);
  expect(isError).toBe(true);
  expect(structured.error).toMatchObject({ code, field });
});
